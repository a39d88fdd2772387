"""This module is about shape `wheel`: a report is a hash function and a place on a circle.

The set is filled up to exactly m different members of k + m (shapes.padding). To perturb it, with words uniform on
[0, W):
1. m + 1 numbers uniform below P are read as in shape `choice`: the hash function of shapes.polynomials. They are drawn
   without looking at the set, so anybody may know them.
2. Two words are read, the higher first: a number of twice the bits. With the arcs that start at the hashes of the
   members it picks a place (shapes.arcs).

How many words are read depends on the words alone. A report supports every answer whose arc holds the place: `p` is the
part of all numbers that pick a place of one arc, whatever the others cover; an answer that is not held has a hash that
is independent of all of this, so its `q` is exactly the part of the circle that an arc is.

Packed as the m + 1 numbers and the place, four bytes each, the highest first.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words, uniform_below
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks, rows_of_words
from mechanisms.ldp.shapes.possible_counts import check_each
from mechanisms.ldp.shapes.sets.arcs import Arcs
from mechanisms.ldp.shapes.sets.padding import members_of, members_of_many
from mechanisms.ldp.shapes.sets.polynomials import MERSENNE, Numbers, binomials, hash_of, hashes_at, hashes_in_turn

_MOST_ENUMERATED = 100_000
_PEOPLE_OF_BLOCK = 1 << 14
_NUMBER_BYTES = 4


@dataclass(frozen=True, kw_only=True)
class WheelChannel:
    """A wheel channel draws a position on a circle; a position in the arcs of the members, of `arc` positions each, has
    a weight of `inside`."""

    shape: ClassVar[str] = "wheel"
    most_answers: ClassVar[int] = 1 << 20

    answers: int
    pad_to: int
    arc: int
    inside: int
    places: int = MERSENNE
    word_bits: int = WORD_BITS

    @property
    def spec(self) -> dict[str, str | int]:
        """Returns the parameters for JSON, with `inside` as text: it may not fit the 53 bits of a number in JSON."""
        return {
            "shape": self.shape,
            "answers": self.answers,
            "pad_to": self.pad_to,
            "places": self.places,
            "arc": self.arc,
            "inside": str(self.inside),
        }

    @cached_property
    def arcs(self) -> Arcs:
        numbers = 1 << 2 * self.word_bits
        return Arcs(places=self.places, arc=self.arc, most=self.pad_to, inside=self.inside, numbers=numbers)

    @property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bound of each random word that one person reads, in order: ANY where none is drawn again."""
        return (*(self.places for _ in range(self.pad_to + 1)), ANY, ANY)

    @property
    def words(self) -> int:
        return self.pad_to + 3

    @property
    def report_bytes(self) -> int:
        return _NUMBER_BYTES * (self.pad_to + 2)

    @property
    def p(self) -> Fraction:
        return Fraction(self.arc * self.inside, self.arcs.numbers)

    @property
    def q(self) -> Fraction:
        return Fraction(self.arc, self.places)

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        raise ValueError("any m + 1 hashes are independent, not m + 2: of two answers beside a set nothing is known")

    @property
    def most_supported(self) -> int:
        return self.answers

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio between the chances of a report under any one hash function."""
        return self.arcs.worst_ratio

    def perturb(self, answer: Answer, entropy: Entropy) -> bytes:
        members = members_of(answer, self.answers, self.pad_to)
        drawn = [uniform_below(self.places, entropy, word_bits=self.word_bits) for _ in range(self.pad_to + 1)]
        number = (entropy.word() << self.word_bits) + entropy.word()
        coefficients = np.array([drawn], dtype=np.uint32)
        starts = hashes_at(coefficients, np.array([members]), self._table, self.places)[0].tolist()
        return self._bytes_of([*drawn, self.arcs.pick(starts, number)])

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""
        return in_blocks(
            answers,
            _PEOPLE_OF_BLOCK,
            lambda some: self.packed(some, rows_of_words(len(some), self.bounds, entropy, word_bits=self.word_bits)),
        )

    def packed(self, answers: Answers, words: Words) -> Packed:
        """Returns the packed reports that people with these sets draw from these words: [people, words]."""
        members = members_of_many(answers.astype(np.bool_), self.pad_to)
        report = np.empty((len(members), self.pad_to + 2), dtype=">u4")
        report[:, :-1] = words[:, :-2] % np.uint32(self.places)
        starts = hashes_at(report[:, :-1].astype(np.uint32), members, self._table, self.places)
        numbers = words[:, -2].astype(np.uint64) << np.uint64(self.word_bits) | words[:, -1]
        report[:, -1] = self.arcs.pick_many(starts, numbers)
        return report.view(np.uint8).reshape(len(members), self.report_bytes)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        functions = self.places ** (self.pad_to + 1)
        if functions * self.places > _MOST_ENUMERATED:
            raise ValueError(f"a circle of {self.places} places has too many reports; {_MOST_ENUMERATED} are listed")
        members = members_of(answer, self.answers, self.pad_to)
        return {
            self._bytes_of([*drawn, place]): Fraction(weight, self.arcs.numbers * functions)
            for drawn in itertools.product(range(self.places), repeat=self.pad_to + 1)
            for place, weight in enumerate(
                self.arcs.weights([hash_of(list(drawn), member, self.places) for member in members])
            )
        }

    def pack(self, report: Report) -> bytes:
        if not isinstance(report, bytes):
            raise ValueError("the report of a wheel is bytes, already packed")
        self.check_report(report)
        return report

    def check_report(self, record: bytes) -> None:
        if len(record) != self.report_bytes:
            raise ValueError(f"the report has {len(record)} bytes; this question needs {self.report_bytes}")
        if max(np.frombuffer(record, dtype=">u4").tolist()) >= self.places:
            raise ValueError(f"the report holds a number beyond the {self.places} places of the circle")

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports support each answer, exactly: every answer is hashed under every report's
        function."""
        counts = np.zeros(self.answers, dtype=np.int64)
        for start in range(0, len(packed), _PEOPLE_OF_BLOCK):
            for answer, inside in enumerate(self._inside(packed[start : start + _PEOPLE_OF_BLOCK])):
                counts[answer] += np.count_nonzero(inside)
        return counts

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that no count exceeds the number of reports: a position may lie in the arc of no answer, or of all."""
        check_each(counts, 0, reports)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answers each report supports: [people, answers] of 0 and 1."""
        return np.stack([inside.astype(np.uint8) for inside in self._inside(packed)], axis=1)

    @cached_property
    def _table(self) -> Numbers:
        return binomials(self.answers + self.pad_to, self.pad_to, self.places)

    def _inside(self, packed: Packed) -> "map[NDArray[np.bool_]]":
        """Yields, for one answer after the other, a column that says for each person whether the position lies in the
        arc of that answer."""
        numbers = np.ascontiguousarray(packed).view(">u4").astype(np.uint32)
        if numbers.size and numbers.max() >= self.places:
            raise ValueError(f"a report holds a number beyond the {self.places} places of the circle")
        place, circle = np.ascontiguousarray(numbers[:, -1]), np.uint32(self.places)

        def holds(start: NDArray[np.uint32]) -> NDArray[np.bool_]:
            behind = place - start
            forward = np.minimum(behind, behind + circle)  # A difference below zero wraps; adding one circle mends it.
            return np.asarray(forward < self.arc)

        return map(holds, hashes_in_turn(numbers[:, :-1], self.answers, self.places))

    def _bytes_of(self, numbers: list[int]) -> bytes:
        return np.array(numbers, dtype=">u4").tobytes()
