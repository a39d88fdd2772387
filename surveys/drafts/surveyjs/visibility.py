"""Whether an element of a questionnaire is shown: by `visible`, by its condition, or by triggers that name it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from surveys.drafts.importing.conditions import NotTaken
from surveys.drafts.importing.reading import Json, Reading
from surveys.drafts.surveyjs.conditions import condition, equals
from surveys.questions.limits import CONDITION

TARGETS = ("pages", "questions")  # The properties of a trigger that name what it shows.
HOLDS = ("elements", "questions", "templateElements")
_OF_TRIGGER = ("type", "name", "operator", "value", "expression", *TARGETS)
_EVERYBODY = {
    "page": "; the page is shown to everybody",
    "panel": "; the panel is shown to everybody",
    "question": "; the question is asked of everybody",
}


@dataclass(frozen=True)
class Within:
    """This is what surrounds an element: the condition to add to its own, and what has a condition, if anything."""

    show_if: str
    name: str


@dataclass(frozen=True)
class Shown:
    """These are the triggers that show something, by the kind and the name of what they show."""

    triggers: Mapping[tuple[str, str], Sequence[tuple[str, Json]]] = field(default_factory=dict)

    @staticmethod
    def read(survey: Json, reading: Reading) -> "Shown":
        triggers: dict[tuple[str, str], list[tuple[str, Json]]] = {}
        listed = survey.get("triggers")
        for place, trigger in enumerate(listed if isinstance(listed, list) else []):
            path = f"triggers.{place}"
            kind = str(trigger.get("type")) if isinstance(trigger, Mapping) else "trigger"
            if kind != "visible":
                reading.note(path, kind, "nothing happens by itself while somebody answers; use a condition")
                continue
            reading.leftovers(trigger, _OF_TRIGGER, path)
            for target in TARGETS:
                for name in _names(trigger.get(target)):
                    triggers.setdefault((target, name), []).append((path, trigger))
        return Shown(triggers)

    def never(self, element: Json, target: str) -> bool:
        """Returns whether nothing ever shows an element. Where it has a condition or a trigger, `visible: false` is
        only how it begins."""
        shows = element.get("visibleIf") or (target, str(element.get("name", ""))) in self.triggers
        return element.get("visible") is False and not shows

    def condition(self, element: Json, path: str, kind: str, reading: Reading, within: str = "") -> str:
        otherwise = f"{_EVERYBODY[kind]}{f' who sees its {within}' if within else ''}"
        target = "pages" if kind == "page" else "questions"
        name = str(element.get("name", ""))
        triggers = self.triggers.get((target, name), ())
        if not element.get("visibleIf"):
            return _of_triggers(triggers, otherwise, reading)
        for at, _ in triggers:
            reading.note(at, name, "what it shows has a condition of its own, which decides")
        try:
            return condition(element["visibleIf"], reading)
        except NotTaken as reason:
            reading.note(f"{path}.visibleIf", str(element["visibleIf"]), f"the condition {reason}{otherwise}")
            return ""

    def note_unknown(self, survey: Json, reading: Reading) -> None:
        """Notes each trigger that shows something which is not in the file."""
        pages = survey.get("pages")
        listed = [page for page in pages if isinstance(page, Mapping)] if isinstance(pages, list) else []
        known = {("pages", str(page.get("name", ""))) for page in listed}
        known |= {("questions", str(element.get("name", ""))) for _, element in _inside(survey, "", ("pages", *HOLDS))}
        for target, name in self.triggers:
            if (target, name) not in known:
                for path, _ in self.triggers[target, name]:
                    reading.note(path, name, "it is to be shown by this trigger, and is not in the file")


def note_lost(element: Json, path: str, what: str, why: str, reading: Reading) -> None:
    """Notes an element that is left out, and each question that it holds."""
    reading.note(path, what, why)
    for at, inner in _inside(element, path, HOLDS):
        reading.note(at, str(inner.get("name") or inner.get("type", "")), "what it stands in is left out")


def _inside(parent: Json, path: str, names: Sequence[str]) -> Iterator[tuple[str, Json]]:
    for name in names:
        entries = parent.get(name)
        for place, entry in enumerate(entries if isinstance(entries, list) else []):
            if isinstance(entry, Mapping):
                at = f"{path}.{name}.{place}".lstrip(".")
                yield at, entry
                yield from _inside(entry, at, names)


def _of_triggers(triggers: Sequence[tuple[str, Json]], otherwise: str, reading: Reading) -> str:
    """Returns the condition under which one of the triggers shows an element; empty if one cannot be said here."""
    conditions, everybody = [], False
    for path, trigger in triggers:
        try:
            conditions.append(_of_trigger(trigger, reading))
        except NotTaken as reason:
            everybody = True
            reading.note(path, "visible", f"the condition {reason}{otherwise}")
    joined = conditions[0] if len(conditions) == 1 else " or ".join(f"({each})" for each in conditions)
    if len(joined) > CONDITION:
        everybody = True
        reading.note(triggers[0][0], "visible", f"the condition would have {len(joined)} characters here{otherwise}")
    return "" if everybody else joined


def _of_trigger(trigger: Json, reading: Reading) -> str:
    """Returns the condition of a trigger, which is an expression or, in older files, three fields."""
    if trigger.get("expression"):
        return condition(trigger["expression"], reading)
    operator, value = str(trigger.get("operator", "equal")), trigger.get("value", "")
    return equals(str(trigger.get("name", "")), operator, value, reading)


def _names(value: Any) -> list[str]:
    return list(dict.fromkeys(str(name) for name in value)) if isinstance(value, list) else []
