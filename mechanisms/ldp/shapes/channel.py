"""A channel is the interface that every shape of report offers to mechanisms."""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words

Report = int | bytes
Answer = int | frozenset[int]
# One answer for each person, or a set of answers as a row of truth values.
Answers = NDArray[np.int64] | NDArray[np.bool_]
Packed = NDArray[np.uint8]
Counts = NDArray[np.int64]


class Channel(Protocol):
    """Integers that say how a device turns an answer into a report.

    A report supports some answers; `p` is the probability that it supports the true one, `q` that it supports any
    given other one. `pair_support` are the probabilities that it supports two given answers: the true one and another,
    and two others; ValueError if the latter depends on which two. `most_supported` is how many answers one report may
    support. `worst_ratio` is the largest ratio between the probabilities of one report under two answers.
    """

    shape: ClassVar[str]
    most_answers: ClassVar[int]

    @property
    def spec(self) -> dict[str, str | int]: ...

    @property
    def words(self) -> int: ...

    @property
    def report_bytes(self) -> int: ...

    @property
    def p(self) -> Fraction: ...

    @property
    def q(self) -> Fraction: ...

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]: ...

    @property
    def most_supported(self) -> int: ...

    @property
    def worst_ratio(self) -> Fraction: ...

    def perturb(self, answer: Answer, entropy: Entropy) -> Report: ...

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed: ...

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]: ...

    def pack(self, report: Report) -> bytes: ...

    def check_report(self, record: bytes) -> None: ...

    def count(self, packed: Packed) -> Counts: ...

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Raises ValueError if this number of reports cannot have these counts."""

    def supports(self, packed: Packed) -> Packed: ...


class DrawnChannel(Channel, Protocol):
    """This is a channel of one answer whose people each read the same number of words, so that others can draw for
    it."""

    @property
    def bounds(self) -> tuple[int, ...]: ...

    def packed(self, answers: Answers, words: Words) -> Packed: ...
