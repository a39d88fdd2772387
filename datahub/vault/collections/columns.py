"""Values of one field are converted between an Arrow array and their packed form, without a Python object for each: a
scan reads millions, and a load writes them."""

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
# These are the NumPy types of packed values, as values.packing_of writes them.
_LAYOUTS = {plan.BOOL: "u1", plan.INT: ">i8", plan.FLOAT: ">f8", plan.DATE: ">u4"}
MASK_BYTES = 2**20  # letters of texts are packed in steps of this many
DAY_ZERO = 719_163  # 1 January 1970 has this ordinal


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
        return pa.array(value.astype(np.int32) - DAY_ZERO, mask=absent).cast(pa.date32())
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


def decimals_of(numbers: NDArray[np.int64], absent: NDArray[np.bool_], of: pa.DataType) -> pa.Array:
    """Returns decimals of 128 bits, given without their point: the number and, above it, 64 times its sign."""
    halves = np.stack([numbers, numbers >> 63], axis=1).astype("<i8")
    valid = np.packbits(~absent, bitorder="little")
    return pa.Array.from_buffers(of, len(numbers), [pa.py_buffer(valid), pa.py_buffer(halves)])


def absent_of(array: pa.Array) -> NDArray[np.bool_]:
    absent: NDArray[np.bool_] = array.is_null().to_numpy(zero_copy_only=False)
    return absent


def numbers_of(array: pa.Array) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Returns whole numbers for an array (the ordinals of days, decimals without their point; anything where absent),
    and which of them 64 bits hold."""
    if pa.types.is_decimal(array.type):
        halves = np.frombuffer(array.buffers()[1], dtype="<i8").reshape(-1, 2)[array.offset :][: len(array)]
        numbers = halves[:, 0].astype(np.int64)
        return numbers, halves[:, 1] == numbers >> 63
    is_date = pa.types.is_date(array.type)
    whole = array.cast(pa.int32()) if is_date else array
    numbers = whole.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False) + (DAY_ZERO if is_date else 0)
    return numbers, np.ones(len(array), dtype=np.bool_)


def packed_texts(field: Field, texts: pa.StringArray) -> NDArray[np.void]:
    """Returns texts packed as `values.packing_of` packs them. ValueRefused: the field has no room for one."""
    present, texts = ~absent_of(texts), texts.fill_null("")
    _, offsets, raw = texts.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[texts.offset :][: len(texts) + 1]
    lengths = np.diff(ends)
    longest = int(lengths.max(initial=0))
    if longest > field.room:
        raise values.refused(field, f"a value has {longest} bytes; the plan has room for {field.room}")
    stands = np.zeros(len(texts), dtype=[("mark", "u1"), ("length", ">u2"), ("raw", "u1", (field.room,))])
    stands["mark"], stands["length"] = np.where(present, values.PRESENT, values.ABSENT), lengths
    letters = np.frombuffer(raw or b"", dtype=np.uint8)
    at_once = max(1, MASK_BYTES // max(1, longest))
    for start in range(0, len(texts), at_once):
        some = lengths[start : start + at_once]
        within = np.arange(longest) < some[:, None]
        stands["raw"][start : start + at_once, :longest][within] = letters[ends[start] : ends[start + len(some)]]
    packed: NDArray[np.void] = stands.view(f"V{stands.dtype.itemsize}")
    return packed
