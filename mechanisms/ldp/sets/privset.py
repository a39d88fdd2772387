"""This module is about a set of members that is likely to meet the true set."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, exp_bounds, floor_at_exp
from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.ldp.shapes.sets.meeting import MeetingChannel, missing_part

_UNIT = 1 << 128


@dataclass(frozen=True, kw_only=True)
class PrivSet(PaddedSets):
    """Report a uniform set of w members that meets the true set, with a high probability, else one that misses it.

    Guarantee    epsilon-LDP per report (neighbours: any two sets of at most m = pad_to answers of one person); also
                 hidden is how many answers the set holds.
    Sensitivity  none needed: any two padded sets are bounded, however many members they share.
    Shapes       answer frozenset of at most m int in [0, k), or bool[people, k]; report ceil((k + m)/8) bytes with
                 exactly w bits set, the first answer in the highest bit and the m dummies last; estimate float[k], the
                 share of people whose set holds the answer.
    Error        exactly unbiased for sets of up to m; larger ones are refused, never cut. variance(share, reports) is
                 exact. The least of the mechanisms of sets where m is small beside k, for up to some thousand answers
                 (at k = m = 4 and epsilon 8 flipped bits are more exact); m = 1 is subset selection with one dummy.
    Source       Wang, Huang, Nie, Wang, Xu, Yang 2018, "PrivSet: set-valued data analyses with local differential
                 privacy", INFOCOM.
    Departures   one threshold, rounded down to a multiple of 2**-32, decides whether the report meets the true set; the
                 rest is exactly uniform, drawn until both kinds of sets have occurred (docs/decisions/0013), so the
                 number of words is a matter of chance and of nothing else. w is the size up to half of the members with
                 the least mean variance, compared in whole numbers of 128 bits.
    """

    slug: ClassVar[str] = "privset"
    name: ClassVar[str] = "PrivSet"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = MeetingChannel.shape
    pairs_alike: ClassVar[bool] = True
    one_held_is_enough: ClassVar[bool] = True

    def _integers(self, epsilon: Fraction) -> MeetingChannel:
        if self.answers > MeetingChannel.most_answers:
            raise ValueError(
                f"answers is {self.answers}; the shape meeting takes at most {MeetingChannel.most_answers}"
            )
        size = self._best_size(epsilon)
        missing = missing_part(self.answers, self.pad_to, size)
        # The threshold is rounded down: a set that meets the true one more often would spend more.
        meets_below = floor_at_exp(lambda e: WORDS * e * (1 - missing) / (e * (1 - missing) + missing), epsilon)
        return MeetingChannel(answers=self.answers, pad_to=self.pad_to, size=size, meets_below=meets_below)

    def _best_size(self, epsilon: Fraction) -> int:
        """Returns the first of the sizes with the least mean variance over the members, of which each person holds
        m."""
        growth, _ = exp_bounds(epsilon, bits=64)
        members, missing = self.answers + self.pad_to, _UNIT
        best: tuple[Fraction, int] | None = None
        for size in range(1, min(self.answers, max(1, members // 2)) + 1):
            missing = missing * (self.answers - size + 1) // (members - size + 1)
            if missing == 0:
                break  # At this size nearly every drawn set meets the true one.
            variance = self._mean_variance(size, Fraction(missing, _UNIT), growth)
            best = min(best or (variance, size), (variance, size))
        assert best is not None  # noqa: S101  # at size 1 the part missed is k / (k + m), far above 2**-128
        return best[1]

    def _mean_variance(self, size: int, missing: Fraction, growth: Fraction) -> Fraction:
        members = self.answers + self.pad_to
        whole = growth * (1 - missing) + missing
        alone = missing * size / self.answers
        true = growth * Fraction(size, members) / whole
        other = (growth * (Fraction(size, members) - alone) + alone) / whole
        spread = self.pad_to * true * (1 - true) + self.answers * other * (1 - other)
        return Fraction(int(_UNIT * spread / (true - other) ** 2), _UNIT)
