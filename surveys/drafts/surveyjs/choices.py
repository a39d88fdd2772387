"""This module imports the answers of a SurveyJS question, and the rows of a matrix."""

from collections.abc import Mapping, Sequence
from typing import Any

from surveys.drafts.importing.reading import Json, LeftOut, Reading, id_of
from surveys.questions.limits import LABEL, MOST_OPTIONS

SEPARATOR = "|"  # Older questionnaires write a choice as "value|text".
NONE, OTHER, UNKNOWN = ("showNoneItem", "hasNone"), ("showOtherItem", "hasOther"), ("showDontKnowItem",)
READ = ("choices", "choicesOrder", *NONE, *OTHER, *UNKNOWN, "noneText", "otherText", "dontKnowText")


def choices_of(element: Json, item: str, path: str, reading: Reading) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Returns options with `exclusive`, which only a multiple choice keeps, and the option id of each SurveyJS
    value."""
    options, ids = entries(element.get("choices"), f"{path}.choices", f"{item}.options", reading)
    for option in options:
        option["exclusive"] = False
    extras = (
        (NONE, "none", "noneText", "None", True),
        (UNKNOWN, "dont_know", "dontKnowText", "Don't know", True),
        (OTHER, "other", "otherText", "Other", False),
    )
    for switches, value, text, usual, exclusive in extras:
        switch = next((switch for switch in switches if element.get(switch) is True), "")
        if switch:
            id = id_of(value, "o", [option["id"] for option in options])
            to = f"{item}.options.{id}"
            label = reading.text(element.get(text) or usual, f"{path}.{text}", most=LABEL, to=to, one_line=True)
            options.append({"id": id, "label": label, "exclusive": exclusive})
            ids[value] = id
            if value == "other":
                reading.note(f"{path}.{switch}", "other", "is an answer like the others: no text is collected")
    return options, ids


def entries(source: object, path: str, to: str, reading: Reading) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Returns choices, columns or rows as {"id", "label"}, and the id of each SurveyJS value."""
    if isinstance(source, Sequence) and len(source) > MOST_OPTIONS:
        raise LeftOut(f"it has {len(source)} answers or rows; at most {MOST_OPTIONS} are allowed")
    labelled: list[dict[str, Any]] = []
    ids: dict[str, str] = {}
    for place, entry in enumerate(source if isinstance(source, Sequence) and not isinstance(source, str) else []):
        value, text = _value_and_text(entry, f"{path}.{place}", reading)
        if value in ids:
            reading.note(f"{path}.{place}", value, "stands there twice")
            continue
        id = id_of(value, "o", ids.values())
        label = reading.text(text, f"{path}.{place}", most=LABEL, to=f"{to}.{id}", one_line=True)
        ids[value] = id
        labelled.append({"id": id, "label": label or id})
    return labelled, ids


def _value_and_text(entry: object, path: str, reading: Reading) -> tuple[str, object]:
    if isinstance(entry, Mapping):
        reading.leftovers(entry, ("value", "text", "name", "title"), path)
        value = entry.get("value", entry.get("name", ""))
        return _word(value), entry.get("text") or entry.get("title") or _word(value)
    if isinstance(entry, str) and SEPARATOR in entry:
        value, _, text = entry.partition(SEPARATOR)
        return value.strip(), text.strip()
    return _word(entry), _word(entry)


def _word(value: object) -> str:
    """Returns a value as SurveyJS writes it in a condition."""
    return str(value).lower() if isinstance(value, bool) else str(value)[:200]
