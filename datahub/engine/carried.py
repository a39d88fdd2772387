"""Columns that are released beside the class of a row, in a form that every engine groups and sorts alike."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from datahub.engine.domains import Domain
from datahub.engine.errors import ColumnRefused

_TIMES = (pa.types.is_date, pa.types.is_timestamp, pa.types.is_time, pa.types.is_duration)


@dataclass(frozen=True, eq=False)
class Coded:
    """This is a column with a declared list: its codes, in the order of the list."""

    domain: Domain

    @property
    def column(self) -> str:
        return self.domain.column

    @property
    def takes(self) -> pa.DataType:
        return self.domain.values.type

    @property
    def gives(self) -> pa.DataType:
        return pa.dictionary(pa.int32(), self.takes)

    def to_engine(self, array: pa.Array) -> pa.Array:
        return pa.array(self.domain.codes(array))

    def from_engine(self, array: pa.Array) -> pa.Array:
        return self.domain.values_of(array.to_numpy())


@dataclass(frozen=True)
class Plain:
    """This is a column as it is. Numbers and dates become integers in the same order, a float the integer of its bits.

    So the two zeros stay two values, and which of them is written never depends on the order of the rows.
    """

    column: str
    takes: pa.DataType

    def __post_init__(self) -> None:
        if not any(holds(self.takes) for holds in (_is_integer, _is_time, pa.types.is_floating, _is_kept)):
            raise ColumnRefused(f"{self.column!r} is {self.takes}, which cannot be sorted alike everywhere")

    @property
    def gives(self) -> pa.DataType:
        return self.takes

    def to_engine(self, array: pa.Array) -> pa.Array:
        if pa.types.is_dictionary(array.type):
            array = array.dictionary_decode()
        if pa.types.is_floating(self.takes):
            return _in_order(array.cast(pa.float64()).view(pa.int64()))
        if _is_time(self.takes):
            return array.view(_integer_of(self.takes)).cast(pa.int64())
        return array.cast(pa.int64()) if _is_integer(self.takes) else array

    def from_engine(self, array: pa.Array) -> pa.Array:
        if pa.types.is_floating(self.takes):
            return _in_order(array).view(pa.float64()).cast(self.takes)
        if _is_time(self.takes):
            return array.cast(_integer_of(self.takes)).view(self.takes)
        return array.cast(self.takes)


Carried = Coded | Plain


def _in_order(bits: pa.Array) -> pa.Array:
    """Returns the bits of a float as an integer that grows with it; done twice, it is undone."""
    return pc.if_else(pc.less(bits, 0), pc.bit_wise_xor(bits, 2**63 - 1), bits)


def _is_integer(type: pa.DataType) -> bool:
    return type != pa.uint64() and any(holds(type) for holds in (pa.types.is_integer, pa.types.is_boolean))


def _is_time(type: pa.DataType) -> bool:
    return any(holds(type) for holds in _TIMES)


def _is_kept(type: pa.DataType) -> bool:
    return type in (pa.string(), pa.binary()) or bool(pa.types.is_decimal128(type))


def _integer_of(type: pa.DataType) -> pa.DataType:
    return pa.int32() if type.bit_width == 32 else pa.int64()
