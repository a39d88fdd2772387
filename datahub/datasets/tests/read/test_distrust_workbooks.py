"""A workbook is judged by the content of its parts, not by their names; and no message quotes a cell."""

import io
import warnings
import zipfile
from collections.abc import Mapping

import openpyxl
import pytest
from openpyxl.xml.constants import SHARED_STRINGS

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers import workbook
from datahub.datasets.tests.read.test_read_files import NAMES, as_xlsx, rows_of

BOOK, SHEET, TEXTS, TYPES = "xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "[Content_Types].xml"
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DTD = '<!DOCTYPE a [<!ENTITY x "xx">]>'


def a_book() -> bytes:
    """Returns a workbook with a list of texts, as spreadsheet programs write one."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(as_xlsx())) as old, zipfile.ZipFile(buffer, "w") as new:
        for member in old.infolist():
            body = old.read(member)
            if member.filename == TYPES:
                override = f'<Override PartName="/{TEXTS}" ContentType="{SHARED_STRINGS}"/></Types>'
                body = body.replace(b"</Types>", override.encode())
            new.writestr(member.filename, body)
        new.writestr(TEXTS, f'<sst xmlns="{NAMESPACE}"><si><t>{"x" * 200}</t></si></sst>')
    return buffer.getvalue()


WHOLE = a_book()


def changed(parts: Mapping[str, bytes], names: Mapping[str, str] | None = None, packed: int = 0) -> bytes:
    """Returns a workbook in which some parts have another content, or another name."""
    buffer, other = io.BytesIO(), names or {}
    with zipfile.ZipFile(io.BytesIO(WHOLE)) as old, zipfile.ZipFile(buffer, "w", packed) as new:
        known = {part.filename: old.read(part) for part in old.infolist()}
        for name, body in {**known, **parts}.items():
            new.writestr(other.get(name, name), body)
    return buffer.getvalue()


def part(name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(WHOLE)) as archive:
        return archive.read(name)


def refusal_of(content: bytes, name: str = "a.xlsx") -> tuple[str, str]:
    with pytest.raises(FileRefused) as refusal:
        rows_of(content, name)
    return refusal.value.rule, refusal.value.place


def declared(name: str, before: str, encoding: str = "utf-8") -> bytes:
    """Returns a part with `before` in front of its first element."""
    text = part(name).decode()
    text = text[text.index("?>") + 2 :] if text.startswith("<?xml") else text
    return f'<?xml version="1.0" encoding="{encoding}"?>{before}{text}'.encode(encoding)


@pytest.mark.parametrize("name", [BOOK, SHEET, TEXTS, TYPES])
@pytest.mark.parametrize(
    ("before", "encoding"),
    [(DTD, "utf-8"), (DTD, "utf-16"), (f"<!--{'x' * 100_000}-->{DTD}", "utf-8"), ("<!DOCTYPE\na SYSTEM 'b'>", "utf-8")],
    ids=["plain", "utf-16", "far in", "external"],
)
def test_a_document_type_is_refused_wherever_it_hides(name: str, before: str, encoding: str) -> None:
    assert refusal_of(changed({name: declared(name, before, encoding)})) == ("entities", f"part {name} of the workbook")


@pytest.mark.parametrize("before", [DTD, f"<!--{'x' * 100_000}-->{DTD}"], ids=["plain", "far in"])
def test_content_types_are_parsed_only_after_a_look_for_a_document_type(
    before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "fromstring", lambda _: pytest.fail("parsed"))
    with pytest.raises(FileRefused) as refusal:
        workbook.is_workbook(io.BytesIO(changed({TYPES: declared(TYPES, before)})))
    assert refusal.value.rule == "entities"


def test_a_document_type_is_refused_in_a_part_of_another_name() -> None:
    types = part(TYPES).replace(b"/xl/sharedStrings.xml", b"/xl/texts.bin")
    content = changed({TYPES: types, TEXTS: declared(TEXTS, DTD)}, {TEXTS: "xl/texts.bin"})
    assert refusal_of(content) == ("entities", "part xl/texts.bin of the workbook")


def test_a_comment_before_the_first_element_is_no_document_type() -> None:
    content = changed({BOOK: declared(BOOK, "<!-- no <!DOCTYPE a> -->")})
    assert rows_of(content, "a.xlsx")[0] == list(NAMES)


def test_a_workbook_whose_parts_have_other_names_is_one() -> None:
    types = part(TYPES).replace(b"/xl/workbook.xml", b"/book/main.xml")
    content = changed(
        {TYPES: types, "_rels/.rels": part("_rels/.rels").replace(b"xl/workbook.xml", b"book/main.xml")},
        {BOOK: "book/main.xml", "xl/_rels/workbook.xml.rels": "book/_rels/main.xml.rels"},
    )
    assert rows_of(content, "a.xlsx")[0] == list(NAMES)


def test_an_archive_with_a_part_of_that_name_is_none() -> None:
    types = part(TYPES).replace(b"spreadsheetml.sheet.main+xml", b"wordprocessingml.document.main+xml")
    assert refusal_of(changed({TYPES: types})) == ("wrong_magic", "the beginning of the file")


def test_texts_of_another_name_have_the_same_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_TEXTS", 100)
    types = part(TYPES).replace(b"/xl/sharedStrings.xml", b"/xl/texts.bin")
    assert refusal_of(changed({TYPES: types}, {TEXTS: "xl/texts.bin"})) == (
        "too_large",
        "part xl/texts.bin of the workbook",
    )


@pytest.mark.parametrize("name", [BOOK, "xl/styles.xml", "xl/theme/theme1.xml", "docProps/core.xml"])
def test_what_is_held_whole_is_bounded_where_it_is_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_WHOLE", 50_000)
    content = changed({name: part(name) + b" " * 60_000})
    assert refusal_of(content) == ("too_large", f"part {name} of the workbook")


def test_a_sheet_that_calls_itself_a_chart_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openpyxl.reader.excel.Chartsheet.from_tree", lambda _tree: pytest.fail("it was read"))
    name = "xl/_rels/workbook.xml.rels"
    content = changed({name: part(name).replace(b"/relationships/worksheet", b"/relationships/chartsheet")})
    assert refusal_of(content)[0] == "damaged"


@pytest.mark.parametrize(
    "body",
    [
        b'<sheetData><row r="1"><c r="A1"><v>1</v></c>' + b"<c/>" * 600_000,
        b'<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>' + b"x" * 2_400_000,
        b'<sheetData><row r="1"><c r="' + b"A" * 2_400_000,
        b"<cols>" + b'<col min="1"/>' * 200_000,
        b'<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>' + b"<mergeCell/>" * 200_000,
        b"<sheetData><row/><!--" + b"x" * 2_400_000,
    ],
    ids=["cells", "a text", "an attribute", "before the rows", "after the rows", "a remark"],
)
def test_a_row_that_does_not_end_is_refused_before_it_is_held(body: bytes) -> None:
    sheet = f'<worksheet xmlns="{NAMESPACE}">'.encode() + body
    assert refusal_of(changed({SHEET: sheet}))[:2] == ("too_large", f"part {SHEET} of the workbook")


def test_a_part_without_a_first_element_is_refused_before_it_is_read_to_its_end() -> None:
    content = changed({SHEET: b"<!--" + b"x" * 2_400_000 + b"-->" + part(SHEET)})
    assert refusal_of(content) == ("too_large", f"part {SHEET} of the workbook")


def test_a_sheet_that_does_not_say_its_dimensions_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[int] = []

    class Counted(workbook._Streamed):
        def read(self, size: int) -> bytes:
            content = super().read(size)
            passed.append(len(content))
            return content

    monkeypatch.setattr(workbook, "_Streamed", Counted)
    sheet = part(SHEET).replace(b'<dimension ref="A1:C3" />', b"")
    assert rows_of(changed({SHEET: sheet}), "a.xlsx")[0] == list(NAMES)
    assert sum(passed) == len(part(TYPES)) + len(part(TEXTS)) + len(sheet)


@pytest.mark.parametrize("name", [SHEET, TEXTS, BOOK])
def test_a_part_that_does_not_unpack_is_damaged(name: str) -> None:
    content = bytearray(changed({}, packed=zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        at = archive.getinfo(name).header_offset
    start = at + 30 + int.from_bytes(content[at + 26 : at + 28], "little") + int.from_bytes(
        content[at + 28 : at + 30], "little"
    )  # fmt: skip
    content[start] = 0xFF  # the first compressed block gets a type that does not exist
    assert refusal_of(bytes(content))[0] in {"damaged", "truncated"}


def test_no_warning_says_what_a_cell_holds() -> None:
    book = openpyxl.Workbook()
    book.active.append(["born"])
    book.active.append([12345678901.0])
    book.active["A2"].number_format = "yyyy-mm-dd"
    buffer = io.BytesIO()
    book.save(buffer)
    with warnings.catch_warnings(record=True) as notices:
        warnings.simplefilter("always")
        refused = refusal_of(buffer.getvalue())
    assert refused == ("error_cell", "row 2, column 1")
    assert [str(notice.message) for notice in notices] == []
