"""suGRR draws one member of a set and reports it, or a sensitive answer in its place."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.ldp.sets.sensitive_answers import SensitiveAnswers
from mechanisms.ldp.shapes.sets.sampled import SampledChannel
from mechanisms.ldp.shapes.sets.truth import TruthChannel


@dataclass(frozen=True, kw_only=True)
class SampledTruthChannel(SampledChannel):
    """This is a sampled channel that tells non-sensitive answers."""

    of_one: TruthChannel

    @property
    def clear(self) -> Fraction:
        return self.of_one.clear / self.pad_to


@dataclass(frozen=True, kw_only=True)
class SuGRR(SensitiveAnswers, PaddedSets):
    """Fill the set up to m members with sensitive dummies, draw one, and tell it or any sensitive one.

    Guarantee    a report of a sensitive answer or a dummy is at most e^epsilon times likelier under any set than under
                 any other (unit: the whole set of one person). A report of a non-sensitive answer proves that it is
                 held, and nothing else: it is equally likely under all sets that hold it. A report is one answer, so
                 this is all of it; how many answers the set holds is protected as a sensitive answer is.
    Sensitivity  none needed: any two padded sets are bounded, however many members they share.
    Shapes       answer frozenset of at most m = pad_to int in [0, k), the first s of them sensitive, or
                 bool[people, k]; report int in [0, k + m), one byte up to 256, else two; estimate float[k], the share
                 of people whose set holds the answer.
    Error        exactly unbiased for sets of up to m; larger ones are refused, never cut. variance(share, reports) is
                 exact and grows with m^2.
    Source       Cao, Zhu, He, Zhang 2022 (suGRR-Sample), for the mechanism; Murakami, Kawamoto, USENIX Security 2019,
                 for what is done to the member drawn.
    Departures   not the published suGRR, of which m outputs together have no bound (docs/decisions/0014). One member is
                 drawn, r = (g - 1) / (s + m + g - 1) with g = m (e^epsilon - 1) + 1, what sampling allows, rounded down
                 to a multiple of 2**-32; dummies are all different and sensitive.
    """

    slug: ClassVar[str] = "sugrr"
    name: ClassVar[str] = "suGRR"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = SampledChannel.shape
    neighbours: ClassVar[str] = "any two sets of at most pad_to answers of one person that hold what is named in clear"

    def _integers(self, epsilon: Fraction) -> SampledTruthChannel:
        members, protected = self.answers + self.pad_to, self.sensitive + self.pad_to
        if members > TruthChannel.most_answers:
            most = TruthChannel.most_answers
            raise ValueError(f"answers and dummies are {members}; the shape truth takes at most {most}")

        def told(growth: Fraction) -> Fraction:
            gain = self.pad_to * (growth - 1)
            return WORDS * gain / (protected + gain)

        of_one = TruthChannel(
            answers=members,
            sensitive=self.sensitive,
            dummies=self.pad_to,
            # The threshold is rounded down: telling the truth more often would spend more.
            truth_below=floor_at_exp(told, epsilon),
        )
        ratio = 1 + (of_one.p / of_one.q - 1) / self.pad_to
        return SampledTruthChannel(answers=self.answers, pad_to=self.pad_to, of_one=of_one, ratio=ratio)
