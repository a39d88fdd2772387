"""The items of a questionnaire: their types, and what each of them may hold while it is written."""

from collections.abc import Mapping
from typing import Any

from surveys.questions.checks import (
    DECIMAL,
    ID,
    ID_RULE,
    Faults,
    day,
    entries,
    flag,
    is_object,
    line,
    pattern,
    text,
    whole,
)
from surveys.questions.numbers import check_estimate

TEXT, HELP, LABEL, UNIT, CONDITION = 500, 500, 200, 40, 500  # most characters
MOST_OPTIONS, MOST_CHOICES, MOST_COLUMNS, MOST_ROWS, MOST_EDGES, MOST_POINTS = 200, 64, 11, 20, 50, 11
FURTHEST_POINT = 100

COMMON = ("id", "type", "text", "help", "show_if")
FURTHER = {
    "yes_no": ("options", "may_skip"),
    "single_choice": ("options", "may_skip", "shuffle"),
    "dropdown": ("options", "may_skip", "shuffle"),
    "scale": ("scale", "may_skip"),
    "number": ("number", "may_skip"),
    "date": ("date", "may_skip"),
    "multiple_choice": ("options", "most_choices", "may_skip", "shuffle"),
    "matrix": ("rows", "options", "may_skip"),
    "section": (),
    "consent": ("label",),
    "page": ("shuffle",),
}
OF_ONE = ("yes_no", "single_choice", "dropdown", "scale", "number", "date")  # one answer of a domain
ANSWERED = (*OF_ONE, "multiple_choice", "matrix")  # the others send nothing
PAIRABLE = ("yes_no", "single_choice", "dropdown", "scale")
RESERVED = ("prefer_not_to_say", "not_asked")

_MOST_OPTIONS = {"multiple_choice": MOST_CHOICES, "matrix": MOST_COLUMNS}


def most_options(kind: str) -> int:
    return _MOST_OPTIONS.get(kind, MOST_OPTIONS)


def check_item(item: Any, where: str, faults: Faults) -> None:
    kind = item.get("type") if isinstance(item, Mapping) else None
    known = isinstance(kind, str) and kind in FURTHER  # a set would ask for the hash of what was sent
    if not known and isinstance(item, Mapping):
        faults[f"{where}.type"] = f"is one of {', '.join(FURTHER)}"
        return
    if not is_object(item, where, (*COMMON, *FURTHER.get(str(kind), ())), faults):
        return
    pattern(item.get("id"), f"{where}.id", ID, ID_RULE, faults)
    text(item.get("text"), f"{where}.text", TEXT, faults)
    text(item.get("help"), f"{where}.help", HELP, faults)
    line(item.get("show_if"), f"{where}.show_if", CONDITION, faults)
    for name in FURTHER[str(kind)]:
        if name in item:
            _further(item, name, where, faults)


def _further(item: Mapping[str, Any], name: str, where: str, faults: Faults) -> None:
    value, at = item[name], f"{where}.{name}"
    match name:
        case "may_skip" | "shuffle":
            flag(value, at, faults)
        case "label":
            line(value, at, LABEL, faults)
        case "options":
            check = _choice if item["type"] == "multiple_choice" else _option
            entries(value, at, most_options(item["type"]), check, faults)
        case "rows":
            entries(value, at, MOST_ROWS, _option, faults)
        case "most_choices":
            if value is not None:
                whole(value, at, 1, MOST_CHOICES, faults)
        case "scale":
            _scale(value, at, faults)
        case "number":
            _number(value, at, faults)
        case "date":
            _date(value, at, faults)


def _option(option: Any, where: str, faults: Faults) -> None:
    if is_object(option, where, ("id", "label"), faults):
        _labelled(option, where, faults)


def _choice(option: Any, where: str, faults: Faults) -> None:
    if is_object(option, where, ("id", "label", "exclusive"), faults):
        _labelled(option, where, faults)
        flag(option.get("exclusive"), f"{where}.exclusive", faults)


def _labelled(option: Mapping[str, Any], where: str, faults: Faults) -> None:
    pattern(option.get("id"), f"{where}.id", ID, ID_RULE, faults)
    line(option.get("label"), f"{where}.label", LABEL, faults)


def _scale(scale: Any, where: str, faults: Faults) -> None:
    if is_object(scale, where, ("least", "most", "least_label", "most_label"), faults):
        for name in ("least", "most"):
            whole(scale.get(name), f"{where}.{name}", -FURTHEST_POINT, FURTHEST_POINT, faults)
        for name in ("least_label", "most_label"):
            line(scale.get(name), f"{where}.{name}", LABEL, faults)


def _number(number: Any, where: str, faults: Faults) -> None:
    wanted = ("estimate",) if isinstance(number, Mapping) and "estimate" in number else ()  # without it: bins
    if is_object(number, where, ("edges", "unit", "least", "most", *wanted), faults):
        entries(number.get("edges"), f"{where}.edges", MOST_EDGES, _decimal, faults)
        line(number.get("unit"), f"{where}.unit", UNIT, faults)
        for name in ("least", "most"):
            if number.get(name) is not None:
                _decimal(number[name], f"{where}.{name}", faults)
        if wanted:
            check_estimate(number["estimate"], f"{where}.estimate", faults)


def _date(date: Any, where: str, faults: Faults) -> None:
    if is_object(date, where, ("edges", "least", "most"), faults):
        entries(date.get("edges"), f"{where}.edges", MOST_EDGES, _day, faults)
        for name in ("least", "most"):
            if date.get(name) is not None:
                _day(date[name], f"{where}.{name}", faults)


def _decimal(value: Any, where: str, faults: Faults) -> None:
    pattern(value, where, DECIMAL, "is decimal text such as -12.5, at most 12 digits before the point, 6 after", faults)


def _day(value: Any, where: str, faults: Faults) -> None:
    if day(value) is None:
        faults.setdefault(where, "is a day that exists, written 2026-12-01")
