"""This module is about a column's declared values as integers: what is counted are codes, so no value and no name
becomes a word of SQL."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from datahub.engine.errors import ColumnRefused, UndeclaredValue

Codes = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Domain:
    """A domain is the declared list of values of a column. `values[code]` is the value of a code. A missing value is a
    category of its own: the code after the last.

    The values are declared by people, never read off the rows: which values occur would say something about them.
    """

    column: str
    values: pa.Array

    def __post_init__(self) -> None:
        if self.values.null_count or pc.count_distinct(_plain_zeros(self.values)).as_py() != len(self.values):
            raise ColumnRefused(f"the values of {self.column!r} are not all different, or one of them is missing")

    @property
    def categories(self) -> int:
        return len(self.values) + 1

    @property
    def missing(self) -> int:
        return len(self.values)

    def codes(self, array: pa.Array) -> Codes:
        """Raises UndeclaredValue if a value that occurs is not declared, and ColumnRefused if the type is another."""
        if pa.types.is_dictionary(array.type):
            return self._spread(array)
        code = self._looked_up(array)
        if code.null_count != array.null_count:
            raise UndeclaredValue(f"{self.column!r} holds a value that is not declared")
        return self._filled(code)

    def values_of(self, codes: Codes) -> pa.Array:
        """Returns the values of codes as a dictionary array, because many rows share few values."""
        return pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes == self.missing), self.values)

    def _spread(self, array: pa.DictionaryArray) -> Codes:
        """Returns the codes of a dictionary array, whose dictionary may hold values that no row has; only those of rows
        need be declared."""
        of_entry = self._looked_up(array.dictionary)
        entries = of_entry.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int32)
        entries[array.dictionary.is_null().to_numpy(zero_copy_only=False)] = self.missing
        places = array.indices.cast(pa.int64()).fill_null(len(entries)).to_numpy(zero_copy_only=False)
        code: Codes = np.append(entries, np.int32(self.missing))[places]
        if (code < 0).any():
            raise UndeclaredValue(f"{self.column!r} holds a value that is not declared")
        return code

    def _looked_up(self, array: pa.Array) -> pa.Array:
        if array.type != self.values.type:
            raise ColumnRefused(f"{self.column!r} is {array.type} in the rows and {self.values.type} where declared")
        return pc.index_in(_plain_zeros(array), value_set=_plain_zeros(self.values))

    def _filled(self, code: pa.Array) -> Codes:
        filled: Any = code.fill_null(self.missing) if code.null_count else code
        codes: Codes = filled.to_numpy(zero_copy_only=False)
        return codes


def _plain_zeros(array: pa.Array) -> pa.Array:
    """Replaces -0.0 by 0.0, which are one value to people and two to Arrow."""
    return pc.add(array, pa.scalar(0, array.type)) if pa.types.is_floating(array.type) else array
