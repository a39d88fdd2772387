"""Packed values of one field as an Arrow array: a scan reads millions, and makes no Python object of each."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from datahub.vault.collections.rules import plan, values
from datahub.vault.collections.rules.plan import Field

TYPES = {
    plan.BOOL: pa.bool_(),
    plan.INT: pa.int64(),
    plan.FLOAT: pa.float64(),
    plan.TEXT: pa.string(),
    plan.DATE: pa.date32(),
    plan.BYTES: pa.binary(),
}
_LAYOUTS = {plan.BOOL: "u1", plan.INT: ">i8", plan.FLOAT: ">f8", plan.DATE: ">u4"}  # as values.packing_of writes them
_DAY_ZERO = 719_163  # 1 January 1970 as date.toordinal counts


def type_of(field: Field) -> pa.DataType:
    if field.type == plan.DECIMAL:
        return pa.decimal128(values.MOST_DIGITS, field.decimals)
    return TYPES[field.type]


def array_of(field: Field, packed: Sequence[bytes]) -> pa.Array:
    """Returns an array with one element for each packed value; an absent one is null."""
    return array_of_all(field, b"".join(packed))


def array_of_all(field: Field, packed: bytes) -> pa.Array:
    """Returns an array of packed values that stand one after the other."""
    if field.type == plan.DECIMAL:
        packing = values.packing_of(field)
        each = (packed[at : at + packing.length] for at in range(0, len(packed), packing.length))
        return pa.array(map(packing.unpack, each), type_of(field))
    if field.type in _LAYOUTS:
        return _fixed(field, packed)
    return _padded(field, packed)


def _fixed(field: Field, packed: bytes) -> pa.Array:
    stands = np.frombuffer(packed, dtype=[("mark", "u1"), ("value", _LAYOUTS[field.type])])
    absent, value = stands["mark"] == values.ABSENT, stands["value"]
    if field.type == plan.BOOL:
        return pa.array(value != 0, mask=absent)
    if field.type == plan.DATE:
        return pa.array(value.astype(np.int32) - _DAY_ZERO, mask=absent).cast(pa.date32())
    return pa.array(value.astype(value.dtype.newbyteorder("=")), mask=absent)


def _padded(field: Field, packed: bytes) -> pa.Array:
    """Returns texts and bytes one after the other without their padding, and where each begins."""
    stands = np.frombuffer(packed, dtype=[("mark", "u1"), ("length", ">u2"), ("raw", "u1", (field.room,))])
    present = stands["mark"] != values.ABSENT
    lengths = np.where(present, stands["length"], 0).astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    raw: NDArray[np.uint8] = stands["raw"][np.arange(field.room) < lengths[:, None]]
    valid = np.packbits(present, bitorder="little")
    return pa.Array.from_buffers(TYPES[field.type], len(stands), list(map(pa.py_buffer, (valid, starts, raw))))
