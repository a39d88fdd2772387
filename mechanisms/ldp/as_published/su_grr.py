"""suGRR and suGRR-Sample as published: members of a set, each told or replaced by a sensitive answer."""

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import WORDS, floor_at_exp
from mechanisms.ldp.as_published.reproduction import Reproduction, Sent, Supports, Truth
from mechanisms.ldp.shapes.numbered import read_numbers
from mechanisms.ldp.shapes.sets.padding import members_of_many
from mechanisms.ldp.shapes.sets.sampled import SampledChannel
from mechanisms.ldp.shapes.sets.truth import TruthChannel


def _truth_channel(answers: int, sensitive: int, epsilon: Fraction) -> TruthChannel:
    below = floor_at_exp(lambda e: WORDS * (e - 1) / (e + sensitive - 1), epsilon)
    return TruthChannel(answers=answers, sensitive=sensitive, truth_below=below)


@dataclass(frozen=True, kw_only=True)
class SuGRRAsPublished(Reproduction):
    """Tell each of m members, or any sensitive answer in its place, with epsilon / m each.

    Guarantee    of reports that name nothing in clear, less than epsilon. The protected part, as it is defined, has no
                 bound over all sets: so many names have no probability under a set with more sensitive answers.
    Shapes       answer a set of exactly m of k answers; report m answers in no order.
    Error        unbiased: sensitive (F/n - m q)/(p - q), others F/(n r), F how often an answer is reported.
    Source       Cao, Zhu, He, Zhang 2022, suGRR: p = e^(epsilon/m) / (e^(epsilon/m) + s - 1), q = (1 - p)/(s - 1) of
                 the s sensitive answers, r = p - q.
    Departures   r is rounded down to a multiple of 2**-32.
    """

    slug: ClassVar[str] = "sugrr-as-published"
    name: ClassVar[str] = "suGRR as published"
    version: ClassVar[int] = 1

    @cached_property
    def channel(self) -> TruthChannel:
        return _truth_channel(self.answers, self.sensitive, Fraction(self.epsilon) / self.members)

    def reports(self, answer_set: frozenset[int]) -> Mapping[Sent, Fraction]:
        laws = [self.channel.report_probabilities(answer) for answer in sorted(answer_set)]
        probabilities: dict[Sent, Fraction] = defaultdict(Fraction)
        for told in itertools.product(range(self.answers), repeat=self.members):
            chance = math.prod((law[answer] for law, answer in zip(laws, told, strict=True)), start=Fraction(1))
            if chance:
                probabilities[self._sent(told)] += chance
        return probabilities

    def supports(self, sent: Sent) -> list[int]:
        return [sent.protected.count(answer) + (answer in sent.named) for answer in range(self.answers)]

    def lines(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        channel = self.channel
        return (self.members * channel.q, channel.p - channel.q), (Fraction(0), channel.clear)

    def _supports_of(self, truth: Truth, entropy: Entropy) -> Supports:
        members = members_of_many(truth, self.members)
        told = read_numbers(self.channel.perturb_many(members.reshape(-1), entropy)).astype(np.int64)
        places = np.repeat(np.arange(len(truth)), self.members) * self.answers + told
        return np.bincount(places, minlength=truth.size).reshape(truth.shape)

    def _sent(self, told: tuple[int, ...]) -> Sent:
        protected = tuple(sorted(answer for answer in told if answer < self.sensitive))
        return Sent(protected=protected, named=self._named(list(told)))


@dataclass(frozen=True, kw_only=True)
class SuGRRSampleAsPublished(SuGRRAsPublished):
    """Draw one of m members, and tell it or any sensitive answer in its place, with all of epsilon.

    Guarantee    of reports that name nothing in clear, less than epsilon; that nothing was named has no bound, for it
                 is certain of a set of sensitive answers alone and of no other.
    Shapes       answer a set of exactly m of k answers; report one answer.
    Error        unbiased: sensitive m (F/n - q)/(p - q), others m F/(n r).
    Source       Cao, Zhu, He, Zhang 2022, suGRR-Sample.
    Departures   r is rounded down to a multiple of 2**-32. The catalogue's sugrr spends what sampling leaves over.
    """

    slug: ClassVar[str] = "sugrr-sample-as-published"
    name: ClassVar[str] = "suGRR-Sample as published"
    version: ClassVar[int] = 1

    @cached_property
    def channel(self) -> TruthChannel:
        return _truth_channel(self.answers, self.sensitive, Fraction(self.epsilon))

    def reports(self, answer_set: frozenset[int]) -> Mapping[Sent, Fraction]:
        law = self._sampled.report_probabilities(answer_set)
        return {self._sent((told,)): chance for told, chance in law.items() if isinstance(told, int) and chance}

    def lines(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        channel = self.channel
        of_sensitive = channel.q, (channel.p - channel.q) / self.members
        return of_sensitive, (Fraction(0), channel.clear / self.members)

    def _supports_of(self, truth: Truth, entropy: Entropy) -> Supports:
        return self._sampled.supports(self._sampled.perturb_many(truth, entropy)).astype(np.int64)

    @property
    def _sampled(self) -> SampledChannel:
        ratio = 1 + (self.channel.p / self.channel.q - 1) / self.members
        return SampledChannel(answers=self.answers, pad_to=self.members, of_one=self.channel, ratio=ratio)
