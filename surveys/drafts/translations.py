"""The texts of a questionnaire by their paths, and how far each further language has come."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surveys.drafts.expressions import TextRefused
from surveys.drafts.piping import check_piping
from surveys.questions.all import item_type
from surveys.questions.checks import Faults, line, text
from surveys.questions.limits import HELP, TEXT
from surveys.questions.question_type import ItemText

TITLE, DESCRIPTION = 200, 2000  # A title and a description have at most so many characters.

Item = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Text:
    """A text is shown to people and may be translated. `path` names it in translations, `where` in the draft. The texts
    of an item may quote earlier answers."""

    path: str
    where: str
    base: str
    most: int
    is_line: bool
    item: str | None


def texts_of(draft: Mapping[str, Any]) -> list[Text]:
    """Returns every text that people read and a language may translate, empty ones too."""
    title = Text(path="title", where="title", base=draft["title"], most=TITLE, is_line=True, item=None)
    description = Text(
        path="description", where="description", base=draft["description"], most=DESCRIPTION, is_line=False, item=None
    )
    of_items = [
        Text(
            path=f"{item['id']}.{path}",
            where=f"questions.{number}.{where}",
            base=base,
            most=most,
            is_line=most not in (TEXT, HELP),
            item=item["id"],
        )
        for number, item in enumerate(draft["questions"])
        for path, where, base, most in _of_item(item)
    ]
    return [title, description, *of_items]


def completeness(draft: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Returns the progress of each further language: how many of the texts that are written are translated, and the
    paths of the rest."""
    paths = [entry.path for entry in texts_of(draft) if entry.base]
    progress = {}
    for language in draft["languages"]:
        translated = draft["translations"].get(language, {})
        missing = [path for path in paths if not translated.get(path)]
        progress[language] = {"done": len(paths) - len(missing), "total": len(paths), "missing": missing}
    return progress


def check_texts(draft: Mapping[str, Any], faults: Faults) -> None:
    """Checks piped answers in every text, and languages and paths of translations. Questions have passed their own
    checks."""
    known = {entry.path: entry for entry in texts_of(draft)}
    for entry in known.values():
        _pipes(entry, entry.base, entry.where, draft["questions"], faults)
    for language, translated in draft["translations"].items():
        where = f"translations.{language}"
        if language not in draft["languages"]:
            faults[where] = "is no further language of this survey"
            continue
        for path, translation in translated.items():
            at = f"{where}.{path}"
            if path not in known:
                faults[at] = "is no text of this survey"
                continue
            (line if known[path].is_line else text)(translation, at, known[path].most, faults)
            _pipes(known[path], translation, at, draft["questions"], faults)


def _pipes(entry: Text, words: str, where: str, items: Sequence[Item], faults: Faults) -> None:
    if entry.item is None:
        return
    try:
        check_piping(words, items, entry.item)
    except TextRefused as refusal:
        faults.setdefault(where, f"is not understood {refusal}")


def _of_item(item: Item) -> Iterator[ItemText]:
    yield ItemText("text", "text", item["text"], TEXT)
    yield ItemText("help", "help", item["help"], HELP)
    yield from item_type(item).texts(item)
