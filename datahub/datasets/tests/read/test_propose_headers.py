"""Titles above a header are no part of the table, names of rows get a column, and the owner has the last word."""

import io
from typing import Any

import openpyxl
import pytest

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.detect import detect
from datahub.datasets.readers.read import read
from datahub.datasets.readers.table import Format, Table

ROWS = "".join(f"{name},{20 + index},{('Bern', 'Basel')[index % 2]}\n" for index, name in enumerate("abcdefgh"))


def table_of(content: str | bytes, format: Format | None = None, name: str = "a.csv") -> tuple[Table, list[list[str]]]:
    """Returns a table and its rows, which are the same in blocks."""
    raw = content if isinstance(content, bytes) else content.encode()
    source = io.BytesIO(raw)
    chosen = format or detect(source, name=name)
    table = read(source, format=chosen, size=len(raw))
    rows = [list(row) for row in table.rows()]
    columns = zip(*read(source, format=chosen, size=len(raw)).blocks(), strict=True)
    cells = [[cell for part in column for cell in part.to_pylist()] for column in columns]
    assert [list(row) for row in zip(*cells, strict=True)] == rows
    return table, rows


def workbook(*rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("above", "line"),
    [
        ("", 1),
        ("Visits of 2024\n", 2),
        ("Visits of 2024\n\nSource: the registry\n\n", 5),
        ("Visits of 2024,,\n,,\n", 3),
        ('"Visits, of ""2024"""\n', 2),
        ("sep=,\nVisits of 2024\n", 3),
    ],
)
def test_the_header_below_titles_is_proposed(above: str, line: int) -> None:
    table, rows = table_of(f"{above}name,age,town\n{ROWS}")
    assert (table.names, table.header_row, len(rows)) == (("name", "age", "town"), line, 8)


def test_a_title_does_not_change_the_delimiter() -> None:
    table, rows = table_of("Doses, by day\ndose;day\n" + "1,5;2,5\n" * 5)
    assert (table.names, table.header_row, rows[0]) == (("dose", "day"), 2, ["1,5", "2,5"])


def test_years_may_be_names_below_a_title() -> None:
    assert table_of("Population\ncountry,2001,2002\nCH,7,8\nAT,8,9\n")[0].names == ("country", "2001", "2002")


@pytest.mark.parametrize(
    "content",
    [
        f"name,age,town\n{ROWS}",
        "name\na\nb\n",
        "name,,\na,1,2\nb,3,4\n",
        ",dose\n1,5\n2,7\n",
        "a,b\n1,2\n",
        "a;b,c\n1;2,3\n",
    ],
)
def test_the_first_line_is_the_header_where_no_other_is_clear(content: str) -> None:
    assert table_of(content)[0].header_row == 1


def test_the_owner_states_the_line_of_the_header() -> None:
    content = 'what "is" this\nname,age,town\n' + ROWS
    table, rows = table_of(content, Format(kind="csv", encoding="utf-8", delimiter=",", header_row=2))
    assert (table.names, table.header_row, rows[0]) == (("name", "age", "town"), 2, ["a", "20", "Bern"])
    table, rows = table_of(content, Format(kind="csv", encoding="utf-8", delimiter=",", header_row=3))
    assert (table.names, len(rows)) == (("a", "20", "Bern"), 7)
    with pytest.raises(FileRefused):
        table_of(content, Format(kind="csv", encoding="utf-8", delimiter=",", header_row=99))


def test_titles_above_the_header_of_a_sheet_are_passed_over() -> None:
    content = workbook(["Table 1: visits"], [], ["name", "age", "town"], ["a", 20, "Bern"], ["b", 21, "Basel"])
    table, rows = table_of(content, name="a.xlsx")
    assert (table.names, table.header_row, rows[1]) == (("name", "age", "town"), 3, ["b", "21", "Basel"])
    stated = read(io.BytesIO(content), format=Format(kind="xlsx", header_row=4), size=len(content))
    assert (stated.names, list(map(list, stated.rows()))) == (("a", "20", "Bern"), [["b", "21", "Basel"]])


def test_a_fault_above_the_stated_row_of_a_sheet_is_not_read() -> None:
    content = workbook(["=SUM(A2)"], ["name", "age"], ["a", 20])
    stated = read(io.BytesIO(content), format=Format(kind="xlsx", header_row=2), size=len(content))
    assert stated.names == ("name", "age")


def test_names_of_rows_get_a_column_where_the_header_is_one_name_short() -> None:
    table, rows = table_of('"dose"\t"day"\n"1"\t5\t1\n"2"\t7\t2\n', name="a.tsv")
    assert (table.names, rows) == (("column 1", "dose", "day"), [["1", "5", "1"], ["2", "7", "2"]])
    assert table_of('"dose"\n"1",5\n"2",7\n')[0].names == ("column 1", "dose")


def test_separators_at_the_ends_of_rows_alone_give_an_empty_column() -> None:
    assert table_of("dose,day\n5,1,\n7,2,\n")[0].names == ("dose", "day", "column 3")


@pytest.mark.parametrize("rows", ["1,5,1\n1,7,2\n", "1,5,1\n2,7\n", "1,5,1\n"])
def test_a_row_that_is_too_long_is_refused_where_not_all_are_named(rows: str) -> None:
    with pytest.raises(FileRefused) as refusal:
        table_of(f"dose,day\n{rows}")
    assert (refusal.value.rule, refusal.value.place) == ("ragged", "line 2")


def test_quotes_may_stand_behind_blanks() -> None:
    table, rows = table_of('name, town, note\na, "Bern, BE", "say ""x"""\nb, Basel,"c"\n')
    assert table.names == ("name", "town", "note")
    assert rows == [["a", "Bern, BE", 'say "x"'], ["b", "Basel", "c"]]
