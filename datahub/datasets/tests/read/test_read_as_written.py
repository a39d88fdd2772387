"""Files are read as common programs write them: row numbers without a name, a line for Excel, times, durations."""

import io
import json
import zipfile
from datetime import time, timedelta

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.detect import detect
from datahub.datasets.readers.read import read


def table_of(content: bytes, name: str = "a.csv") -> tuple[list[str], list[list[str]]]:
    """Returns the names and the rows of a file, which are the same in blocks."""
    source = io.BytesIO(content)
    format = detect(source, name=name)
    table = read(source, format=format, size=len(content))
    rows = [list(row) for row in table.rows()]
    blocks = read(source, format=format, size=len(content)).blocks()
    columns = [[cell for cells in column for cell in cells.to_pylist()] for column in zip(*blocks, strict=True)]
    assert [list(row) for row in zip(*columns, strict=True)] == rows
    return list(table.names), rows


def test_a_column_without_a_name_is_named_by_its_place() -> None:
    assert table_of(b'"","dose"\n"1",5\n"2",7\n') == (["column 1", "dose"], [["1", "5"], ["2", "7"]])
    assert table_of(b"dose,day,\n5,1,\n7,2,\n") == (["dose", "day", "column 3"], [["5", "1", ""], ["7", "2", ""]])
    assert table_of(b",Column 1,\n5,1,2\n")[0] == ["column 1 (2)", "Column 1", "column 3"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_first_line_that_states_the_delimiter_is_obeyed_and_no_header(delimiter: str, mark: str) -> None:
    text = f"{mark}sep={delimiter}\r\ndose{delimiter}a,b\r\n5{delimiter}x,y\r\n"
    if delimiter == ",":
        assert table_of(text.encode()) == (["dose", "a", "b"], [["5", "x", "y"]])
    else:
        assert table_of(text.encode()) == (["dose", "a,b"], [["5", "x,y"]])


def test_a_column_may_have_a_name_that_begins_like_such_a_line() -> None:
    assert table_of(b"sep=x,dose\n1,2\n") == (["sep=x", "dose"], [["1", "2"]])


@pytest.mark.parametrize("odd", ["one cell", "7;8;9;10", "a, b, and c, and d"])
def test_one_odd_line_does_not_change_the_delimiter_and_is_refused_at_its_place(odd: str) -> None:
    content = "dose;day;town\n" + "5,5;1;Bern\n" * 20 + odd + "\n" + "6,5;2;Basel\n" * 20
    assert detect(io.BytesIO(content.encode()), name="a.csv").delimiter == ";"
    with pytest.raises(FileRefused) as refusal:
        table_of(content.encode())
    assert (refusal.value.rule, refusal.value.place) == ("ragged", "line 22")


def test_blank_rows_above_the_header_of_a_sheet_are_passed_over() -> None:
    book = openpyxl.Workbook()
    book.active.cell(row=3, column=1, value="dose")
    book.active.cell(row=3, column=2, value="start")
    book.active.cell(row=4, column=1, value=5)
    book.active.cell(row=4, column=2, value=time(9, 30))
    buffer = io.BytesIO()
    book.save(buffer)
    assert table_of(buffer.getvalue(), "a.xlsx") == (["dose", "start"], [["5", "09:30:00"]])


def test_times_of_day_are_texts_and_durations_are_seconds() -> None:
    durations = [timedelta(days=2), timedelta(seconds=90, milliseconds=250), timedelta(seconds=-1), None]
    times = [time(9, 30), time(23, 59, 59, 500_000), time(0), None]
    buffer = io.BytesIO()
    pq.write_table(pa.table({"lasts": pa.array(durations, pa.duration("us")), "at": times}), buffer)
    names, rows = table_of(buffer.getvalue(), "a.parquet")
    assert names == ["lasts", "at"]
    assert [row[0] for row in rows] == ["172800", "90.250000", "-1", ""]
    assert [row[1] for row in rows] == ["09:30:00", "23:59:59.500000", "00:00:00", ""]


def test_a_field_that_an_object_does_not_have_is_missing() -> None:
    lines = [{"dose": 5, "day": 1}, {"day": 2}, {}]
    content = "\n".join(map(json.dumps, lines)).encode()
    assert table_of(content, "a.jsonl") == (["dose", "day"], [["5", "1"], ["", "2"], ["", ""]])


def test_a_field_that_the_first_object_does_not_have_is_a_column() -> None:
    content = b'{"dose": 5}\n{"dose": 6, "note": "x"}\n'
    assert table_of(content, "a.jsonl") == (["dose", "note"], [["5", ""], ["6", "x"]])


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_of_objects_is_read(name: str, indent: int | None) -> None:
    objects = [{"dose": 5, "note": 'a "]" b'}, {"note": "\u4e2d"}, {"dose": None, "note": ""}]
    content = json.dumps(objects, indent=indent, ensure_ascii=False).encode()
    assert table_of(content, name) == (["dose", "note"], [["5", 'a "]" b'], ["", "\u4e2d"], ["", ""]])


def test_a_long_array_is_read_in_parts() -> None:
    objects = [{"row": row, "text": "x" * 900} for row in range(1500)]
    names, rows = table_of(json.dumps(objects).encode(), "a.json")
    assert (names, len(rows), rows[-1][0]) == (["row", "text"], 1500, "1499")


@pytest.mark.parametrize(
    ("content", "rule", "place"),
    [
        ('[{"a": 1}, {"a": ', "truncated", "object 2"),
        ('[{"a": 1}', "truncated", "object 1"),
        ('[{"a": 1} {"a": 2}]', "json", "object 1"),
        ('[{"a": 1}, 5]', "json", "object 2"),
        ('[{"a": 1}] x', "json", "the end of the file"),
        ('[{"a": NaN}]', "json", "object 1"),
        ('[{"a": [1]}]', "nested", "object 1"),
        ('[{"a": 1, "a": 2}]', "duplicate_header", "object 1"),
        ('[{"a": "' + "x" * 2_000_000 + '"}]', "long_line", "object 1"),
        ('[{"a": ' + "[" * 100_000, "nested", "object 1"),
        ("[]", "empty", "line 1"),
        ('[{"a": "=1"}]', "formula", "object 1, column 1"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_damaged_array_is_refused_at_its_object(content: str, rule: str, place: str) -> None:
    with pytest.raises(FileRefused) as refusal:
        table_of(content.encode(), "a.json")
    assert (refusal.value.rule, refusal.value.place) == (rule, place)


@pytest.mark.parametrize(
    ("encoding", "town"),
    [
        ("windows-1250", "Łódź"),
        ("windows-1251", "Київ"),
        ("shift_jis", "東京"),
        ("iso-8859-7", "Αθήνα"),
        ("big5", "臺北"),
    ],
)
def test_an_encoding_that_is_chosen_is_read(encoding: str, town: str) -> None:
    content = f"town,dose\n{town},5\n".encode(encoding)
    format = detect(io.BytesIO(b"town,dose\n"), name="a.csv")
    chosen = type(format)(kind="csv", encoding=encoding, delimiter=",")
    rows = read(io.BytesIO(content), format=chosen, size=len(content)).rows()
    assert [list(row) for row in rows] == [[town, "5"]]


def workbook_of(cells: str) -> bytes:
    """Returns a workbook of the header "dose" whose further cells, one a row, are this XML."""
    book = openpyxl.Workbook()
    book.active.append(["dose"])
    buffer, changed = io.BytesIO(), io.BytesIO()
    book.save(buffer)
    rows = "".join(f"<row>{cell}</row>" for cell in cells.splitlines())
    with zipfile.ZipFile(buffer) as before, zipfile.ZipFile(changed, "w") as after:
        for part in before.namelist():
            content = before.read(part)
            if part == "xl/worksheets/sheet1.xml":
                content = content.replace(b"</sheetData>", rows.encode() + b"</sheetData>")
            after.writestr(part, content)
    return changed.getvalue()


def test_a_formula_is_read_as_its_stored_result() -> None:
    cells = """<c><f>1+1</f><v>2</v></c>
<c t="str"><f>A2&amp;"x"</f><v>2x</v></c>
<c t="b"><f>1=1</f><v>1</v></c>
<c t="e"><f>NA()</f><v>#N/A</v></c>"""
    assert table_of(workbook_of(cells), "a.xlsx") == (["dose"], [["2"], ["2x"], ["true"], ["#N/A"]])


@pytest.mark.parametrize(
    ("cell", "rule"),
    [
        ("<c><f>1+1</f></c>", "formula"),
        ("<c><f>1+1</f><v/></c>", "formula"),
        ('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', "error_cell"),
        ('<c t="e"><v>#REF!</v></c>', "error_cell"),
        ('<c t="inlineStr"><is><t>=1+1</t></is></c>', "formula"),
    ],
)
def test_a_formula_without_a_result_and_an_error_are_refused_at_their_cell(cell: str, rule: str) -> None:
    with pytest.raises(FileRefused) as refusal:
        table_of(workbook_of(f"<c><v>1</v></c>\n{cell}"), "a.xlsx")
    assert (refusal.value.rule, refusal.value.place) == (rule, "row 3, column 1")
