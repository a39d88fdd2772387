"""This module is about sample items of every question type, of which the test vectors are made."""

from typing import Any

Item = dict[str, Any]


def item(id: str, kind: str, **further: Any) -> Item:
    return {"id": id, "type": kind, "text": "?", "help": "", "show_if": ""} | further


def options(*ids: str) -> list[dict[str, str]]:
    return [{"id": id, "label": id.title()} for id in ids]


def choices(*ids: str, exclusive: str = "") -> list[dict[str, object]]:
    return [{"id": id, "label": id.title(), "exclusive": id == exclusive} for id in ids]


YES_NO = item("q1", "yes_no", options=options("yes", "no"), may_skip=True)
SINGLE = item("q2", "single_choice", options=options("red", "green", "blue"), may_skip=False, shuffle=True)
DROPDOWN = item("q3", "dropdown", options=options("spain", "china", "egypt"), may_skip=True, shuffle=False)
SCALE = item(
    "q4", "scale", scale={"least": -2, "most": 2, "least_label": "Never", "most_label": "Always"}, may_skip=False
)
NUMBER = item(
    "q5", "number", number={"edges": ["-0.5", "18", "65.25"], "unit": "years", "least": "-10", "most": None},
    may_skip=True,
)  # fmt: skip
SLIDER = item(
    "q10", "slider", number={"edges": ["-20", "35"], "unit": "degrees", "least": "-40", "most": "60"},
    slider={"step": 5, "least_label": "Cold", "most_label": "Hot"}, may_skip=True,
)  # fmt: skip
HOURS = item(
    "q5", "number", may_skip=False,
    number={"edges": [], "unit": "hours", "least": None, "most": None,
            "estimate": {"of": "mean", "low": 0, "high": 60, "steps": 30}},
)  # fmt: skip
HOURS_OR_NONE = HOURS | {
    "may_skip": True,
    "number": HOURS["number"] | {"estimate": {"of": "mean", "low": 0, "high": 60, "steps": 1}},
}
DATE = item(
    "q6", "date", date={"edges": ["1999-12-31", "2000-01-01", "2024-02-29"], "least": None, "most": None}, may_skip=True
)
SEVERAL = item(
    "q7", "multiple_choice", options=choices("tea", "coffee", "water", "none", exclusive="none"), most_choices=None,
    may_skip=True, shuffle=False,
)  # fmt: skip
MATRIX = item("q8", "matrix", rows=options("mon", "tue"), options=options("home", "office", "away"), may_skip=False)
RANKING = item("q11", "ranking", rows=options("tea", "coffee", "water"), may_skip=True, shuffle=False)
SECTION = item("s1", "section")
CONSENT = item("c1", "consent", label="I agree")
PAGE = item("p1", "page", shuffle=False)
LAST = item("q9", "yes_no", options=options("yes", "no"), may_skip=False)

EVERY = (YES_NO, SINGLE, DROPDOWN, SCALE, NUMBER, DATE, SEVERAL, MATRIX, SECTION, CONSENT, PAGE, LAST, SLIDER, RANKING)
