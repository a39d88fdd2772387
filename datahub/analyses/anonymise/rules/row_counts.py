"""Rows are counted piece by piece: what is held of them are the different rows and how often each comes."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import count

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from datahub.analyses.anonymise.rules.table import Codes, Integers, Texts, different
from datahub.analyses.anonymise.rules.texts import sorted_texts
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why
from mechanisms.anonymity.counting import LARGEST_CODE, counted_rows, packed, ranked

# Of a version at most this many rows may differ, in columns that are left out or identify people too.
MOST_DIFFERENT_ROWS = 1_000_000
_WAITING = 1 << 18  # counted rows of pieces are merged when at least so many wait, or as many as were merged before


class RowCounts:
    """Counts rows of some columns. `add` takes a piece at a time, in any order of pieces and rows; `result` has the
    different rows in the order of their texts."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._codes = [defaultdict[Hashable, int](count().__next__) for _ in names]  # of values, None for missing
        self._rows = np.empty((0, len(names)), np.int32)
        self._times = np.empty(0, np.int64)
        self._pieces: list[tuple[Codes, Integers]] = []
        self._waiting = 0

    def add(self, piece: pa.RecordBatch) -> None:
        """Counts the rows of a piece. Errors: PlanRefused where more rows are different than are held."""
        if not piece.num_rows:
            return
        coded = [_encoded(piece[name]) for name in self._names]
        sizes = [len(column.dictionary) for column in coded]
        rows, times = _counted([column.indices.to_numpy() for column in coded], sizes)
        for place, (codes, column) in enumerate(zip(self._codes, coded, strict=True)):
            of_piece = np.fromiter(map(codes.__getitem__, column.dictionary.to_pylist()), np.int32, sizes[place])
            rows[:, place] = of_piece[rows[:, place]]
        self._pieces.append((rows, times))
        self._waiting += len(rows)
        if self._waiting > max(_WAITING, len(self._rows)):
            self._merge()

    def result(self, missing: str) -> tuple[dict[str, Texts], Integers]:
        """Returns the columns of the different rows, with `missing` as the text for a missing value, and how often each
        row comes. Errors: PlanRefused for that text as a value too, for no rows, and as `add`."""
        self._merge()
        if not len(self._rows):
            raise PlanRefused(Why("no_rows"))
        columns = {}
        for place, (name, codes) in enumerate(zip(self._names, self._codes, strict=True)):
            values, rank = sorted_texts(name, list(codes), missing)
            columns[name] = Texts(values=values, codes=rank[self._rows[:, place]])
        order = different(list(columns.values())).first  # no two rows are alike
        return {name: texts.of(order) for name, texts in columns.items()}, self._times[order]

    def _merge(self) -> None:
        """Adds the counts of the pieces that wait to the others."""
        rows = np.concatenate([self._rows, *(rows for rows, _ in self._pieces)])
        times = np.concatenate([self._times, *(times for _, times in self._pieces)])
        self._pieces, self._waiting = [], 0
        if not len(rows):
            return
        self._rows, self._times = counted_rows(rows, times, map(len, self._codes))
        if len(self._rows) > MOST_DIFFERENT_ROWS:
            raise PlanRefused(Why("too_many_people", most=MOST_DIFFERENT_ROWS))


class ValueCounts:
    """Counts the values of one column, up to `most` different ones."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: defaultdict[Hashable, int] | None = defaultdict(int)

    def add(self, column: pa.Array) -> None:
        if self._counts is None:
            return
        values, counts = column.value_counts().flatten()
        for value, many in zip(values.to_pylist(), counts.to_pylist(), strict=True):
            self._counts[value] += many
        if len(self._counts) > self._most:
            self._counts = None

    def result(self, text_of: Callable[[Hashable], str]) -> list[tuple[str | None, int]] | None:
        """Returns each value as a text and how often it comes, sorted by it, None for what is missing; None in place of
        all where more values are different."""
        if self._counts is None:
            return None
        texts = [(None if value is None else text_of(value), many) for value, many in self._counts.items()]
        return sorted(texts, key=lambda pair: (pair[0] is None, pair[0] or ""))


def _encoded(column: pa.Array) -> pa.DictionaryArray:
    """Returns a column as codes of its different values, of which a missing one is one too."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    return pc.dictionary_encode(column, null_encoding="encode")


def _counted(columns: Sequence[Codes], sizes: Sequence[int]) -> tuple[Codes, Integers]:
    """Returns the different rows of a piece as codes of the piece, and how often each comes."""
    most = 1
    for size in sizes:
        most *= size
    keys = packed((codes.astype(np.int64) for codes in columns), sizes)
    if most >= LARGEST_CODE:  # the keys are ranks, which nothing can be read from
        first, place = ranked(keys)
        return np.stack([codes[first] for codes in columns], axis=1).astype(np.int32), np.bincount(place)
    keys.sort()  # several times as fast as sorting with places
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    rest, rows = keys[starts], np.empty((len(starts), len(columns)), np.int32)
    for column in range(len(columns) - 1, 0, -1):
        rest, rows[:, column] = np.divmod(rest, sizes[column])
    rows[:, 0] = rest
    return rows, np.diff(starts, append=len(keys))
