"""The least and most value of a field for a number: properties of the element, or else its check of numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]
_READ_OF_CHECK = {"type", "minValue", "maxValue", "text"}  # The words of a check are the page's own here.


@dataclass(frozen=True)
class Bounds:
    """`read` names the properties that were used. A field with a check of numbers takes nothing but numbers, whatever
    its type is called."""

    least: Any
    most: Any
    read: tuple[str, ...]
    has_check: bool


def bounds_of(element: Json) -> Bounds:
    least, most = element.get("min"), element.get("max")
    check = _only_check(element)
    if check is None:
        return Bounds(least, most, ("min", "max"), has_check=False)
    ends = (check.get("minValue") if least is None else least, check.get("maxValue") if most is None else most)
    is_read = set(check) <= _READ_OF_CHECK and all(
        check.get(name) in (None, end) for name, end in zip(("minValue", "maxValue"), ends, strict=True)
    )
    return Bounds(*ends, ("min", "max", *(("validators",) if is_read else ())), has_check=True)


def _only_check(element: Json) -> Json | None:
    """Returns the check of numbers, unless other checks stand beside it."""
    checks = element.get("validators")
    if not isinstance(checks, list) or len(checks) != 1 or not isinstance(checks[0], Mapping):
        return None
    check: Json = checks[0]
    return check if check.get("type") in ("numeric", "numericvalidator") else None
