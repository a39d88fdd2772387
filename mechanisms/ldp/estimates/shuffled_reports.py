"""This module computes the central guarantee of reports that a party other than the analyst has mixed."""

from decimal import Decimal
from fractions import Fraction

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.accounting.shuffler import Shuffler
from mechanisms.accounting.shuffling import Blanket, blanket_of_ratio, blanket_of_supports
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.shapes.bits import BitsChannel
from mechanisms.ldp.shapes.channel import Channel
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.hadamard import HadamardChannel
from mechanisms.ldp.shapes.hashed import HashedChannel
from mechanisms.ldp.shapes.hashing import collision
from mechanisms.ldp.shapes.subset import SubsetChannel


def shuffled_guarantee(
    mechanism: LocalMechanism, *, reports: int, delta: Decimal | str, shuffler: Shuffler
) -> Guarantee:
    """Returns (epsilon, delta) of all mixed reports together, for what one person answered; an upper bound.

    `reports` counts one report of each person, all of this mechanism with these parameters; leave out those of people
    who work with whoever gets the reports, and of made-up people. It holds against that party, not against the one who
    mixes, for whom each report has its own epsilon. A report must carry nothing beside what the device drew: a seed
    that was handed out, a key or a level tells reports apart again. ValueError without a shuffler, outside
    [1, 10^9] reports or [1e-15, 1) of delta, and for mechanisms that send some answers in clear.
    """
    if not isinstance(shuffler, Shuffler):
        raise ValueError(
            f"shuffler is {shuffler!r}; without somebody else who mixes the reports each has its own epsilon"
        )
    if not isinstance(mechanism, LocalMechanism):
        raise ValueError(
            f"{type(mechanism).__name__} is no mechanism that people answer with; mixing adds nothing to it"
        )
    allowed = Decimal(delta)
    epsilon = blanket_of(mechanism).epsilon(mechanism.epsilon_spent(), reports, allowed)
    return Guarantee(
        mechanism=mechanism.slug,
        version=mechanism.version,
        epsilon=decimal_text(epsilon),
        delta=decimal_text(allowed),
        unit="person",
        neighbours=f"{mechanism.neighbours}; reports mixed by {shuffler.run_by} before {shuffler.reports_to} gets them",
        n=reports,
        error=None,
    )


def blanket_of(mechanism: LocalMechanism) -> Blanket:
    """Returns the blanket of a mechanism, which all its answers share: exact for a mechanism that supports answers,
    else by its worst ratio."""
    if isinstance(mechanism, SensitiveAnswers):
        raise ValueError(f"{mechanism.slug} may send an answer in clear; mixing does not hide that it was given")
    if isinstance(mechanism, FrequencyOracle):
        both = _true_and_other(mechanism.channel)
        if both is not None:
            return blanket_of_supports(mechanism.worst_ratio, mechanism.p, both)
    return blanket_of_ratio(mechanism.worst_ratio)


def _true_and_other(channel: Channel) -> Fraction | None:
    """Returns the chance that a report supports the true answer and one given other answer; None if the channel has
    more than two different chances.

    Compared by type, not by kind: sets of answers are written as bits too, and have more.
    """
    if type(channel) in (ChoiceChannel, SubsetChannel, BitsChannel):
        return channel.pair_support[0]
    if type(channel) is HadamardChannel:
        return channel.p / 2  # Two rows of a Hadamard matrix agree in half of the columns in which one of them is +1.
    if type(channel) is HashedChannel:
        return channel.p * collision(channel.values)
    return None
