"""What the makers of items from LimeSurvey share: a question with its condition, its texts, answers and names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surveys.drafts.importing.items import Item
from surveys.drafts.importing.reading import Known, LeftOut, Reading, id_of
from surveys.drafts.limesurvey.conditions import SUFFIXES
from surveys.drafts.limesurvey.contents import Entry, Question
from surveys.questions.limits import (
    HELP,
    LABEL,
    MOST_OPTIONS,
    TEXT,
    UNIT,
)

FIXED: Mapping[str, Sequence[tuple[str, str]]] = {
    "A": [(str(point), str(point)) for point in range(1, 6)],
    "B": [(str(point), str(point)) for point in range(1, 11)],
    "C": [("Y", "Yes"), ("U", "Uncertain"), ("N", "No")],
    "E": [("I", "Increase"), ("S", "Same"), ("D", "Decrease")],
    "G": [("F", "Female"), ("M", "Male")],
}


@dataclass(frozen=True)
class Source:
    """This is a question with the condition under which it is shown."""

    question: Question
    show_if: str
    reading: Reading

    def text(self, texts: Mapping[str, str], field: str, to: str, most: int) -> str:
        one_line = most in (LABEL, UNIT)
        return self.reading.text(dict(texts), f"{self.question.place}.{field}", most=most, to=to, one_line=one_line)

    def note_english(self, words: str) -> None:
        """Notes words that LimeSurvey's own program shows, which are not in the file."""
        if not self.reading.language.startswith("en"):
            why = "the file does not hold these words, so they are English; write them in the survey's language"
            self.reading.note(self.question.place, words, why)


ItemsAndRead = tuple[list[Item], tuple[str, ...]]  # The items, and the attributes that were read.


def item_for(source: Source, code: str, texts: Mapping[str, str], **fields: Any) -> Item:
    """Returns an item under a new id; the fields of its type are added."""
    question, reading = source.question, source.reading
    id = reading.new_id(code, "q")
    reading.places[id] = question.place
    text = source.text(texts, "text", f"{id}.text", TEXT) or code[:TEXT]
    help = source.text(question.helps, "help", f"{id}.help", HELP)
    item: Item = {"id": id, "type": "section", "text": text, "help": help, "show_if": source.show_if}
    if fields.get("type") != "section":
        item["may_skip"] = question.mandatory.strip().upper() != "Y"
    return item | fields


def remember(source: Source, names: Iterable[str], known: Known) -> None:
    """Keeps a question under each name that equations and texts may call it."""
    for name in names:
        for suffix in SUFFIXES:
            source.reading.questions.setdefault(f"{name}{suffix}", known)


def names_of(question: Question, row: str = "") -> list[str]:
    return [f"{question.code}_{row}" if row else question.code, *(f"{name}{row}" for name in question.names)]


def entries_of(source: Source, entries: Sequence[Entry], to: str) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Returns answers or rows as {"id", "label"}, and the id of each code."""
    if len(entries) > MOST_OPTIONS:
        raise LeftOut(f"it has {len(entries)} answers; at most {MOST_OPTIONS} are allowed")
    labelled: list[dict[str, Any]] = []
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for entry in entries:
        if entry.code in ids:
            source.reading.note(source.question.place, entry.code, "stands there twice")
            continue
        id = id_of(entry.code, "o", taken)
        taken.add(id)
        ids[entry.code] = id
        label = source.text(entry.texts, f"answer {entry.code}", f"{to}.{id}", LABEL)
        labelled.append({"id": id, "label": label or id})
    return labelled, ids


def fixed_answers(source: Source) -> list[Entry]:
    question = source.question
    if question.type not in ("A", "B"):
        source.note_english(", ".join(label for _, label in FIXED[question.type]))
    return [Entry(code, {"default": label}) for code, label in FIXED[question.type]]


def heading_of(source: Source) -> list[Item]:
    """Returns the words of a question whose subquestions become questions, as a section before them."""
    return [item_for(source, source.question.code, source.question.texts, type="section")]


def is_random(question: Question) -> bool:
    return question.attribute("random_order") == "1" or question.attribute("answer_order") == "random"
