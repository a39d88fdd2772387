"""A draft as an XLSForm, the workbook that ODK and Kobo read."""

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import xlsxwriter

from surveys.drafts.exporting.compare import Draft, Kept, exported, question_of
from surveys.drafts.exporting.conditions import Language, NotSaid, written
from surveys.drafts.exporting.texts import DEFAULT, Texts
from surveys.drafts.importing.finish import Note
from surveys.drafts.importing.kept import FIELD
from surveys.drafts.importing.markdown import with_markdown_escaped, without_markdown
from surveys.drafts.importing.reading import Reading
from surveys.drafts.xlsform.sheets import LANGUAGE_NAMES, Table
from surveys.drafts.xlsform.survey import PIPE, TRANSLATED, draft_of_tables
from surveys.questions.all import QUESTION_TYPES

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PLAIN = ("type", "name")
FURTHER = ("required", "relevant", "constraint", "appearance", "parameters", FIELD)
GROUP_END = {"type": "end_group"}
NOTES_HEADER = ["question", "path", "what", "why"]
WHOLE_NUMBERS = "its bounds and edges are whole, so the file asks for a whole number; write decimal to take others too"
Item = Mapping[str, Any]
Row = dict[str, str]


def exported_form(draft: Draft) -> tuple[bytes, list[Note]]:
    """Returns a workbook, and a note for each part of the draft that it cannot hold. The notes stand in it too, in a
    sheet that other programs pass over."""
    tables, notes = exported(draft, lambda whole, kept: _Writer(whole, kept).tables(), _read)
    notes += [
        {"path": f"{item['id']}.number", "what": "integer", "why": WHOLE_NUMBERS, "item": item["id"]}
        for item in draft["questions"]
        if _is_whole(item)
    ]
    named = [NOTES_HEADER, *([question_of(note, draft), note["path"], note["what"], note["why"]] for note in notes)]
    return _workbook({**tables, **({"datahub_notes": list(enumerate(named, 1))} if notes else {})}), notes


def _read(tables: Mapping[str, Table]) -> tuple[dict[str, Any], list[Note]]:
    return draft_of_tables(tables, Reading(language="en", pipe=PIPE, required="required", plain=without_markdown))


def _workbook(tables: Mapping[str, Table]) -> bytes:
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"in_memory": True})
    for name, rows in tables.items():
        sheet = book.add_worksheet(name)
        for number, cells in rows:
            for column, cell in enumerate(cells):
                if cell:
                    sheet.write_string(number - 1, column, cell)  # A text that begins with = is no formula.
    book.close()
    return content.getvalue()


class _Writer:
    def __init__(self, draft: Draft, kept: Kept) -> None:
        self._draft, self._kept = draft, kept
        self._items = {item["id"]: item for item in draft["questions"]}
        self._texts = Texts(draft, lambda operand: f"${{{self._name(operand)}}}", escape=_escaped)
        self._language = Language(
            operand=lambda operand: f"${{{self._said_name(operand)}}}", answered="{} != ''", different="!=",
            includes="selected({}, {})", negated="not({})", day="date('{}')",
        )  # fmt: skip
        self._choices: list[Row] = []

    def tables(self) -> dict[str, Table]:
        survey = list(self._survey())
        texts = {name: self._texts.by_language(self._draft[name], name) for name in ("title", "description")}
        settings = {
            "form_title": texts["title"].pop(DEFAULT, ""), "default_language": self._title(DEFAULT),
            "datahub_description": texts["description"].pop(DEFAULT, ""),
        }  # fmt: skip
        if any(texts.values()):
            settings[TRANSLATED] = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
        tables = {"survey": survey, "choices": self._choices, "settings": [settings]}
        first = {"survey": PLAIN, "choices": ("list_name", "name"), "settings": ()}
        return {name: _table(rows, first[name]) for name, rows in tables.items()}

    def _survey(self) -> Iterator[Row]:
        is_page_open = False
        for item in self._draft["questions"]:
            if item["type"] == "page":
                yield from [GROUP_END] if is_page_open else []
                is_page_open = True
                yield self._row(item, "begin_group") | {"appearance": "field-list"}
            elif item["type"] == "matrix":
                yield from self._matrix(item)
            else:
                yield self._row(item, *(("integer",) if _is_whole(item) else _kind(item))) | self._of_type(item)
        yield from [GROUP_END] if is_page_open else []

    def _row(self, item: Item, *kind: str) -> Row:
        id = item["id"]
        row = {"type": " ".join(kind), "name": id}
        row |= self._columns("label", self._texts.by_language(item["text"], f"{id}.text"))
        row |= self._columns("hint", self._texts.by_language(item["help"], f"{id}.help"))
        if item["type"] in QUESTION_TYPES and not item["may_skip"]:
            row["required"] = "yes"
        if item["show_if"]:
            with suppress(NotSaid):  # The comparison with what comes back names it.
                row["relevant"] = written(item["show_if"], self._language)
        if id in self._kept:
            row[FIELD] = json.dumps(self._kept[id], ensure_ascii=False, separators=(",", ":"))
        return row

    def _of_type(self, item: Item) -> Row:
        row: Row = {}
        if item.get("shuffle"):
            row["parameters"] = "randomize=true"
        match item["type"]:
            case "yes_no" | "single_choice" | "dropdown":
                self._list(item, "options")
                row |= {"appearance": "minimal"} if item["type"] == "dropdown" else {}
            case "multiple_choice":
                self._list(item, "options")
                row["constraint"] = _of_choices(item)
            case "ranking":
                self._list(item, "rows")
            case "scale":
                self._points(item)
                row["appearance"] = "likert"
            case "number":
                row["constraint"] = _between(item["number"]["least"], item["number"]["most"], "{}")
            case "date":
                row["constraint"] = _between(item["date"]["least"], item["date"]["most"], "date('{}')")
            case "slider":
                low, high = _ends(item)
                row["parameters"] = f"start={low} end={high} step={item['slider']['step']}"
        return row

    def _matrix(self, item: Item) -> Iterator[Row]:
        group = self._row(item, "begin_group") | {"appearance": "table-list"}
        required = group.pop("required", "")
        yield group
        self._list(item, "options")
        for row in item["rows"]:
            label = self._texts.by_language(row["label"], f"{item['id']}.rows.{row['id']}")
            name = self._name(f"{item['id']}.{row['id']}")
            yield {
                "type": f"select_one {item['id']}",
                "name": name,
                "required": required,
                **self._columns("label", label),
            }
        yield GROUP_END

    def _list(self, item: Item, name: str) -> None:
        for option in item[name]:
            label = self._texts.by_language(option["label"], f"{item['id']}.{name}.{option['id']}")
            self._choices.append({"list_name": item["id"], "name": option["id"], **self._columns("label", label)})

    def _points(self, item: Item) -> None:
        scale, id = item["scale"], item["id"]
        labels = {entry["point"]: entry["label"] for entry in scale.get("labels", [])}
        labels |= {scale["least"]: scale["least_label"], scale["most"]: scale["most_label"]}
        for point in range(scale["least"], scale["most"] + 1):
            end = {scale["least"]: "least", scale["most"]: "most"}.get(
                point, f"p{point}" if point >= 0 else f"n{-point}"
            )
            label = self._texts.by_language(labels.get(point, ""), f"{id}.scale.{end}") or {DEFAULT: str(point)}
            self._choices.append({"list_name": id, "name": str(point), **self._columns("label", label)})

    def _columns(self, name: str, texts: Mapping[str, str]) -> Row:
        """Returns the texts by column, which names a language where the draft has several."""
        if not self._draft["languages"]:
            return {name: texts[DEFAULT]} if DEFAULT in texts else {}
        return {f"{name}::{self._title(language)}": text for language, text in texts.items()}

    def _title(self, language: str) -> str:
        tag = self._draft["language"] if language == DEFAULT else language
        return f"{LANGUAGE_NAMES.get(tag, tag)} ({tag})"

    def _name(self, operand: str) -> str:
        """Returns the name of what an answer is given to; a row of a matrix is a question of its own there."""
        id, _, row = operand.partition(".")
        return f"{id}_{row}" if row else id

    def _said_name(self, operand: str) -> str:
        id, _, row = operand.partition(".")
        if row and self._items.get(id, {}).get("type") == "ranking":
            raise NotSaid("asks about the rank of an option")
        return self._name(operand)


def _escaped(text: str) -> str:
    """Returns a text whose own `${` is no reference there: a form with one to no question is refused by ODK."""
    return with_markdown_escaped(text).replace("${{", "$ {{")


def _kind(item: Item) -> tuple[str, ...]:
    id = item["id"]
    return {
        "yes_no": ("select_one", id), "single_choice": ("select_one", id), "dropdown": ("select_one", id),
        "scale": ("select_one", id), "multiple_choice": ("select_multiple", id), "ranking": ("rank", id),
        "number": ("decimal",), "slider": ("range",), "date": ("date",), "section": ("note",),
        "consent": ("acknowledge",),
    }[item["type"]]  # fmt: skip


def _is_whole(item: Item) -> bool:
    """Returns whether a number is asked for whose bounds and edges are all whole, as those of an age are."""
    if item["type"] != "number":
        return False
    number = item["number"]
    written_numbers = [*number["edges"], *(end for end in (number["least"], number["most"]) if end is not None)]
    return bool(written_numbers) and not any("." in text for text in written_numbers)


def _of_choices(item: Item) -> str:
    parts = [
        f"not(selected(., '{option['id']}') and count-selected(.) > 1)"
        for option in item["options"]
        if option["exclusive"]
    ]
    if item["most_choices"] is not None:
        parts.append(f"count-selected(.) <= {item['most_choices']}")
    return " and ".join(parts)


def _between(least: str | None, most: str | None, form: str) -> str:
    parts = [f". {sign} {form.format(bound)}" for sign, bound in ((">=", least), ("<=", most)) if bound is not None]
    return " and ".join(parts)


def _ends(item: Item) -> tuple[str, str]:
    number = item["number"]
    estimate = number.get("estimate", {})
    low, high = number["least"] or estimate.get("low", 0), number["most"] or estimate.get("high", 100)
    return str(low), str(high)


def _table(rows: list[Row], first: tuple[str, ...]) -> Table:
    columns = list(first)
    columns += [name for row in rows for name in row if name not in FURTHER]
    header = list(dict.fromkeys((*columns, *(name for name in FURTHER if any(row.get(name) for row in rows)))))
    return [(1, header), *((number, [row.get(name, "") for name in header]) for number, row in enumerate(rows, 2))]
