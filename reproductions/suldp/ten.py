"""The ten compared mechanisms share one interface: five as published, and five of the catalogue, whose whole report is
bounded."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, uniform_below
from mechanisms.ldp.as_published.reproduction import Reproduction
from mechanisms.ldp.as_published.su_grr import SuGRRAsPublished, SuGRRSampleAsPublished
from mechanisms.ldp.as_published.su_rap import SuRAPAsPublished, SuRAPSampleAsPublished
from mechanisms.ldp.as_published.su_wheel import SuWheelAsPublished
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.sets.su_grr import SuGRR
from mechanisms.ldp.sets.su_rap import SuRAP, UtilityOptimizedRappor
from mechanisms.ldp.sets.su_wheel import SuWheel
from mechanisms.ldp.sets.utility_optimized_randomized_response import UtilityOptimizedRandomizedResponse
from mechanisms.ldp.shapes.sets.padding import members_of_many
from reproductions.suldp.setting import Setting, Truth

Floats = NDArray[np.float64]
# How often people who do not hold an answer support it, and how much more often holders do.
Line = tuple[float, float]


class Tried(ABC):
    """This is a mechanism in a setting: estimates from what people send, and the variance of these, exactly."""

    @abstractmethod
    def estimates(self, truth: Truth, entropy: Entropy) -> Floats:
        """Returns the share of people who hold each answer."""

    @abstractmethod
    def lines(self) -> tuple[Line, Line]:
        """Returns the lines of a sensitive answer, and of another."""

    def variances(self, setting: Setting, shares: Floats) -> Floats:
        """Returns n times the variance of each estimate for fixed people: only noise and sampling vary."""
        of_sensitive, of_others = self.lines()
        low, stretch = (
            np.repeat([of_sensitive[side], of_others[side]], [setting.sensitive, setting.others]) for side in (0, 1)
        )
        high = low + stretch
        return np.asarray((shares * high * (1 - high) + (1 - shares) * low * (1 - low)) / stretch**2)


@dataclass(frozen=True)
class AsPublished(Tried):
    mechanism: Reproduction

    def estimates(self, truth: Truth, entropy: Entropy) -> Floats:
        counts = self.mechanism.perturb_many(truth, entropy).sum(axis=0)
        return self.mechanism.estimate(counts, len(truth))

    def lines(self) -> tuple[Line, Line]:
        of_sensitive, of_others = self.mechanism.lines()
        return (float(of_sensitive[0]), float(of_sensitive[1])), (float(of_others[0]), float(of_others[1]))

    def variances(self, setting: Setting, shares: Floats) -> Floats:
        variances = super().variances(setting, shares)
        if type(self.mechanism) is SuGRRAsPublished:  # A report may support one answer several times.
            channel, holders = self.mechanism.channel, shares[: setting.sensitive]
            p, q = float(channel.p), float(channel.q)
            variances[: setting.sensitive] = (holders * p * (1 - p) + (setting.members - holders) * q * (1 - q)) / (
                p - q
            ) ** 2
        return variances


@dataclass(frozen=True)
class OfSets(Tried):
    mechanism: SensitiveAnswers

    def estimates(self, truth: Truth, entropy: Entropy) -> Floats:
        counts = self.mechanism.count(self.mechanism.perturb_many(truth, entropy))
        return self.mechanism.estimate(counts, len(truth))

    def lines(self) -> tuple[Line, Line]:
        p, q = float(self.mechanism.p), float(self.mechanism.q)
        return (q, p - q), (0.0, float(self.mechanism.clear))


@dataclass(frozen=True)
class OfOneMember(Tried):
    """Mechanisms of one answer: each person draws one member of the set, and estimates are m times as large."""

    mechanism: SensitiveAnswers
    members: int

    def estimates(self, truth: Truth, entropy: Entropy) -> Floats:
        places = np.array([uniform_below(self.members, entropy) for _ in range(len(truth))])
        drawn = members_of_many(truth, self.members)[np.arange(len(truth)), places]
        counts = self.mechanism.count(self.mechanism.perturb_many(drawn, entropy))
        return self.mechanism.estimate(counts, len(truth)) * self.members

    def lines(self) -> tuple[Line, Line]:
        p, q = float(self.mechanism.p), float(self.mechanism.q)
        return (q, (p - q) / self.members), (0.0, float(self.mechanism.clear) / self.members)


@dataclass(frozen=True, kw_only=True)
class Entry:
    name: str
    make: Callable[[Setting], Tried]


def _published(kind: type[Reproduction]) -> Callable[[Setting], Tried]:
    return lambda at: AsPublished(
        kind(answers=at.answers, sensitive=at.sensitive, members=at.members, epsilon=at.epsilon)
    )


def _su_grr(at: Setting) -> Tried:
    return OfSets(SuGRR(answers=at.answers, sensitive=at.sensitive, pad_to=at.members, epsilon=at.epsilon))


def _su_rap(at: Setting) -> Tried:
    most = min(2 * at.members, at.answers)
    return OfSets(SuRAP(answers=at.answers, sensitive=at.sensitive, most=most, epsilon=at.epsilon))


def _su_wheel(at: Setting) -> Tried:
    """Returns suWheel with room for the most of either kind, because how many members are sensitive differs from person
    to person."""
    return OfSets(
        SuWheel(
            answers=at.answers,
            sensitive=at.sensitive,
            pad_sensitive=min(at.members, at.sensitive),
            pad_clear=min(at.members, at.others),
            epsilon=at.epsilon,
        )
    )


def _u_rr(at: Setting) -> Tried:
    mechanism = UtilityOptimizedRandomizedResponse(answers=at.answers, sensitive=at.sensitive, epsilon=at.epsilon)
    return OfOneMember(mechanism, at.members)


def _u_rap(at: Setting) -> Tried:
    mechanism = UtilityOptimizedRappor(answers=at.answers, sensitive=at.sensitive, epsilon=at.epsilon)
    return OfOneMember(mechanism, at.members)


PUBLISHED = (
    Entry(name="suGRR", make=_published(SuGRRAsPublished)),
    Entry(name="suGRR-Sample", make=_published(SuGRRSampleAsPublished)),
    Entry(name="suRAP", make=_published(SuRAPAsPublished)),
    Entry(name="suRAP-Sample", make=_published(SuRAPSampleAsPublished)),
    Entry(name="suWheel", make=_published(SuWheelAsPublished)),
)
CORRECTED = (
    Entry(name="suGRR", make=_su_grr),
    Entry(name="uRR of one", make=_u_rr),
    Entry(name="suRAP", make=_su_rap),
    Entry(name="uRAPPOR of one", make=_u_rap),
    Entry(name="suWheel", make=_su_wheel),
)
