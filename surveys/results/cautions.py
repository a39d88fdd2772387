"""Cautions stand beside an estimate: whether levels agree, and how far made-up reports could push it. Neither
selects."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from mechanisms.ldp.advice.means import furthest_mean_push
from mechanisms.ldp.estimates.agreement import Agreement, agreement
from mechanisms.ldp.estimates.draws_agreement import SentBlocks, deviations, draws_agreement, enough, moments
from mechanisms.ldp.estimates.margin import Margin
from mechanisms.ldp.estimates.poisoning import furthest_push, made_up_share
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.pooled_mean import means_agree
from surveys.confidences import DOUBTFUL
from surveys.publishing.definition import Definition
from surveys.publishing.layout import Level
from surveys.reports.tally import Tally

MADE_UP = ("0.01", "0.05")  # The push is stated for these shares of false reports.
Sent = TypeVar("Sent")
Counted = tuple[Margin, ArrayLike, int]
CountedNumber = tuple[NumberMechanism, ArrayLike]


def levels_agree(groups: Sequence[Sequence[Counted]]) -> dict[str, Any] | None:
    """Tests whether people at different levels answered alike. None where fewer than two levels are shown, or too few
    reports for any answer."""
    return _agreed(agreement(groups))


def means_alike(groups: Sequence[Sequence[CountedNumber]]) -> dict[str, Any] | None:
    """Tests whether the means at different levels are alike. None where fewer than two levels are shown."""
    return _agreed(means_agree(groups))


def _agreed(agreement: Agreement | None) -> dict[str, Any] | None:
    if agreement is None:
        return None
    return {
        "statistic": agreement.statistic,
        "freedom": agreement.freedom,
        "compared": agreement.compared,
        "chance": agreement.chance,
    }


def draws_alike(definition: Definition, tallies: Mapping[int, Tally]) -> dict[str, Any] | None:
    """Returns a test of whether blocks were sent as often as the lists say, and what is furthest off where they were
    not. None of too few people, and where every block is sent.

    To be asked only once everything has left the inbox: of blocks that few send, fewer leave before.
    """
    sent = {level.id: _sent_blocks(definition, level, tallies[level.id]) for level in definition.levels if level.draws}
    test = draws_agreement(list(sent.values()))
    if test is None:
        return None
    furthest = _furthest_off(definition, sent) if test.chance < DOUBTFUL else None
    return {"statistic": test.statistic, "freedom": test.freedom, "chance": test.chance, "furthest": furthest}


def _furthest_off(definition: Definition, sent: Mapping[int, SentBlocks]) -> dict[str, Any] | None:
    """Returns the block whose count differs most from its expectation, over all tested levels; None where so few phones
    sent it that its count would reveal them."""
    offs = [
        (abs(off), number, index)
        for number, level in sent.items()
        if enough(level)
        for index, off in enumerate(deviations(level))
    ]
    _, number, index = max(offs)
    level, block = sent[number], definition.blocks[index]
    if level.counts[index] < definition.shown_from:
        return None
    return {
        "level": number,
        "questions": [id for field in definition.fields if field.id in block.fields for id in field.of],
        "reports": level.counts[index],
        "expected": float(level.people * moments(level)[0][index]),
    }


def _sent_blocks(definition: Definition, level: Level, tally: Tally) -> SentBlocks:
    fields = [block.fields[0] for block in definition.blocks]
    return SentBlocks(
        weights=[draw.weight for draw in level.draws],
        members=np.array([[block.id in draw.blocks for block in definition.blocks] for draw in level.draws]),
        counts=[tally.reports_of(field) + tally.left_out.get(field, 0) for field in fields],
        people=tally.reports,
    )


def pushes(margins: Sequence[Margin], inclusion: Sequence[float]) -> list[dict[str, Any]]:
    """Returns how far false reports can push an answer, equally for every answer. All levels count, chosen or not, as
    an attacker chooses the level and the draw."""
    return _push_fields([(text, furthest(furthest_push, margins, inclusion, text)) for text in MADE_UP])


def number_pushes(mechanisms: Sequence[NumberMechanism], inclusion: Sequence[float]) -> list[dict[str, Any]]:
    """Returns how far made-up reports push a mean, in its unit."""
    return _push_fields([(text, furthest(furthest_mean_push, mechanisms, inclusion, text)) for text in MADE_UP])


def furthest(
    push: Callable[[Sequence[Sent], float], tuple[float, float]], levels: Sequence[Sent], inclusion: Sequence[float],
    text: str,
) -> tuple[float, float]:  # fmt: skip
    """Returns the furthest push up and down of all levels, each with the share of made-up reports that its block can
    have."""
    each = [push([own], made_up_share(float(text), sent)) for own, sent in zip(levels, inclusion, strict=True)]
    return max(up for up, _ in each), max(down for _, down in each)


def _push_fields(pushes: Sequence[tuple[str, tuple[float, float]]]) -> list[dict[str, Any]]:
    return [{"reports": text, "up": up, "down": down} for text, (up, down) in pushes]
