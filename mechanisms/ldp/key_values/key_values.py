"""This module holds the base of mechanisms whose answer is a set of keys, each with a number."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanisms.common.entropy import Entropy, Words
from mechanisms.common.intervals import normal_quantile, wilson
from mechanisms.ldp.estimates.comparison import ratio_interval
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.shapes.channel import Counts, Packed
from mechanisms.ldp.shapes.drawn_words import ANY, remainder, rows_of_words
from mechanisms.ldp.shapes.possible_counts import check_each
from mechanisms.ldp.shapes.sets.padding import members_of, members_of_many, sizes_of, truth_of_sets

LOWER, UPPER = range(2)
_BLOCK_PEOPLE = 1 << 12

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
KeyNumbers = Mapping[int, int]  # A mapping from keys to numbers.


class EndsChannel(Protocol):
    """An ends channel turns one of 2 k ends of keys, or a dummy, into a report that names ends.

    The end itself is named with `same_end`, the other end of its key with `other_end`, one certain end of another key
    with `other_key`. `worst_ratio` is the largest ratio of a report's chances under two people's sets of ends.
    """

    @property
    def spec(self) -> dict[str, str | int]: ...

    @property
    def word_bits(self) -> int: ...

    @property
    def bounds(self) -> tuple[int, ...]: ...

    @property
    def report_bytes(self) -> int: ...

    @property
    def same_end(self) -> Fraction: ...

    @property
    def other_end(self) -> Fraction: ...

    @property
    def other_key(self) -> Fraction: ...

    @property
    def worst_ratio(self) -> Fraction: ...

    def packed(self, ends: Integers, words: Words) -> Packed: ...

    def report_probabilities(self, end: int) -> Mapping[bytes, Fraction]: ...

    def check_report(self, record: bytes) -> None: ...

    def count(self, packed: Packed) -> Counts: ...

    def check_counts(self, counts: Counts, reports: int) -> None: ...


@dataclass(frozen=True, kw_only=True)
class KeyValues(LocalMechanism):
    """This is a question whose answer is a set of at most `pad_to` of its keys, with a number between bounds for each.

    The set is filled up with different dummies, one member is drawn, and its number goes to an end of its range by a
    rounding that is right on average; a subclass says how the end is reported. Every number has the same bounds: a
    rounding of its own for each key would read words as the key has it, and so tell which was drawn. The number of a
    key enters only as the place between the bounds, from -1 to 1; of two people with a key both count alike.
    """

    neighbours: ClassVar[str] = "any two sets of keys with numbers of one person, whatever their sizes"
    most_keys: ClassVar[int]

    keys: int
    pad_to: int
    grid: Grid

    @abstractmethod
    def _integers(self, epsilon: Fraction) -> EndsChannel:
        """Returns the channel whose thresholds are rounded to the side that spends less."""

    def _check_answers(self) -> None:
        for name, value, most in (("keys", self.keys, self.most_keys), ("pad_to", self.pad_to, self.keys)):
            if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
                raise ValueError(f"{name} is {value!r}; it is a whole number from 1 to {most}")
        if not isinstance(self.grid, Grid):
            raise ValueError(f"grid is {self.grid!r}; a number needs bounds and steps")
        if self.grid.steps != 1:
            raise ValueError(f"steps is {self.grid.steps}; a number goes to an end of its range, which is 1 step")

    @property
    def _question(self) -> str:
        return f"{self.pad_to} of {self.keys} keys"

    @cached_property
    def channel(self) -> EndsChannel:
        return self._integers(Fraction(self.epsilon))

    @property
    def worst_ratio(self) -> Fraction:
        return self.channel.worst_ratio

    @property
    def words(self) -> int:
        """Returns how many words a report reads, redraws not counted: the same whatever a person holds."""
        return len(self._bounds)

    @property
    def report_bytes(self) -> int:
        return self.channel.report_bytes

    def client_spec(self) -> dict[str, str | int]:
        return {**self.channel.spec, "pad_to": self.pad_to, **self.grid.spec}

    def perturb(self, answer: KeyNumbers, entropy: Entropy) -> bytes:
        """Returns the packed report of a person who holds these keys with these numbers, in units."""
        for key, number in answer.items():
            if not isinstance(key, int) or isinstance(key, bool) or not 0 <= key < self.keys:
                raise ValueError(f"a key is not one of the {self.keys} of this question")
            self.grid.check(number)
        self._check_sizes(len(answer))
        truth = np.zeros((1, self.keys), dtype=np.bool_)
        numbers = np.full((1, self.keys), self.grid.low, dtype=np.int64)
        truth[0, list(answer)] = True
        numbers[0, list(answer)] = list(answer.values())
        return self._reports(truth, numbers, entropy).tobytes()

    def perturb_many(self, key_sets: ArrayLike, numbers: ArrayLike, entropy: Entropy) -> Packed:
        """Returns packed reports [people, report_bytes] of who holds which key, and its number, both [people, keys].

        As `perturb` for one person after the other; the numbers of keys that a person does not hold are not read.
        """
        truth, given = truth_of_sets(key_sets, self.keys), np.asarray(numbers)
        if given.shape != truth.shape or (given.size and given.dtype.kind not in "iu"):
            raise ValueError(f"numbers must be whole numbers of units for each person and each of the {self.keys} keys")
        if truth.size:
            self._check_sizes(int(sizes_of(truth).max()))
        kept = np.full(truth.shape, self.grid.low, dtype=np.int64)
        kept[truth] = self.grid.numbers(given[truth])
        starts = range(0, max(1, len(kept)), _BLOCK_PEOPLE)
        blocks = [slice(start, start + _BLOCK_PEOPLE) for start in starts]
        return np.concatenate([self._reports(truth[block], kept[block], entropy) for block in blocks])

    def report_probabilities(self, answer: KeyNumbers) -> Mapping[bytes, Fraction]:
        """Returns the probability of every packed report: for proofs on small cases, as there are many reports."""
        probabilities: dict[bytes, Fraction] = {}
        for member in members_of(frozenset(answer), self.keys, self.pad_to):
            ends = {self.keys + member: Fraction(1)}  # A dummy has one end, with certainty.
            if member < self.keys:
                ends = {2 * member + end: chance for end, chance in self.grid.chances(answer[member]).items()}
            for end, drawn in ends.items():
                for report, chance in self.channel.report_probabilities(end).items():
                    probabilities[report] = probabilities.get(report, Fraction(0)) + drawn * chance / self.pad_to
        return probabilities

    def check_report(self, record: bytes) -> None:
        """Raises ValueError unless the device could have sent these bytes."""
        self.channel.check_report(record)

    def count(self, packed: Packed) -> Counts:
        """Returns how many reports name the lower and the upper end of each key: [keys, 2]. Counts of two batches
        add."""
        if packed.ndim != 2 or packed.shape[1] != self.report_bytes or packed.dtype != np.uint8:
            raise ValueError(f"packed reports must be bytes in rows of {self.report_bytes}")
        return self.channel.count(packed).reshape(self.keys, 2)

    def shares(self, counts: ArrayLike, reports: int) -> Floats:
        """Returns the part of the people who hold each key: unbiased, so it may lie outside [0, 1]: [keys]."""
        return self._as_shares(self._checked(counts, reports).sum(axis=1) / reports)

    def variance(self, share: ArrayLike, reports: int) -> Floats:
        """Returns the variance of a key's estimate at this share, when respondents are drawn at random from many
        people."""
        named = self._named(np.asarray(share, dtype=np.float64))
        return np.asarray(named * (1 - named) * self._of_share**2 / reports)

    def share_intervals(self, counts: ArrayLike, reports: int, confidence: float) -> Floats:
        """Returns Wilson's limits for the part who hold each key: [keys, 2]."""
        return self._as_shares(wilson(self._checked(counts, reports).sum(axis=1), reports, confidence))

    def leanings(self, counts: ArrayLike, reports: int) -> Floats:
        """Returns the mean position of each key's number over all people, -1 at the lower bound and 1 at the upper.

        0 for who does not hold it. Unbiased: [keys].
        """
        counted = self._checked(counts, reports)
        return np.asarray((counted[:, UPPER] - counted[:, LOWER]) / reports * self._of_leaning)

    def leaning_variance(self, share: ArrayLike, leaning: ArrayLike, reports: int) -> Floats:
        """Returns the variance of the leaning of a key with this share and leaning, for people drawn at random from
        many."""
        tilt = np.asarray(leaning, dtype=np.float64) / self._of_leaning
        named = self._named(np.asarray(share, dtype=np.float64))
        return np.asarray((named - tilt**2) * self._of_leaning**2 / reports)

    def means(self, counts: ArrayLike, reports: int) -> list[float | None]:
        """Returns the means of the people who hold each key, in units: consistent, biased; None where the key's share
        is not above 0."""
        pairs = zip(self.leanings(counts, reports).tolist(), self.shares(counts, reports).tolist(), strict=True)
        return [self._in_units(leaning / share) if share > 0 else None for leaning, share in pairs]

    def mean_intervals(self, counts: ArrayLike, reports: int, confidence: float) -> list[Floats | None]:
        """Returns Fieller's limits, [2] each, for the mean of the numbers of each key, in units; None where the share
        of holders may be 0.

        The spreads are those of the counts with z^2 / 3 more reports of each kind (Agresti and Coull 1998).
        """
        counted = self._checked(counts, reports)
        z2 = normal_quantile(confidence) ** 2
        sent = (counted + z2 / 3) / (reports + z2)
        named, tilt = sent.sum(axis=1), sent[:, UPPER] - sent[:, LOWER]
        of_shares = named * (1 - named) * self._of_share**2 / reports
        of_leanings = (named - tilt**2) * self._of_leaning**2 / reports
        together = tilt * (1 - named) * self._of_share * self._of_leaning / reports
        shares, leanings = self.shares(counted, reports).tolist(), self.leanings(counted, reports).tolist()
        limits = [
            ratio_interval(
                leaning, share, (float(of_leanings[key]), float(of_shares[key])), float(together[key]), confidence
            )
            for key, (leaning, share) in enumerate(zip(leanings, shares, strict=True))
        ]
        return [None if ends is None else np.array([self._in_units(end) for end in ends]) for ends in limits]

    @property
    def _bounds(self) -> tuple[int, ...]:
        drawn = (self.pad_to,) if self.pad_to > 1 else ()
        rounded = (self.grid.bound,) if self.grid.bound != ANY else ()
        return (*drawn, *rounded, *self.channel.bounds)

    def _reports(self, truth: NDArray[np.bool_], numbers: Integers, entropy: Entropy) -> Packed:
        words = rows_of_words(len(truth), self._bounds, entropy, word_bits=self.channel.word_bits)
        people, members = np.arange(len(truth)), members_of_many(truth, self.pad_to)
        drawn = members[people, remainder(words[:, 0], self.pad_to) if self.pad_to > 1 else 0]
        of_key = np.append(numbers, np.full((len(truth), 1), self.grid.low), axis=1)
        # A dummy has no number: a word is read for it and has no effect.
        number = of_key[people, np.minimum(drawn, self.keys)]
        end = self._ends(number, words[:, int(self.pad_to > 1)])
        ends = np.where(drawn < self.keys, 2 * drawn + end, self.keys + drawn)
        return self.channel.packed(ends, np.ascontiguousarray(words[:, -len(self.channel.bounds) :]))

    def _ends(self, numbers: Integers, words: Words) -> Integers:
        return numbers - self.grid.low if self.grid.bound == ANY else self.grid.rounded(numbers, words)

    @property
    def _of_share(self) -> float:
        """Returns the factor that turns the part of reports that name a key into a part of the people."""
        channel = self.channel
        return float(self.pad_to / (channel.same_end + channel.other_end - 2 * channel.other_key))

    @property
    def _of_leaning(self) -> float:
        return float(self.pad_to / (self.channel.same_end - self.channel.other_end))

    def _named(self, share: Floats) -> Floats:
        """Returns the chance that a report names one of the two ends of a key with this share."""
        return np.asarray(2 * float(self.channel.other_key) + share / self._of_share)

    def _as_shares(self, named: Floats) -> Floats:
        return np.asarray((named - 2 * float(self.channel.other_key)) * self._of_share)

    def _in_units(self, place: float) -> float:
        return self.grid.low + self.grid.width * (1 + place) / 2

    def _check_sizes(self, most: int) -> None:
        if most > self.pad_to:
            raise ValueError(f"a person holds {most} keys; this question takes at most {self.pad_to}")

    def _checked(self, counts: ArrayLike, reports: int) -> Counts:
        checked = np.asarray(counts)
        if reports < 1:
            raise ValueError(f"there are {reports} reports; an estimate needs at least 1")
        if checked.shape != (self.keys, 2) or checked.dtype.kind not in "iu":
            raise ValueError(f"counts must be integers in {self.keys} rows of 2: lower end, upper end")
        # Unsigned counts would wrap when they are subtracted, so they become signed.
        counted = checked.astype(np.int64)
        check_each(counted, 0, reports)
        self.channel.check_counts(counted, reports)
        return counted
