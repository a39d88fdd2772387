"""These checks say what a value of a draft must look like. They report faults by path and rule: `{"questions.0.text":
"is text"}`."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

Faults = dict[str, str]
Check = Callable[[Any, str, Faults], None]

ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
DECIMAL = re.compile(r"(?!-0(\.0*)?$)-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
ID_RULE = "is a lower-case word of at most 32 letters, digits and _"
TIME_RULE = "is null or a time in UTC written 2026-12-01T00:00:00Z"

_TIME = "%Y-%m-%dT%H:%M:%SZ"
# The answer page refuses the same invisible characters.
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_BREAKS = re.compile(r"[\t\n]")


def is_object(value: Any, where: str, names: Sequence[str], faults: Faults) -> bool:
    """Returns whether a value is an object, and notes missing and unknown names as faults."""
    at = f"{where}." if where else ""
    if not isinstance(value, Mapping):
        faults[where] = f"is an object with {', '.join(names)}"
        return False
    faults.update({f"{at}{name}": "is missing" for name in names if name not in value})
    faults.update({f"{at}{name}": "is not known here" for name in value if name not in names})
    return True


def entries(value: Any, where: str, most: int, check: Check, faults: Faults) -> None:
    if not isinstance(value, list):
        faults.setdefault(where, "is a list")
    elif len(value) > most:
        faults[where] = f"has {len(value)} entries; at most {most} are allowed"
    else:
        for number, item in enumerate(value):
            check(item, f"{where}.{number}", faults)


def text(value: Any, where: str, most: int, faults: Faults) -> None:
    if not isinstance(value, str):
        faults.setdefault(where, "is text")
    elif len(value) > most:
        faults[where] = f"has {len(value)} characters; at most {most} are allowed"
    elif UNSEEN.search(value):
        faults[where] = "holds a character that cannot be seen"


def line(value: Any, where: str, most: int, faults: Faults) -> None:
    """Checks a text that stands in one line of a respondent's receipt."""
    text(value, where, most, faults)
    if isinstance(value, str) and _BREAKS.search(value):
        faults.setdefault(where, "is one line")


def pattern(value: Any, where: str, form: re.Pattern[str], rule: str, faults: Faults) -> None:
    if not isinstance(value, str) or not form.fullmatch(value):
        faults.setdefault(where, rule)


def flag(value: Any, where: str, faults: Faults) -> None:
    if not isinstance(value, bool):
        faults.setdefault(where, "is true or false")


def whole(value: Any, where: str, least: int, most: int, faults: Faults) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        faults.setdefault(where, f"is a whole number from {least} to {most}")


def distinct(values: Sequence[str], where: str, name: str, faults: Faults) -> None:
    twice = sorted({value for value in values if value and values.count(value) > 1})
    if twice:
        faults[where] = f"has the {name} {twice[0]!r} twice"


def written(value: str, where: str, most: int, faults: Faults) -> None:
    """Checks a text that respondents read: not empty and not blank."""
    if not value.strip():
        faults[where] = f"needs 1 to {most} characters"


def moment(value: object) -> datetime | None:
    """Returns the time that a text writes; None unless the text is a time exactly as the contract writes it."""
    if not isinstance(value, str):
        return None
    try:
        time = datetime.strptime(value, _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return time if time.strftime(_TIME) == value else None


def day(value: object) -> date | None:
    """Returns the day that a text writes; None unless the text is a day that exists, written 2026-12-01."""
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None
