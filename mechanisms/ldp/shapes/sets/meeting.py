"""This module is about shape `meeting`: a report is a set of exactly `size` members, which meets the true set or does
not.

The true set is filled up to exactly m different members of D = k + m (shapes.padding). To perturb it, with words
uniform on [0, W):
1. A try is read: a word w, then for j = 0 ... size - 1 a number o_j uniform on [0, D - j) as in shape `choice`. It
   *meets* when j + o_j >= k for any j.
2. Tries are read until both kinds have occurred. The report is wanted to meet when the w of the first try is below
   meets_below; the first try of the wanted kind is taken.
3. The members stand in a row, those that are not held first, each part in order. For j = 0 ... size - 1 the j-th and
   the (j + o_j)-th of the row change places; the report is the first `size` of the row.

A try that meets picks one of the last m of the row, the members held, so the tries of each kind are uniform in it. The
kind of a try is read off its numbers, never off the true set: how many words are read depends on the words alone, and
whether the first or the last try is taken says nothing either, for both have always been read. Packed as in shape
`bits`, one bit for each of the D members; exactly `size` bits are 1.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy, Words, uniform_below
from mechanisms.common.thresholds import WORD_BITS
from mechanisms.ldp.shapes.bitset import bytes_for, check_bits_of_size, count_bits_of_size
from mechanisms.ldp.shapes.channel import Answer, Answers, Counts, Packed, Report
from mechanisms.ldp.shapes.drawn_words import ANY, in_blocks, remainder
from mechanisms.ldp.shapes.possible_counts import check_each, check_sum_beside
from mechanisms.ldp.shapes.sets.padding import Truth, members_of, members_of_many
from mechanisms.ldp.shapes.sets.tries import first_of_each_kind

_MOST_ENUMERATED = 100_000
# So many positions are shuffled at once: fewer cost overhead, more leave the processor's cache.
_PLACES_OF_BLOCK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class MeetingChannel:
    """This is a uniform set of `size` members that meets the true one when a word is below `meets_below`, else misses
    it."""

    shape: ClassVar[str] = "meeting"
    most_answers: ClassVar[int] = 4096

    answers: int
    pad_to: int
    size: int
    meets_below: int
    word_bits: int = WORD_BITS

    def __post_init__(self) -> None:
        if not 1 <= self.size <= self.answers:
            raise ValueError(f"size is {self.size}; a set that may miss all members held has 1 to {self.answers}")

    @property
    def spec(self) -> dict[str, str | int]:
        return {
            "shape": self.shape,
            "answers": self.answers,
            "pad_to": self.pad_to,
            "size": self.size,
            "meets_below": self.meets_below,
        }

    @property
    def members(self) -> int:
        return self.answers + self.pad_to

    @cached_property
    def bounds(self) -> tuple[int, ...]:
        """Returns the bounds of the words of one try."""
        return (ANY, *(self.members - place for place in range(self.size)))

    @property
    def words(self) -> int:
        """Returns the number of words of two tries, the fewest that hold both kinds."""
        return 2 * len(self.bounds)

    @property
    def report_bytes(self) -> int:
        return bytes_for(self.members)

    @property
    def chance_to_meet(self) -> Fraction:
        return Fraction(self.meets_below, 1 << self.word_bits)

    @cached_property
    def missing(self) -> Fraction:
        """Returns the part of all sets of the reported size that contain no member held."""
        return missing_part(self.answers, self.pad_to, self.size)

    @cached_property
    def p(self) -> Fraction:
        return self.chance_to_meet * Fraction(self.size, self.members) / (1 - self.missing)

    @cached_property
    def q(self) -> Fraction:
        """Returns the chance that an answer not held is supported.

        The `size` places of a set that misses are shared by the k members not held; those of any set, by all D.
        """
        alone = self.missing * Fraction(self.size, self.answers)
        with_others = Fraction(self.size, self.members) - alone
        return self.chance_to_meet * with_others / (1 - self.missing) + (1 - self.chance_to_meet) * Fraction(
            self.size, self.answers
        )

    @property
    def pair_support(self) -> tuple[Fraction, Fraction]:
        """Returns the chances for two answers; a set with an answer that is held meets, whether or not the other answer
        is held too."""
        whole, part = ((math.comb(many, 2)) for many in (self.members, self.answers))
        with_held = Fraction(math.comb(self.size, 2), whole)
        without = Fraction(math.comb(self.size, 2), part)
        meets = self.chance_to_meet / (1 - self.missing)
        return meets * with_held, meets * (with_held - self.missing * without) + (1 - self.chance_to_meet) * without

    @property
    def most_supported(self) -> int:
        return min(self.answers, self.size)  # Some of the members that a report names may be dummies.

    @property
    def worst_ratio(self) -> Fraction:
        """Returns the worst ratio: that of a report under a set that it meets and one that it does not."""
        ratio = self.chance_to_meet * self.missing / ((1 - self.chance_to_meet) * (1 - self.missing))
        return max(ratio, 1 / ratio)

    def perturb(self, answer: Answer, entropy: Entropy) -> bytes:
        members = members_of(answer, self.answers, self.pad_to)
        first, numbers = entropy.word(), self._numbers(entropy)
        tries = {self._meets(numbers): numbers}
        while len(tries) < 2:
            entropy.word()
            numbers = self._numbers(entropy)
            tries.setdefault(self._meets(numbers), numbers)
        row = [*sorted(set(range(self.members)) - set(members)), *members]
        for place, number in enumerate(tries[first < self.meets_below]):
            row[place], row[place + number] = row[place + number], row[place]
        return self._bytes_of(row[: self.size])

    def perturb_many(self, answers: Answers, entropy: Entropy) -> Packed:
        """Returns the packed reports of `perturb` for one person after the other, on the same words."""

        def draw(some: Answers) -> Packed:
            tries = first_of_each_kind(
                len(some), self.bounds, self._all_meet, self.meets_below, entropy, word_bits=self.word_bits
            )
            return self._packed(some.astype(np.bool_), tries)

        return in_blocks(answers, _PLACES_OF_BLOCK // self.members, draw)

    def report_probabilities(self, answer: Answer) -> Mapping[Report, Fraction]:
        reports = math.comb(self.members, self.size)
        if reports > _MOST_ENUMERATED:
            raise ValueError(f"{self.answers} answers have too many reports; at most {_MOST_ENUMERATED} are listed")
        members = set(members_of(answer, self.answers, self.pad_to))
        meeting = self.chance_to_meet / (reports * (1 - self.missing))
        missing = (1 - self.chance_to_meet) / (reports * self.missing)
        return {
            self._bytes_of(drawn): missing if members.isdisjoint(drawn) else meeting
            for drawn in itertools.combinations(range(self.members), self.size)
        }

    def pack(self, report: Report) -> bytes:
        if not isinstance(report, bytes):
            raise ValueError("the report of a set is bytes, already packed")
        self.check_report(report)
        return report

    def check_report(self, record: bytes) -> None:
        check_bits_of_size(record, self.members, self.size)

    def count(self, packed: Packed) -> Counts:
        """Returns how many sets hold each answer; reports stay packed, and those of the dummies are left out."""
        return count_bits_of_size(packed, self.members, self.size)[: self.answers]

    def check_counts(self, counts: Counts, reports: int) -> None:
        """Checks that counts are possible. Every report holds `size` members, some of which may be dummies."""
        check_each(counts, 0, reports)
        check_sum_beside(counts, reports, each=self.size, hidden=self.pad_to)

    def supports(self, packed: Packed) -> Packed:
        """Returns which answers each report holds: [people, answers] of 0 and 1."""
        return np.unpackbits(packed, axis=1, count=self.answers)

    def _numbers(self, entropy: Entropy) -> list[int]:
        return [uniform_below(bound, entropy, word_bits=self.word_bits) for bound in self.bounds[1:]]

    def _meets(self, numbers: list[int]) -> bool:
        return any(place + number >= self.answers for place, number in enumerate(numbers))

    def _all_meet(self, words: Words) -> NDArray[np.bool_]:
        """Returns which of these tries meet: [tries]."""
        meets = np.zeros(len(words), dtype=np.bool_)
        for place, bound in enumerate(self.bounds[1:]):
            meets |= remainder(words[:, 1 + place], bound) >= self.answers - place
        return meets

    def _bytes_of(self, drawn: list[int] | tuple[int, ...]) -> bytes:
        bits = np.zeros(self.members, dtype=np.uint8)
        bits[list(drawn)] = 1
        return np.packbits(bits).tobytes()

    def _packed(self, truth: Truth, tries: Words) -> Packed:
        """Returns the packed reports of people, drawn by their tries. The rows of all people lie side by side, so that
        each position is one run of memory."""
        people, person = len(truth), np.arange(len(truth))
        true = np.ascontiguousarray(members_of_many(truth, self.pad_to).T.astype(np.uint16))
        rows = np.repeat(np.arange(self.members, dtype=np.uint16), people)
        drawn = np.zeros(people * self.members, dtype=np.uint8)
        for place, bound in enumerate(self.bounds[1:]):
            chosen = remainder(tries[:, 1 + place], bound).astype(np.intp)
            chosen += place
            chosen *= people
            chosen += person
            picked = rows.take(chosen)
            rows[chosen] = rows[place * people : (place + 1) * people]
            drawn[person * self.members + self._named(picked, true)] = 1
        return np.packbits(drawn.reshape(people, self.members), axis=1)

    def _named(self, places: NDArray[np.uint16], true: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Returns which member stands at these positions of each person's row; `true` [pad_to, people] are the members
        held."""
        named = places.copy()
        for member in true:
            # The held members ascend, so each member that is passed moves the numbers above it up.
            named += named >= member
        in_answer = np.flatnonzero(places >= self.answers)
        named[in_answer] = true[places[in_answer] - self.answers, in_answer]
        return named


def missing_part(answers: int, pad_to: int, size: int) -> Fraction:
    """Returns the part of all sets of `size` among answers + pad_to members that misses a given set of `pad_to`."""
    return Fraction(math.comb(answers, size), math.comb(answers + pad_to, size))
