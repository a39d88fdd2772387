"""Values become bytes of one length for each field, and come back unchanged. No Django.

A packed value is a mark (absent or present), for texts a length, the value, and zeros up to the field's room.
"""

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal

from datahub.vault.collections.rules import plan
from datahub.vault.errors import ValueRefused

Value = None | bool | int | float | Decimal | str | date | bytes
Pack = Callable[[Value], bytes]
Unpack = Callable[[bytes], Value]

ABSENT, PRESENT = 0, 1
LARGEST_INT = 2**63 - 1
MOST_DIGITS = 38
_EXACT = Context(prec=MOST_DIGITS + plan.MOST_DECIMALS)


@dataclass(frozen=True, slots=True)
class Packing:
    """A packing says how values of one field are packed. Every packed value has `length` bytes."""

    length: int
    pack: Pack
    unpack: Unpack


def packing_of(field: plan.Field) -> Packing:
    if field.type in plan.FIXED_WIDTHS:
        return _fixed(field)
    return _padded(field)


def order_of(value: Value) -> float:
    """Returns a number that grows with the value, if not always strictly; absent values and NaN become NaN."""
    if value is None:
        return math.nan
    if isinstance(value, date):
        return float(value.toordinal())
    if isinstance(value, int | float | Decimal):
        return float(value) + 0.0  # adding 0.0 turns minus zero into zero
    raise TypeError(f"{type(value).__name__} has no order here")


def alike(value: Value) -> Value:
    """Returns the same representative of all equal values: 0.0 for minus zero, 1.5 for 1.50. It serves tokens, not
    storage."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, Decimal):
        return _EXACT.normalize(_EXACT.plus(value))
    return value


def check(field: plan.Field, value: Value) -> None:
    """Checks a value against its field. ValueRefused unless the value is absent or just what the field says."""
    if value is None:
        return
    expected = CLASSES[field.type]
    if type(value) is not expected:  # a bool does not count as an int, nor a time as a date
        raise refused(field, f"a value is {type(value).__name__}; the plan says {field.type}")
    if isinstance(value, Decimal):
        _check_decimal(field, value)


def refused(field: plan.Field, detail: str) -> ValueRefused:
    return ValueRefused(f"Field {field.name!r}: {detail}.", fields={field.name: detail})


CLASSES = {
    plan.BOOL: bool, plan.INT: int, plan.FLOAT: float, plan.DECIMAL: Decimal, plan.TEXT: str, plan.DATE: date,
    plan.BYTES: bytes,
}  # fmt: skip
_FORMATS = {plan.BOOL: ">B?", plan.INT: ">Bq", plan.FLOAT: ">Bd", plan.DATE: ">BI"}


def _fixed(field: plan.Field) -> Packing:
    layout, kind = struct.Struct(_FORMATS[field.type]), CLASSES[field.type]
    absent = bytes(layout.size)
    write, read = layout.pack, layout.unpack
    from_ordinal = date.fromordinal
    is_date = field.type == plan.DATE

    def pack(value: Value) -> bytes:
        if value is None:
            return absent
        if type(value) is not kind:
            check(field, value)
        try:
            return write(PRESENT, value.toordinal() if is_date else value)  # type: ignore[union-attr]  # the type was checked above
        except struct.error:
            raise refused(field, f"an int is beyond {LARGEST_INT}") from None

    def unpack(packed: bytes) -> Value:
        mark, value = read(packed)
        if not mark:
            return None
        return from_ordinal(value) if is_date else value

    return Packing(layout.size, pack, unpack)


def _padded(field: plan.Field) -> Packing:
    room = field.room
    layout, kind = struct.Struct(f">BH{room}s"), CLASSES[field.type]
    absent = bytes(layout.size)
    write, head = layout.pack, struct.Struct(">BH").unpack_from
    encode, decode = _ENCODE[field.type], _DECODE[field.type]
    is_decimal = field.type == plan.DECIMAL

    def pack(value: Value) -> bytes:
        if value is None:
            return absent
        if type(value) is not kind or is_decimal:
            check(field, value)
        try:
            raw = encode(value)
        except UnicodeEncodeError:
            raise refused(field, "a text holds half a letter (a lone surrogate)") from None
        if len(raw) > room:
            raise refused(field, f"a value has {len(raw)} bytes; the plan has room for {room}")
        return write(PRESENT, len(raw), raw)

    def unpack(packed: bytes) -> Value:
        mark, length = head(packed)
        return decode(packed[3 : 3 + length]) if mark else None

    return Packing(layout.size, pack, unpack)


_ENCODE: dict[str, Callable[..., bytes]] = {
    plan.TEXT: str.encode,
    plan.BYTES: bytes,
    plan.DECIMAL: lambda value: str(value).encode(),
}
_DECODE: dict[str, Callable[[bytes], Value]] = {
    plan.TEXT: bytes.decode,
    plan.BYTES: bytes,
    plan.DECIMAL: lambda raw: Decimal(raw.decode()),
}


def _check_decimal(field: plan.Field, value: Decimal) -> None:
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        raise refused(field, "a decimal is not a number")
    if exponent < -field.decimals:
        raise refused(field, f"a value has {-exponent} decimals; the plan has room for {field.decimals}")
    if max(len(value.as_tuple().digits) + exponent, 0) + field.decimals > MOST_DIGITS:
        raise refused(field, f"a value has more than {MOST_DIGITS} digits")


def unknown_field(name: str) -> ValueRefused:
    return ValueRefused(
        f"There is no field {name[:80]!r} in this collection.", fields={name[:80]: "is not in the plan"}
    )
