"""Padding and sampling draws one member of a set at random and reports it by a mechanism of one answer."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, cast

from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.ldp.one_answer.hadamard_response import HadamardResponse
from mechanisms.ldp.one_answer.local_hashing import BinaryLocalHashing, OptimizedLocalHashing
from mechanisms.ldp.one_answer.optimized_unary_encoding import OptimizedUnaryEncoding
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection
from mechanisms.ldp.one_answer.symmetric_unary_encoding import SymmetricUnaryEncoding
from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.ldp.shapes.channel import DrawnChannel
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.sets.sampled import SampledChannel

OF_ONE: dict[str, type[FrequencyOracle]] = {
    offered.slug: offered
    for offered in (
        GeneralizedRandomizedResponse,
        OptimizedUnaryEncoding,
        SymmetricUnaryEncoding,
        SubsetSelection,
        HadamardResponse,
        BinaryLocalHashing,
        OptimizedLocalHashing,
    )
}


@dataclass(frozen=True, kw_only=True)
class PaddingAndSampling(PaddedSets):
    """Fill the set up to m members with different dummies, draw one, and report it by a mechanism of one answer.

    Guarantee    epsilon-LDP per report (neighbours: any two sets of at most m = pad_to answers of one person); also
                 hidden is how many answers the set holds.
    Sensitivity  none needed: any two padded sets are bounded, however many members they share.
    Shapes       answer frozenset of at most m int in [0, k), or bool[people, k]; report that of the mechanism `of_one`
                 over k + m answers; estimate float[k], the share of people whose set holds the answer.
    Error        exactly unbiased for sets of up to m; larger ones are refused, never cut. variance(share, reports) is
                 exact and grows with m^2: of_one's at share / m, times m^2.
    Source       Qin, Yang, Yu, Khalil, Xiao, Ren 2016 (LDPMiner); Wang, Li, Jha, "Locally differentially private
                 frequent itemset mining", S&P 2018, for the gain of generalised randomised response by sampling.
    Departures   the dummies of one set are all different: drawn with repetition, as published, the gain is not private
                 (docs/decisions/0013). With generalised randomised response e^eps' = m (e^epsilon - 1) + 1, rounded
                 down to the 2**-32 of its threshold; every other mechanism runs at epsilon itself, and what is spent
                 is then stated as an upper bound.
    """

    slug: ClassVar[str] = "padding-and-sampling"
    name: ClassVar[str] = "Padding and sampling"
    version: ClassVar[int] = 1
    shape: ClassVar[str] = SampledChannel.shape

    of_one: str

    def _check_answers(self) -> None:
        super()._check_answers()
        if self.of_one not in OF_ONE:
            raise ValueError(f"of_one is {self.of_one!r}; a member of a set is reported by one of {', '.join(OF_ONE)}")

    def _integers(self, epsilon: Fraction) -> SampledChannel:
        if self.of_one == GeneralizedRandomizedResponse.slug:
            choice = self._amplified(epsilon)
            return self._sampled(choice, 1 + (choice.p / choice.q - 1) / self.pad_to)
        channel = OF_ONE[self.of_one](answers=self.answers + self.pad_to, epsilon=self.epsilon).channel
        return self._sampled(cast(DrawnChannel, channel), channel.worst_ratio)

    def _amplified(self, epsilon: Fraction) -> ChoiceChannel:
        """Returns the factor by which a kept member may be likelier than any other: m (e^epsilon - 1) + 1, as a member
        is drawn with chance 1 / m."""
        members = self.answers + self.pad_to
        if members > ChoiceChannel.most_answers:
            raise ValueError(
                f"answers and dummies are {members}; the shape choice takes at most {ChoiceChannel.most_answers}"
            )

        def kept(growth: Fraction) -> Fraction:
            weight = self.pad_to * (growth - 1) + 1
            return WORDS * weight / (weight + members - 1)

        # The threshold is rounded down: keeping the sampled member more often would spend more.
        return ChoiceChannel(answers=members, keep_below=floor_at_exp(kept, epsilon))

    def _sampled(self, of_one: DrawnChannel, ratio: Fraction) -> SampledChannel:
        return SampledChannel(answers=self.answers, pad_to=self.pad_to, of_one=of_one, ratio=ratio)
