"""This module is about several codes in one integer of 64 bits, mixed radix: a tuple of ten columns is grouped by one
number."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datahub.engine.domains import Codes

Words = list[NDArray[np.int64]]
_LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Packing:
    """The order of words, one after the other, is the order of the codes."""

    categories: tuple[int, ...]  # of each column

    @property
    def words(self) -> tuple[tuple[int, ...], ...]:
        """Returns the columns that are packed into each word: as many as fit, in their order. Without columns there is
        one word, always 0."""
        groups: list[list[int]] = [[]]
        room = _LARGEST
        for column, size in enumerate(self.categories):
            if size > room:
                groups.append([])
                room = _LARGEST
            groups[-1].append(column)
            room //= size
        return tuple(map(tuple, groups))

    def pack(self, columns: Sequence[Codes], rows: int) -> Words:
        return [self._word(word, columns, rows) for word in self.words]

    def unpack(self, words: Words) -> Codes:
        """Returns the codes of the packed words, as an array [rows, columns]."""
        codes = np.empty((len(words[0]), len(self.categories)), dtype=np.int32)
        for columns, packed in zip(self.words, words, strict=True):
            rest = packed
            for column in reversed(columns):
                rest, codes[:, column] = np.divmod(rest, self.categories[column])
        return codes

    def _word(self, word: Sequence[int], columns: Sequence[Codes], rows: int) -> NDArray[np.int64]:
        packed = np.zeros(rows, dtype=np.int64)
        for column in word:
            packed *= self.categories[column]
            packed += columns[column]
        return packed
