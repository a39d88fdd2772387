"""Values of one column become items of one width: codes where the declaration numbers its values, else packed values.

The width follows from what is declared, never from the values. Code 0 is absent; items of less than a byte share one.
"""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from datahub.vault.collections.columns import (
    DAY_ZERO,
    absent_of,
    array_of_all,
    decimals_of,
    numbers_of,
    packed_texts,
    type_of,
)
from datahub.vault.collections.rules import plan, values
from datahub.vault.collections.rules.plan import Field
from datahub.vault.collections.rules.values import Value

WIDTHS = (1, 2, 4, 8, 16, 32, 64)  # a code has one of these numbers of bits
# So many values of a column keep their codes in memory; most columns have few values.
REMEMBERED = 10_000
# A bound is declared within this size, so that every code and every value is a whole number of 64 bits.
WITHIN = 2**62
UNDECLARED = "a value is none of those that the plan declares"

Items = NDArray[np.generic]
# A column comes as a sequence of values or as an Arrow dictionary array, none of whose indices is null.
Column: TypeAlias = Sequence[Value] | pa.DictionaryArray
Number = Callable[[Any, Field], int]  # the function gives the number of a value that was checked


class Codes:
    """Codes pack a field whose declaration numbers its values: a code has `bits` bits."""

    def __init__(self, field: Field, numbers: range, remembered: int) -> None:
        self._remembered = remembered
        self.bits = _width(numbers.stop - numbers.start)
        self.dtype = np.dtype(f"<u{max(self.bits, 8) // 8}")
        self._field, self._numbers = field, numbers
        places: dict[Value, int] = {value: at for at, value in enumerate(field.values)}
        self._number: Number = _NUMBERS.get(field.type, lambda value, _: places.get(value, -1))
        self._known: dict[Value, int] = {None: 0}

    def encode(self, column: Column) -> Items:
        """Returns one code for each value. ValueRefused: a value is not one of those declared."""
        if isinstance(column, pa.DictionaryArray):
            return _encode_dictionary(self._field, column, self._encode_array)
        for kind in set(map(type, column)) - {type(None), values.CLASSES[self._field.type]}:
            raise values.refused(self._field, f"a value is {kind.__name__}; the plan says {self._field.type}")
        for value in set(column).difference(self._known):
            self._known[value] = self._code(value)
        codes = np.fromiter(map(self._known.__getitem__, column), dtype=self.dtype, count=len(column))
        if len(self._known) > self._remembered:
            self._known = {None: 0}
        return codes

    def _encode_array(self, array: pa.Array) -> Items:
        absent = absent_of(array)
        if self._field.type == plan.TEXT:
            array = pc.index_in(array, value_set=pa.array(self._field.values, pa.string())).fill_null(-1)
        numbers, are_whole = numbers_of(array)
        low, high = self._numbers.start, self._numbers.stop - 1
        if not np.all(absent | (are_whole & (numbers >= low) & (numbers <= high))):
            raise values.refused(self._field, UNDECLARED)
        return np.where(absent, 0, numbers - (low - 1)).astype(self.dtype)

    def to_bytes(self, items: Items) -> bytes:
        if self.bits >= 8:
            return items.tobytes()
        apart = items.astype(np.uint8).reshape(-1, 8 // self.bits)
        shifts = np.arange(8 // self.bits, dtype=np.uint8) * np.uint8(self.bits)
        return bytes(np.bitwise_or.reduce(apart << shifts, axis=1).astype(np.uint8).tobytes())

    def array(self, raw: bytes, rows: int) -> pa.Array:
        """Returns the first so many values as an Arrow array; an absent one is null."""
        codes = self._items(raw)[:rows].astype(np.int64)
        absent = codes == 0
        numbers = codes + (self._numbers.start - 1)
        if self._field.type == plan.TEXT:
            places = pa.array(numbers.astype(np.int32), mask=absent)
            return pa.DictionaryArray.from_arrays(places, pa.array(self._field.values)).cast(pa.string())
        if self._field.type == plan.DECIMAL:
            return decimals_of(numbers, absent, type_of(self._field))
        if self._field.type == plan.DATE:
            return pa.array((numbers - DAY_ZERO).astype(np.int32), mask=absent).cast(pa.date32())
        if self._field.type == plan.BOOL:
            return pa.array(numbers == 1, mask=absent)
        return pa.array(numbers, mask=absent)

    def _items(self, raw: bytes) -> Items:
        if self.bits >= 8:
            return np.frombuffer(raw, dtype=self.dtype)
        shifts = np.arange(8 // self.bits, dtype=np.uint8) * np.uint8(self.bits)
        mask = np.uint8(2**self.bits - 1)
        return ((np.frombuffer(raw, dtype=np.uint8)[:, None] >> shifts) & mask).ravel()

    def _code(self, value: Value) -> int:
        values.check(self._field, value)
        number = self._number(value, self._field)
        if number not in self._numbers:
            raise values.refused(self._field, UNDECLARED)
        return number - self._numbers.start + 1


class Packed:
    """Packed items belong to a field whose declaration numbers no values: each is what `values.packing_of` packs."""

    def __init__(self, field: Field) -> None:
        self._field, self._packing = field, values.packing_of(field)
        self.bits = 8 * self._packing.length
        self.dtype = np.dtype(f"V{self._packing.length}")

    def encode(self, column: Column) -> Items:
        """Returns one packed value for each value of a column. ValueRefused: a value is not as the field says."""
        if isinstance(column, pa.DictionaryArray):
            return _encode_dictionary(self._field, column, self._encode_array)
        return np.frombuffer(b"".join(map(self._packing.pack, column)), dtype=self.dtype)

    def _encode_array(self, array: pa.Array) -> Items:
        if self._field.type == plan.TEXT:
            return packed_texts(self._field, array)
        return self.encode(array.to_pylist())

    def to_bytes(self, items: Items) -> bytes:
        return items.tobytes()

    def array(self, raw: bytes, rows: int) -> pa.Array:
        return array_of_all(self._field, raw[: rows * self._packing.length])


def items_of(field: Field, remembered: int = REMEMBERED) -> Codes | Packed:
    """Returns the items of a field. The codes of `remembered` of its values are kept in memory."""
    numbers = _numbers_of(field)
    return Packed(field) if numbers is None else Codes(field, numbers, remembered)


def _encode_dictionary(field: Field, column: pa.DictionaryArray, encode: Callable[[pa.Array], Items]) -> Items:
    """Returns one item for each index: each value is encoded once, if there are fewer of them than rows."""
    if column.dictionary.type != type_of(field):
        raise values.refused(field, f"values are {column.dictionary.type}; the plan says {field.type}")
    if len(column.dictionary) > len(column):
        return encode(column.dictionary.take(column.indices))
    items: Items = encode(column.dictionary)[column.indices.to_numpy()]
    return items


def _numbers_of(field: Field) -> range | None:
    """Returns the numbers of all values that a declaration allows; None where it numbers none."""
    if field.type == plan.BOOL:
        return range(2)
    if field.values and field.type == plan.TEXT:
        return range(len(field.values))
    if field.low is None or field.high is None or field.type not in _NUMBERS:
        return None
    return range(field.low, field.high + 1) if max(abs(field.low), abs(field.high)) < WITHIN else None


def _width(different: int) -> int:
    return next(bits for bits in WIDTHS if different < 2**bits)


_NUMBERS: dict[str, Number] = {
    plan.BOOL: lambda value, _: int(value),
    plan.INT: lambda value, _: value,
    plan.DATE: lambda value, _: date.toordinal(value),
    plan.DECIMAL: lambda value, field: int(Decimal.scaleb(value, field.decimals)),
}
