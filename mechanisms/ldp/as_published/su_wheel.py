"""The published suWheel mechanism turns a wheel for all members of a set, and sends in clear the others that it does
not hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from mechanisms.common.entropy import Entropy
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.as_published.reproduction import Reproduction, Sent, Supports, Truth
from mechanisms.ldp.sets.wheel import wheel_channel
from mechanisms.ldp.shapes.sets.polynomials import MERSENNE
from mechanisms.ldp.shapes.sets.wheel import WheelChannel


@dataclass(frozen=True, kw_only=True)
class SuWheelAsPublished(Reproduction):
    """Turn a wheel for all m members; name each non-sensitive one whose arc does not hold the place.

    Guarantee    epsilon of the place alone. The whole report has no bound: a missing name that no arc explains is no
                 non-sensitive answer, so it proves a sensitive one.
    Shapes       answer a set of exactly m of k answers; report a hash function, a place, and the members named.
    Error        unbiased: sensitive (C/n - p)/(p e^epsilon/Omega - p), C people whose place lies in its arc; others
                 C/(n r), C people who name it and r = 1 - p e^epsilon/Omega.
    Source       Cao, Zhu, He, Zhang 2022, suWheel.
    Departures   a hash function for each person, for which the published chances hold, on a circle of `places` places.
    """

    slug: ClassVar[str] = "suwheel-as-published"
    name: ClassVar[str] = "suWheel as published"
    version: ClassVar[int] = 1

    places: int = MERSENNE
    word_bits: int = WORD_BITS

    @classmethod
    def example(cls) -> Self:
        return cls(answers=4, sensitive=2, members=2, epsilon="1", places=5, word_bits=9)

    @cached_property
    def channel(self) -> WheelChannel:
        both = {"places": self.places, "word_bits": self.word_bits}
        return wheel_channel(self.answers, self.members, Fraction(self.epsilon), **both)

    def reports(self, answer_set: frozenset[int]) -> Mapping[Sent, Fraction]:
        law = self.channel.report_probabilities(answer_set)
        turned = np.frombuffer(b"".join(report for report in law if isinstance(report, bytes)), dtype=np.uint8)
        inside = self.channel.supports(turned.reshape(len(law), -1))
        probabilities = {}
        for report, chance, supported in zip(
            turned.view(">u4").reshape(len(law), -1), law.values(), inside, strict=True
        ):
            named = self._named([answer for answer in answer_set if not supported[answer]])
            probabilities[Sent(protected=tuple(report.tolist()), named=named)] = chance
        return probabilities

    def supports(self, sent: Sent) -> list[int]:
        packed = np.array([sent.protected], dtype=">u4").view(np.uint8).reshape(1, -1)
        sensitive = self.channel.supports(packed)[0, : self.sensitive].tolist()
        return [*sensitive, *(int(answer in sent.named) for answer in range(self.sensitive, self.answers))]

    def lines(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        channel = self.channel
        return (channel.q, channel.p - channel.q), (Fraction(0), 1 - channel.p)

    def _supports_of(self, truth: Truth, entropy: Entropy) -> Supports:
        inside = self.channel.supports(self.channel.perturb_many(truth, entropy)).astype(np.int64)
        inside[:, self.sensitive :] = truth[:, self.sensitive :] & (inside[:, self.sensitive :] == 0)
        return inside
