"""A reading collects, from a questionnaire of another program, texts by language, ids of names, and notes on what could
not be imported. The importers of all formats share it."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from surveys.drafts.importing.markup import LONGEST_SOURCE, shown_difference, without_markup
from surveys.questions.checks import ID, LANGUAGE, UNSEEN
from surveys.questions.limits import RESERVED

Json = Mapping[str, Any]

DEFAULT = "default"  # SurveyJS uses this name for the language of plain texts, English unless the file sets another.
MOST_NOTES = 1000
BRACED = re.compile(r"\{([^{}]{1,200})\}|[{]")


class LeftOut(Exception):
    """The element has no place in a draft; the reason is a sentence part."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """This is a question that was imported, known to the conditions and texts after it."""

    id: str
    type: str
    options: Mapping[str, str]  # Maps the values in the file to option ids.
    rows: Mapping[str, str]
    option: str = ""  # The option of a multiple choice that this name stands for, where a format names each of them.


@dataclass
class Reading:
    language: str
    usual: Mapping[str, str] = field(default_factory=dict)  # The usual reason why a property is left out.
    pipe: re.Pattern[str] = BRACED  # A reference to an answer, whose name is the first group; or a single brace.
    plain: Callable[[str], str] = str  # How the format's own marks, such as Markdown, leave a text.
    required: str = "isRequired"  # Where a file says that a question must be answered.
    notes: list[dict[str, str]] = field(default_factory=list)
    translations: dict[str, dict[str, str]] = field(default_factory=dict)
    questions: dict[str, Known] = field(default_factory=dict)  # The known questions, by their names in the file.
    places: dict[str, str] = field(default_factory=dict)  # The path in the file of each item, by the item's id.
    parts: dict[str, str] = field(default_factory=dict)  # The id of the item whose rows or answers lie at a path.
    unnoted: int = 0  # The number of notes beyond the limit.
    _ids: set[str] = field(default_factory=set)

    def note(self, path: str, what: str, why: str) -> None:
        if len(self.notes) < MOST_NOTES:
            self.notes.append({"path": path, "what": str(what)[:100], "why": why})
        else:
            self.unnoted += 1

    def leftovers(self, source: Json, taken: Iterable[str], path: str) -> None:
        """Notes every property of an object that was not read, with the usual reason where there is one."""
        for name in source:
            if name not in taken:
                self.note(f"{path}.{name}", name, self.usual.get(name, "DataHub has nothing like it"))

    def new_id(self, name: object, fallback: str) -> str:
        id = id_of(name, fallback, self._ids)
        self._ids.add(id)
        return id

    def text(self, value: object, path: str, *, most: int, to: str = "", one_line: bool = False) -> str:
        """Returns a text in the base language; its other languages become translations of the place `to`."""
        if isinstance(value, Mapping):
            self._translate(value, path, to, most, one_line=one_line)
            value = value.get(DEFAULT) or value.get(self.language) or next(iter(value.values()), "")
        return self._plain(value, path, most, one_line=one_line)

    def _translate(self, value: Json, path: str, to: str, most: int, *, one_line: bool) -> None:
        for language, text in value.items():
            if language in (DEFAULT, self.language):
                continue
            if not to or not LANGUAGE.fullmatch(language):
                self.note(f"{path}.{language}", language, "this text has no translations here")
            elif translated := self._plain(text, f"{path}.{language}", most, one_line=one_line):
                self.translations.setdefault(language, {})[to] = translated

    def _plain(self, value: object, path: str, most: int, *, one_line: bool) -> str:
        if value is None:
            return ""
        if not isinstance(value, str | int | float):
            self.note(path, "text", "is no text")
            return ""
        source = str(value)
        if len(source) > LONGEST_SOURCE:
            self.note(
                path, "text", f"has {len(source)} characters with its markup; the first {LONGEST_SOURCE} are read"
            )
        words = UNSEEN.sub("", without_markup(source).replace("\r", ""))
        if words != source.replace("\r", "")[:LONGEST_SOURCE]:
            why = "markup and characters that cannot be seen are left out, and entities are written as their signs"
            self.note(path, "text", f"{why}: {shown_difference(source, words)}")
        plain = self.plain(words)
        if plain != words:
            self.note(path, "text", f"the signs of Markdown are left out: {shown_difference(words, plain)}")
        bare = self._piped(plain, path)
        if one_line:
            bare = " ".join(bare.split())
        if len(bare) > most:
            self.note(path, "text", f"has {len(bare)} characters; the first {most} are taken")
        return bare.strip()[:most]

    def _piped(self, text: str, path: str) -> str:
        """Replaces a quoted name by {id} in a text; braces that name no earlier question stay as plain text."""

        def replaced(match: re.Match[str]) -> str:
            name = (match[1] or "").strip()
            question, _, row = name.partition(".")
            known = self.questions.get(name) or self.questions.get(question)
            if known is not None and not known.option and (name in self.questions or row in known.rows):
                return f"{{{known.id}}}" if name in self.questions else f"{{{known.id}.{known.rows[row]}}}"
            if match[1]:
                self.note(path, f"{{{name}}}", "names no earlier question; the words are kept as they stand")
            return match[0].replace("{", "{{", 1)

        return self.pipe.sub(replaced, text)


def id_of(name: object, fallback: str, taken: Collection[str]) -> str:
    """Returns a new id made from a name in the file; it differs from all ids in use. What is an id already stays."""
    if ID.fullmatch(str(name)) and name not in taken and name not in RESERVED:
        return str(name)
    word = re.sub(r"[^a-z0-9]+", "_", str(name).lower()).strip("_")[:28] or fallback
    word = word if word[0].isalpha() else f"{fallback}_{word}"[:28]
    id, number = word, 2
    while id in taken or id in RESERVED:
        id, number = f"{word}_{number}", number + 1
    return id
