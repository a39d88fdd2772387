"""The items of an imported questionnaire become a draft, with the notes on all that a draft cannot hold."""

from collections.abc import Mapping, Sequence
from typing import Any

from surveys.drafts.importing.items import Item
from surveys.drafts.importing.reading import Reading
from surveys.drafts.questionnaire import MOST_ITEMS, MOST_LANGUAGES, check_shape, empty_draft
from surveys.drafts.reachability import why_skippable
from surveys.questions.domain import conditional

TOO_MANY = f"a survey has at most {MOST_ITEMS} items"
Note = dict[str, str]  # A note has a path, what stands there, why it was not taken as it is, and the id of its item.


def finished_draft(
    items: Sequence[Item], title: str, description: str, reading: Reading
) -> tuple[dict[str, Any], list[Note]]:
    for item in items[MOST_ITEMS:]:
        reading.note("pages", item["id"], TOO_MANY)
    _let_everybody_finish(items, reading)
    languages = sorted(reading.translations)[:MOST_LANGUAGES]
    for language in sorted(reading.translations)[MOST_LANGUAGES:]:
        reading.note("", language, f"a survey has at most {MOST_LANGUAGES} further languages")
    places = {"title", "description", *(item["id"] for item in items[:MOST_ITEMS])}
    draft = empty_draft() | {
        "title": title,
        "description": description,
        "language": reading.language,
        "languages": languages,
        "translations": {
            language: {
                path: text for path, text in reading.translations[language].items() if path.split(".")[0] in places
            }
            for language in languages
        },
        "questions": list(items[:MOST_ITEMS]),
    }
    check_shape(draft)
    return draft, _notes(reading, [item["id"] for item in draft["questions"]])


def _let_everybody_finish(items: Sequence[Item], reading: Reading) -> None:
    """Makes skippable what a file requires of some people only, or the draft could never be published."""
    unasked = conditional(items)
    for item in items:
        if not item.get("may_skip", True) and (why := why_skippable(item, may_be_unasked=item["id"] in unasked)):
            item["may_skip"] = True
            reading.note(f"{reading.places[item['id']]}.{reading.required}", "true", f"{why}, so it may be skipped")


def _notes(reading: Reading, ids: Sequence[str]) -> list[Note]:
    """Returns the notes, each with the id of the item it is about; the id is empty where the draft has no such item."""
    items: dict[str, list[str]] = {}
    for path, id in (*((reading.places[id], id) for id in ids if id in reading.places), *reading.parts.items()):
        items.setdefault(path, []).append(id)
    notes = [_placed(note, items, ids) for note in reading.notes]
    if reading.unnoted:
        why = "were not taken; the list ends here"
        notes.append({"path": "", "what": f"{reading.unnoted} more", "why": why, "item": ""})
    return notes


def _placed(note: Note, items: Mapping[str, Sequence[str]], ids: Sequence[str]) -> Note:
    """Returns a note with the item at its path, or at the nearest part of the file that the path lies in. Where several
    items were made of one question, it is the one that the note names, or the first."""
    path = note["path"].lstrip(".")
    around = path
    while around and around not in items:
        around = around.rpartition(".")[0]
    near = [id for id in items.get(around, ()) if id in ids]
    named = [id for id in near if id == note["what"].lower()]
    return {**note, "path": path, "item": next(iter((*named, *near)), "")}
