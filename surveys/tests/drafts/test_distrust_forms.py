"""Files of strangers that are damaged, or made to exhaust memory or time, are refused in words."""

import base64
import io
import zipfile
from collections.abc import Mapping
from time import process_time
from typing import Any

import pytest
import xlsxwriter

from datahub.accounts.models import Person
from surveys.drafts.form_file import MOST_BYTES, draft_of
from surveys.drafts.xlsform.workbook import MOST_PART_BYTES
from surveys.errors import DraftRefused
from surveys.tests.client import Visitor

HEADER = ("type", "name", "label")
SHEET = "xl/worksheets/sheet1.xml"
BOMB = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>"""


def read(name: str, content: bytes) -> tuple[dict[str, Any], list[dict[str, str]]]:
    return draft_of({"name": name, "content": base64.b64encode(content).decode()})


def book(*rows: tuple[Any, ...], changes: Mapping[str, bytes] | None = None) -> bytes:
    """Writes a form as a workbook, and then replaces parts of its archive."""
    whole = io.BytesIO()
    workbook = xlsxwriter.Workbook(whole, {"in_memory": True})
    sheet = workbook.add_worksheet("survey")
    for number, row in enumerate((HEADER, *rows)):
        for column, value in enumerate(row):
            sheet.write(number, column, value)
    workbook.close()
    changed = io.BytesIO()
    with zipfile.ZipFile(whole) as before, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as after:
        for part in before.namelist():
            after.writestr(part, (changes or {}).get(part, before.read(part)))
    return changed.getvalue()


def refusal(name: str, content: bytes) -> str:
    start = process_time()
    with pytest.raises(DraftRefused) as refused:
        read(name, content)
    assert process_time() - start < 5
    return str(refused.value)


def test_a_damaged_archive_is_refused() -> None:
    whole = book(("note", "n", "words"))
    assert "is no workbook" in refusal("a.xlsx", whole[:200])
    assert "is no workbook" in refusal("a.xlsx", b"")
    middle = whole.index(b"xl/worksheets") + 60
    damaged = whole[:middle] + b"\0" * 40 + whole[middle + 40 :]
    assert "cannot be read" in refusal("a.xlsx", damaged)


def test_an_archive_without_sheets_is_refused() -> None:
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("words.txt", "none")
    assert "is no workbook" in refusal("a.xlsx", empty.getvalue())


def test_a_part_that_unpacks_to_very_much_is_refused() -> None:
    large = b"<worksheet>" + b" " * (MOST_PART_BYTES + 1) + b"</worksheet>"
    assert "unpacks to more than" in refusal("a.xlsx", book(changes={SHEET: large}))


def test_a_part_that_states_a_small_size_and_unpacks_to_very_much_is_refused() -> None:
    large = b"<worksheet>" + b" " * (MOST_PART_BYTES + 1) + b"</worksheet>"
    content = book(changes={SHEET: large})
    stated = (len(large)).to_bytes(4, "little")
    assert content.count(stated) == 2
    assert "cannot be read" in refusal("a.xlsx", content.replace(stated, (1000).to_bytes(4, "little")))


def test_many_cells_are_refused() -> None:
    row = b'<row><c t="n"><v>1</v></c></row>'
    sheet = b"<worksheet><sheetData>" + row * 25_000 + b"</sheetData></worksheet>"
    assert "larger than a form" in refusal("a.xlsx", book(changes={SHEET: sheet}))


def test_entities_are_refused() -> None:
    assert "document type" in refusal("a.xlsx", book(changes={SHEET: BOMB}))


def test_what_is_nested_without_end_is_refused() -> None:
    assert "nested deeper" in refusal("a.xlsx", book(changes={SHEET: b"<a>" * 100_000}))


def test_a_formula_is_read_as_its_stored_result_and_noted() -> None:
    draft, notes = read("a.xlsx", book(("note", "n", '="a"&"b"')))
    # The writer stores 0 as the result of a formula that nobody has calculated.
    assert draft["questions"][0]["text"] == "0"
    assert [(note["path"], note["what"]) for note in notes] == [("survey C2", "formula")]


def test_a_formula_without_a_result_is_an_empty_cell() -> None:
    sheet = (
        b'<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>type</t></is></c>'
        b'<c r="B1" t="inlineStr"><is><t>name</t></is></c><c r="C1" t="inlineStr"><is><t>label</t></is></c></row>'
        b'<row r="2"><c r="A2" t="inlineStr"><is><t>note</t></is></c><c r="B2" t="inlineStr"><is><t>n</t></is></c>'
        b"<c r='C2'><f>1+1</f></c></row></sheetData></worksheet>"
    )
    draft, notes = read("a.xlsx", book(changes={SHEET: sheet}))
    assert draft["questions"] == []
    assert [note["why"] for note in notes] == ["it has no stored result, so the cell is empty here", "it has no words"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.pdf", b"x", "with this ending is not read"),
        ("a.csv", b"a,b\n1,2\n", "is no XLSForm"),
        ("a.csv", b"\xff\xfe", "not in UTF-8"),
        ("a.csv", b"", "is no XLSForm"),
        ("a.csv", b'survey\n,type,name\n,note,"' + b"x" * 200_000, "is no table"),
    ],
)
def test_what_is_no_form_is_refused(name: str, content: bytes, words: str) -> None:
    assert words in refusal(name, content)


def test_a_file_that_is_too_large_or_no_base64_is_refused() -> None:
    assert "larger than 3 MB" in refusal("a.csv", b"x" * (MOST_BYTES + 1))
    for content in ("é", "====", "abc"):
        with pytest.raises(DraftRefused, match="no base64"):
            draft_of({"name": "a.csv", "content": content})


@pytest.mark.django_db
def test_a_form_that_is_sent_becomes_a_survey(ana: Person) -> None:
    content = base64.b64encode(book(("note", "n", "words"), ("text", "t", "?"))).decode()
    answer = Visitor(ana).post("surveys/import/form/", {"name": "Form.XLSX", "content": content})
    assert answer.status_code == 201, answer.content
    assert [item["id"] for item in answer.json()["survey"]["draft"]["questions"]] == ["n"]
    assert [note["path"] for note in answer.json()["notes"]] == ["survey row 3"]
