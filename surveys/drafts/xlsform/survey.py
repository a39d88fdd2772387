"""An XLSForm becomes a draft, and a list of all its parts that a draft cannot hold."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surveys.drafts.importing.conditions import NotTaken
from surveys.drafts.importing.finish import TOO_MANY, Note, finished_draft
from surveys.drafts.importing.items import Item
from surveys.drafts.importing.kept import FIELD, with_kept
from surveys.drafts.importing.markdown import without_markdown
from surveys.drafts.importing.reading import DEFAULT, LeftOut, Reading
from surveys.drafts.importing.shown import both
from surveys.drafts.questionnaire import MOST_ITEMS
from surveys.drafts.translations import DESCRIPTION, TITLE
from surveys.drafts.xlsform.choices import lists_of, note_columns
from surveys.drafts.xlsform.conditions import condition
from surveys.drafts.xlsform.faults import ANOTHER_END
from surveys.drafts.xlsform.grids import grid_of, is_grid
from surveys.drafts.xlsform.questions import Form, item_of, leftovers
from surveys.drafts.xlsform.sheets import (
    Row,
    Table,
    has_plain_labels,
    language_of,
    rows_of,
    spoken_languages,
    tables_of,
)
from surveys.drafts.xlsform.typed_rows import typed_row_of
from surveys.drafts.xlsform.usual import WHY_NOT
from surveys.questions.checks import LANGUAGE
from surveys.questions.limits import TEXT

PIPE = re.compile(r"\$\{([^{}]{1,200})\}|[{]")
ON_ONE_PAGE = "field-list"
TRANSLATED = "datahub_translations"  # The title and the description in further languages, as JSON.
OF_SETTINGS = ("form_title", "default_language", "datahub_description", TRANSLATED)
_EVERYBODY = "; it is shown to everybody"


def draft_of(content: bytes, *, is_workbook: bool) -> tuple[dict[str, Any], list[Note]]:
    """Returns a draft of the right shape. Raises DraftRefused where nothing in the file is a form."""
    reading = Reading(language="en", pipe=PIPE, required="required", plain=without_markdown)
    return draft_of_tables(tables_of(content, is_workbook=is_workbook, notes=reading), reading)


def draft_of_tables(tables: Mapping[str, Table], reading: Reading) -> tuple[dict[str, Any], list[Note]]:
    default = _default_language(tables, reading)
    settings = next(rows_of("settings", tables.get("settings", []), default, reading), None)
    lists = lists_of(list(rows_of("choices", tables.get("choices", []), default, reading)), reading)
    form = Form(lists, reading)
    rows = list(rows_of("survey", tables["survey"], default, reading))
    items = list(_Walk(rows, form).items())
    note_columns(lists, form.used, reading)
    if settings is not None:
        leftovers(settings, OF_SETTINGS, reading)
    title = _setting(settings, "form_title", "title", TITLE, reading)
    description = _setting(settings, "datahub_description", "description", DESCRIPTION, reading)
    return finished_draft(items, title, description, reading)


def _setting(settings: Row | None, column: str, to: str, most: int, reading: Reading) -> str:
    """Returns a text of the sheet settings; its translations stand in a column that DataHub alone writes."""
    if settings is None:
        return ""
    texts: dict[str, Any] = {DEFAULT: settings.get(column)}
    try:
        texts |= json.loads(settings.get(TRANSLATED) or "{}")[to]
    except (ValueError, LookupError, TypeError, RecursionError):
        if settings.get(TRANSLATED):
            reading.note(f"{settings.place}.{TRANSLATED}", to, "is no JSON that DataHub writes, so it is not read")
    return reading.text(texts, f"{settings.place}.{column}", most=most, to=to, one_line=most == TITLE)


def _default_language(tables: Mapping[str, Table], reading: Reading) -> str:
    """Sets the language of the draft; returns the title of the columns that are in it, or an empty one where those are
    the columns without a language."""
    settings = tables.get("settings", [])
    values = dict(zip(settings[0][1], settings[1][1], strict=False)) if len(settings) > 1 else {}
    told = next((value.strip() for title, value in values.items() if title.strip().lower() == "default_language"), "")
    spoken = spoken_languages(tables["survey"])
    default = told if told or has_plain_labels(tables["survey"]) or not spoken else spoken[0]
    tag = language_of(default) if default else "en"
    if tag is None or not LANGUAGE.fullmatch(tag):
        reading.note("settings.default_language", default, "nobody can tell the code of this language, so it is en")
        tag = "en"
    reading.language = tag
    return default


@dataclass(frozen=True)
class _Group:
    show_if: str
    name: str


class _Walk:
    """This walks over the rows of a survey, with the groups that are open."""

    def __init__(self, rows: Sequence[Row], form: Form) -> None:
        self._rows, self._form, self._reading = rows, form, form.reading
        self._groups: list[_Group] = []
        self._place = 0
        self._has_pages = _pages_cover(rows)

    def items(self) -> Iterator[Item]:
        while self._place < len(self._rows):
            row = self._rows[self._place]
            self._place += 1
            kind = _kind(row)
            if row.get("disabled").lower() in ("yes", "true", "1"):
                self._reading.note(row.place, row.get("name") or kind, "the form says that it is disabled")
                if kind.startswith("begin_"):
                    self._skip("what it stands in is left out")
            elif kind == "begin_group":
                yield from self._group(row)
            elif kind.startswith("begin_"):
                self._reading.note(row.place, row.get("name"), WHY_NOT.get(kind, "DataHub has nothing like it"))
                self._skip("what it stands in is left out")
            elif kind in ("end_group", "end_repeat", "end_loop"):
                self._end(row)
            elif kind:
                yield from self._question(row)
            else:
                self._reading.note(row.place, row.get("name") or row.get("label"), "it has no type")
        for group in self._groups:
            self._reading.note("survey", group.name, "this group has no end; it ends with the form")

    def _end(self, row: Row) -> None:
        if self._groups:
            self._groups.pop()
            if _kind(row) != "end_group":
                self._reading.note(row.place, row.get("type"), ANOTHER_END)
        else:
            self._reading.note(row.place, row.get("type"), "it ends a group that was not begun")

    def _skip(self, why: str) -> None:
        """Passes over the rows up to the end of a group that was begun, with a note for each."""
        depth = 1
        while self._place < len(self._rows) and depth:
            row = self._rows[self._place]
            self._place += 1
            kind = _kind(row)
            depth += kind.startswith("begin_") - kind.startswith("end_")
            if not kind.startswith("end_"):
                self._reading.note(row.place, row.get("name") or kind, why)

    def _group(self, row: Row) -> Iterator[Item]:
        inside = self._inside()
        if is_grid(row, inside):
            show_if = self._show_if(row)
            self._place += len(inside) + 1
            try:
                yield grid_of(row, inside, show_if, self._form)
            except LeftOut as reason:
                self._lost(row, str(reason))
                for each in inside:
                    self._lost(each, "what it stands in is left out")
            return
        own = self._condition(row)
        is_page = self._has_pages and not self._groups
        above = self._groups[-1].show_if if self._groups else ""
        shown = both(above, own, row.place, self._reading)
        name = row.get("name")
        yield from self._heading(row, shown, is_page=is_page)
        leftovers(row, ("type", "name", "relevant", FIELD, *(("appearance",) if is_page else ())), self._reading)
        self._groups.append(_Group("" if is_page else shown, name))

    def _heading(self, row: Row, show_if: str, *, is_page: bool) -> Iterator[Item]:
        label, hint = row.texts.get("label"), row.texts.get("hint")
        if not (is_page or label):
            return
        id = self._reading.new_id(row.get("name"), "page" if is_page else "s")
        self._reading.places[id] = row.place
        text = self._reading.text(label, f"{row.place}.label", most=TEXT, to=f"{id}.text")
        help = self._reading.text(hint, f"{row.place}.hint", most=TEXT, to=f"{id}.help")
        item: Item = {
            "id": id,
            "type": "page" if is_page else "section",
            "text": text,
            "help": help,
            "show_if": show_if,
        }
        item |= {"shuffle": False} if is_page else {}
        yield with_kept(item, row.get(FIELD), row.place, self._reading)

    def _inside(self) -> list[Row]:
        """Returns the rows of the group that was begun; empty if there is a group in it."""
        rows: list[Row] = []
        for row in self._rows[self._place :]:
            if _kind(row) == "end_group":
                return rows
            if _kind(row).startswith(("begin_", "end_")):
                return []
            rows.append(row)
        return []

    def _question(self, row: Row) -> Iterator[Item]:
        typed = typed_row_of(row)
        if len(self._reading.questions) >= MOST_ITEMS:
            self._lost(row, TOO_MANY)
            return
        show_if = self._show_if(row)
        try:
            yield item_of(typed, show_if, self._form)
        except LeftOut as reason:
            self._lost(row, str(reason))

    def _lost(self, row: Row, why: str) -> None:
        self._reading.note(row.place, f"{row.get('type')} {row.get('name')}".strip(), why)

    def _show_if(self, row: Row) -> str:
        above = self._groups[-1].show_if if self._groups else ""
        return both(above, self._condition(row), row.place, self._reading)

    def _condition(self, row: Row) -> str:
        source = row.get("relevant")
        if not source or source.lower() in ("true()", "true", "1"):
            return ""
        try:
            return condition(source, self._reading)
        except NotTaken as reason:
            within = f" who sees the group {self._groups[-1].name}" if self._groups else ""
            self._reading.note(f"{row.place}.relevant", source, f"the condition {reason}{_EVERYBODY}{within}")
            return ""


def _kind(row: Row) -> str:
    return "_".join(row.get("type").lower().split())


def _pages_cover(rows: Sequence[Row]) -> bool:
    """Returns whether groups are pages: one or more are shown on one page each, and no question stands after the first
    of them and outside of all."""
    depth, has_page = 0, False
    for row in rows:
        kind = _kind(row)
        if kind.startswith("end_"):
            depth -= 1
            continue
        if depth == 0 and kind == "begin_group" and ON_ONE_PAGE in row.get("appearance").split():
            has_page = True
        elif depth == 0 and has_page:
            return False
        depth += kind.startswith("begin_")
    return has_page
