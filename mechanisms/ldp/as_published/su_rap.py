"""suRAP and suRAP-Sample as published: bits of which those of non-sensitive answers are only set if they are held."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import WORDS, ceil_at_exp, floor_at_exp
from mechanisms.ldp.as_published.reproduction import Reproduction, Sent, Supports, Truth
from mechanisms.ldp.shapes.sets.sampled import SampledChannel
from mechanisms.ldp.shapes.sets.sensitive_bits import SensitiveBitsChannel


def _bits_channel(answers: int, sensitive: int, each: Fraction, positions: int) -> SensitiveBitsChannel:
    """Returns a channel of bits. Each bit costs `each`; two sets differ in so many positions."""
    flip_below = ceil_at_exp(lambda e: WORDS / (e + 1), each)
    return SensitiveBitsChannel(
        answers=answers,
        one_below=WORDS - flip_below,
        zero_below=flip_below,
        most=positions,
        sensitive=sensitive,
        clear_below=floor_at_exp(lambda e: WORDS * (1 - 1 / e), each),
    )


@dataclass(frozen=True, kw_only=True)
class SuRAPAsPublished(Reproduction):
    """Write the set as k bits; flip those of sensitive answers, and only ever clear those of the others.

    Guarantee    epsilon of the protected part between any two sets, and of the whole report between any two that hold
                 what it names. That the sets of people are of one size is all that is assumed.
    Shapes       answer a set of exactly m of k answers; report the sensitive bits, and the others that are 1.
    Error        unbiased: sensitive (F/n - q)/(p - q), others F/(n r).
    Source       Cao, Zhu, He, Zhang 2022, suRAP: p = e^(epsilon/2m) / (e^(epsilon/2m) + 1), q = 1 - p,
                 r = 1 - e^(-epsilon/2m).
    Departures   q is rounded up and r down to multiples of 2**-32. The catalogue's surap takes sets of several sizes.
    """

    slug: ClassVar[str] = "surap-as-published"
    name: ClassVar[str] = "suRAP as published"
    version: ClassVar[int] = 1

    @cached_property
    def channel(self) -> SensitiveBitsChannel:
        positions = 2 * self.members
        return _bits_channel(self.answers, self.sensitive, Fraction(self.epsilon) / positions, positions)

    def reports(self, answer_set: frozenset[int]) -> Mapping[Sent, Fraction]:
        return self._as_sent(self.channel.report_probabilities(answer_set))

    def supports(self, sent: Sent) -> list[int]:
        return [*sent.protected, *(int(answer in sent.named) for answer in range(self.sensitive, self.answers))]

    def lines(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        channel = self.channel
        return (channel.q, channel.p - channel.q), (Fraction(0), channel.clear)

    def _supports_of(self, truth: Truth, entropy: Entropy) -> Supports:
        return self.channel.supports(self.channel.perturb_many(truth, entropy)).astype(np.int64)

    def _as_sent(self, law: Mapping[int | bytes, Fraction]) -> Mapping[Sent, Fraction]:
        probabilities = {}
        for report, chance in law.items():
            if isinstance(report, bytes) and chance:
                bits = np.unpackbits(np.frombuffer(report, dtype=np.uint8), count=self.answers)
                protected = tuple(int(bit) for bit in bits[: self.sensitive])
                probabilities[Sent(protected=protected, named=self._named(np.flatnonzero(bits)))] = chance
        return probabilities


@dataclass(frozen=True, kw_only=True)
class SuRAPSampleAsPublished(SuRAPAsPublished):
    """Draw one of m members, and write it alone as k bits, with epsilon / 2 a bit.

    Guarantee    epsilon of the protected part between any two sets, and of the whole report between any two that hold
                 what it names.
    Shapes       answer a set of exactly m of k answers; report the sensitive bits, and at most one other answer.
    Error        unbiased: m times the estimates of suRAP with m = 1.
    Source       Cao, Zhu, He, Zhang 2022, suRAP-Sample.
    Departures   q is rounded up and r down to multiples of 2**-32.
    """

    slug: ClassVar[str] = "surap-sample-as-published"
    name: ClassVar[str] = "suRAP-Sample as published"
    version: ClassVar[int] = 1

    @cached_property
    def channel(self) -> SensitiveBitsChannel:
        return _bits_channel(self.answers, self.sensitive, Fraction(self.epsilon) / 2, 2)

    def reports(self, answer_set: frozenset[int]) -> Mapping[Sent, Fraction]:
        return self._as_sent(self._sampled.report_probabilities(answer_set))

    def lines(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        (low, stretch), (_, clear) = super().lines()
        return (low, stretch / self.members), (Fraction(0), clear / self.members)

    def _supports_of(self, truth: Truth, entropy: Entropy) -> Supports:
        return self._sampled.supports(self._sampled.perturb_many(truth, entropy)).astype(np.int64)

    @property
    def _sampled(self) -> SampledChannel:
        ratio = self.channel.worst_ratio
        return SampledChannel(answers=self.answers, pad_to=self.members, of_one=self.channel, ratio=ratio)
