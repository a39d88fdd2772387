"""Takes blocks of cells and gives blocks of values, and counts what lies outside the declared domain.

Each different cell of a block is read once. Those of a plain shape are read together (`plain_texts`), the others by
`domain.reader`, which is remembered over the blocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from datahub.datasets.rules.blocks import Block, Cells
from datahub.datasets.rules.columns import Column
from datahub.datasets.rules.domain import Outside, Value, reader
from datahub.datasets.rules.plain_texts import BLANKS, plain_reader, type_of

# So many different cells are remembered: of all columns together, and of each column at least.
REMEMBERED, LEAST_REMEMBERED = 200_000, 256
LETTERS = 1_000_000  # a column remembers cells of this many letters in all

Values: TypeAlias = pa.DictionaryArray | list[Value]  # the values of a column stand in the order of its cells
Places = NDArray[np.intp]  # an array of row positions


@dataclass
class Counted:
    """The counts of a load are made of the data, so they are for the owner alone."""

    read: int = 0
    kept: int = 0
    outside: list[int] = field(default_factory=list)  # the number of cells outside the domain, by column
    missing: list[int] = field(default_factory=list)  # the number of missing cells in kept rows, by column


class Intake:
    """The intake of a load takes cells and gives values, without the rows that the rule of a column rejects."""

    def __init__(self, columns: Sequence[Column]) -> None:
        remembered = max(LEAST_REMEMBERED, REMEMBERED // len(columns))
        self._columns = [_Cells(column, remembered) for column in columns]
        self.counted = Counted(outside=[0] * len(columns), missing=[0] * len(columns))
        self._inside = [0] * len(columns)  # the cells inside the domain, by column, also those of rejected rows

    def loses_a_column(self) -> bool:
        """Returns whether some column has cells outside its domain and none inside, or no row at all is kept: then the
        declaration is more likely wrong than the file."""
        columns = zip(self.counted.outside, self._inside, strict=True)
        return any(outside and not inside for outside, inside in columns) or self.counted.kept < min(
            1, self.counted.read
        )

    def take_block(self, block: Block) -> list[Values]:
        """Returns the values of the rows of a block that are kept, column by column."""
        rows = len(block[0])
        is_rejected = np.zeros(rows, dtype=np.bool_)
        columns = []
        for index, (own, cells) in enumerate(zip(self._columns, block, strict=True)):
            values, outside = own.read(cells)
            self.counted.outside[index] += len(outside)
            self._inside[index] += rows - len(outside) - (_missing(values) - _missing(_kept(values, outside)))
            if own.rejects:
                is_rejected[outside] = True
            columns.append(values)
        if is_rejected.any():
            kept = np.flatnonzero(~is_rejected)
            columns = [_kept(values, kept) for values in columns]
        self.counted.read += rows
        self.counted.kept += rows - int(is_rejected.sum())
        for index, values in enumerate(columns):
            self.counted.missing[index] += _missing(values)
        return columns


class _Cells:
    """Reads the cells of one column: each different cell is read once, as long as there are not too many."""

    def __init__(self, column: Column, remembered: int) -> None:
        self._remembered, self._letters = remembered, 0
        self.rejects = column.outside == "reject"
        self._clamps = column.outside == "clamp"
        self._read, self._known = reader(column), dict[str, Value | Outside]()
        self._read_plain, self._type = plain_reader(column), type_of(column)

    def read(self, cells: Cells) -> tuple[Values, Places]:
        """Returns the values of cells, and the places of those outside the domain, which are moved or missing."""
        if not isinstance(cells, pa.StringArray):
            return self._one_by_one(cells)
        encoded = cells.dictionary_encode()
        values, is_outside = self._together(pc.utf8_trim(encoded.dictionary, characters=BLANKS))
        outside = np.flatnonzero(is_outside[encoded.indices.to_numpy()])
        return pa.DictionaryArray.from_arrays(encoded.indices, values), outside

    def _together(self, texts: pa.StringArray) -> tuple[pa.Array, NDArray[np.bool_]]:
        values, is_plain = self._read_plain(texts)
        is_outside = np.zeros(len(texts), dtype=np.bool_)
        others = np.flatnonzero(~is_plain)
        if len(others):
            read, outside = self._one_by_one(texts.take(pa.array(others)).to_pylist())
            is_outside[others[outside]] = True
            places = np.arange(len(texts))
            places[others] = len(texts) + np.arange(len(others))
            values = pa.concat_arrays([values, pa.array(read, self._type)]).take(pa.array(places))
        return values, is_outside

    def _one_by_one(self, cells: Sequence[str]) -> tuple[list[Value], Places]:
        known = self._known
        for cell in set(cells).difference(known):
            known[cell] = self._read(cell)
            self._letters += len(cell)
        values: list[Any] = [known[cell] for cell in cells]
        outside = [at for at, value in enumerate(values) if type(value) is Outside]
        for at in outside:
            values[at] = values[at].nearest if self._clamps else None
        if len(known) > self._remembered or self._letters > LETTERS:
            known.clear()
            self._letters = 0
        return values, np.array(outside, dtype=np.intp)


def _kept(values: Values, places: Places) -> Values:
    if isinstance(values, pa.DictionaryArray):
        return pa.DictionaryArray.from_arrays(values.indices.take(pa.array(places)), values.dictionary)
    return [values[place] for place in places]


def _missing(values: Values) -> int:
    if isinstance(values, pa.DictionaryArray):
        is_missing = values.dictionary.is_null().to_numpy(zero_copy_only=False)
        return int(is_missing[values.indices.to_numpy()].sum())
    return values.count(None)
