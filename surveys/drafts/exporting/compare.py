"""A file in another format is read back before anybody gets it: what does not come back is kept beside its question, or
named in a note."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from surveys.drafts.exporting.conditions import same_condition
from surveys.drafts.importing.finish import Note
from surveys.drafts.importing.kept import kept_of
from surveys.drafts.questionnaire import empty_draft
from surveys.errors import DraftRefused

Draft = Mapping[str, Any]
Kept = Mapping[str, Mapping[str, Any]]  # By the id of an item, what its format has no place for.
File = TypeVar("File")
NO_PLACE = "has no place in this format; set it again after an import"
_NOT_ASKED = ("pairs", "levels", "send", "aim", "opens_at", "closes_at", "cap_reports", "level_choice")


def exported(
    draft: Draft, write: Callable[[Draft, Kept], File], read: Callable[[File], tuple[dict[str, Any], list[Note]]]
) -> tuple[File, list[Note]]:
    """Returns a file and a note for each part of the draft that an import of the file does not give back."""
    plain = _items(_imported(write(draft, {}), read))
    kept = {
        item["id"]: difference
        for item in draft["questions"]
        if item["id"] in plain and (difference := kept_of(item, plain[item["id"]]))
    }
    file = write(draft, kept)
    return file, list(_lost(draft, _imported(file, read)))


def _imported(file: File, read: Callable[[File], tuple[dict[str, Any], list[Note]]]) -> dict[str, Any]:
    try:
        return read(file)[0]
    except DraftRefused:
        return empty_draft()


def _items(draft: Draft) -> dict[str, dict[str, Any]]:
    return {item["id"]: item for item in draft["questions"]}


def _lost(draft: Draft, back: Draft) -> Iterator[Note]:
    for name in ("title", "description", "language"):
        if draft[name] != back[name]:
            yield _note(name, draft[name], _becomes(back[name]))
    for language in draft["languages"]:
        if language not in back["languages"]:
            yield _note("languages", language, "nothing is translated into it, so it is not in the file")
    usual = empty_draft()
    for name in _NOT_ASKED:
        if draft.get(name) != usual.get(name):
            yield _note(name, "", NO_PLACE)
    imported = _items(back)
    for item in draft["questions"]:
        if item["id"] in imported:
            yield from _changes(item, imported[item["id"]])
        else:
            yield _note(item["id"], item["type"], "has no place in this format", item["id"])
    ids = [item["id"] for item in draft["questions"]]
    for id in imported:
        if id not in ids:
            yield _note(id, imported[id]["type"], "an import adds it")
    order = [id for id in imported if id in ids]
    if order != [id for id in ids if id in imported]:
        yield _note("questions", "", "an import gives them in another order")
    yield from _translations(draft, back)


def _changes(item: Mapping[str, Any], back: Mapping[str, Any]) -> Iterator[Note]:
    for name in {**item, **back}:
        if name == "show_if" and same_condition(item[name], back[name]):
            continue
        if item.get(name) != back.get(name):
            yield _note(f"{item['id']}.{name}", item.get(name, ""), _becomes(back.get(name)), item["id"])


def _translations(draft: Draft, back: Draft) -> Iterator[Note]:
    for language in draft["languages"]:
        texts = back["translations"].get(language, {})
        for path, text in draft["translations"].get(language, {}).items():
            if text and texts.get(path) != text:
                item = path.partition(".")[0] if "." in path else ""
                yield _note(f"translations.{language}.{path}", text, _becomes(texts.get(path)), item)


def _becomes(value: object) -> str:
    return f"an import gives {str(value)[:200]!r}" if value not in (None, "", []) else "has no place in this format"


def question_of(note: Note, draft: Draft) -> str:
    """Returns the number and the title of the item that a note is about, as the builder shows them; or nothing."""
    for number, item in enumerate(draft["questions"], 1):
        if item["id"] == note["item"]:
            return f"{number}. {item['text']}"[:200]
    return ""


def _note(path: str, what: object, why: str, item: str = "") -> Note:
    return {"path": path, "what": str(what)[:100], "why": why, "item": item}
