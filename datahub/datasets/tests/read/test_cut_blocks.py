"""Texts that Arrow cuts into cells have the rows and refusals of Python's `csv`, row by row."""

import io
from collections.abc import Iterator

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers import delimited, lines
from datahub.datasets.readers.cut import cut
from datahub.datasets.readers.table import Table
from datahub.datasets.tests.read.test_read_files import BAD

Outcome = tuple[list[list[str]], tuple[str, str, str] | None]

PIECES = (
    ",", ",", "\n", "\n", "\r\n", '"', '""', '","', '"\n"', "\r", "a", "b", "1", " ", "=", "\u00e4", "\u4e2d", "\ufeff",
    "\u2028", "\x0b", "\x1c", "\x85", "\\", "'", "\t", ";", "#", "NA", "\x00",
)  # fmt: skip
PLAIN_CELLS = (
    "",
    "a",
    "12.5",
    " x ",
    "\u00e4\u4e2d",
    '"q"',
    '"a,b"',
    '"a\nb"',
    '"a\r\n\r\nb"',
    '"say ""x"""',
    '""',
    '"="',
)


def outcome(content: bytes, encoding: str, *, in_blocks: bool, delimiter: str = ",") -> Outcome:
    """Returns the rows up to a refusal, and that refusal."""
    rows: list[list[str]] = []
    try:
        table = delimited.read(io.BytesIO(content), encoding=encoding, delimiter=delimiter)
        for row in rows_in_blocks(table) if in_blocks else table.rows():
            rows.append(list(row))
    except FileRefused as refusal:
        return rows, (refusal.rule, refusal.place, refusal.detail)
    return rows, None


def rows_in_blocks(table: Table) -> Iterator[list[str]]:
    assert table.cut is not None
    for block in table.cut():
        columns = [cells.to_pylist() if isinstance(cells, pa.StringArray) else cells for cells in block]
        yield from map(list, zip(*columns, strict=True))


def assert_same(content: bytes, encoding: str = "utf-8", delimiter: str = ",") -> None:
    expected = outcome(content, encoding, in_blocks=False, delimiter=delimiter)
    rows, refusal = outcome(content, encoding, in_blocks=True, delimiter=delimiter)
    assert refusal == expected[1]
    if refusal is None:
        assert rows == expected[0]
    else:
        assert rows == expected[0][: len(rows)]


@pytest.fixture(params=[7, 40, 256 * 1024])
def block_bytes(request: pytest.FixtureRequest) -> Iterator[int]:
    """Yields after how many bytes a text ends: in a letter, a cell or a record."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "BLOCK_BYTES", request.param)
        yield request.param


@settings(deadline=None, max_examples=800)
@given(
    st.lists(st.sampled_from(PIECES), max_size=40),
    st.sampled_from(["a\n", "a,b\n", '"a","b"\r\n', "a,b,c\n"]),
    st.sampled_from([3, 7, 40, 10_000]),
)
@example(['"', "\n", '"', ",", "1", "\n"], "a,b\n", 3)
@example(["\n", "\n", "\r\n"], "a\n", 40)
@example(["\ufeff", ",", "1"], "a,b\n", 3)
def test_any_text_has_the_rows_and_the_refusal_of_csv(pieces: list[str], header: str, block_bytes: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "BLOCK_BYTES", block_bytes)
        assert_same((header + "".join(pieces)).encode())


@settings(deadline=None, max_examples=400)
@given(st.data(), st.integers(1, 3), st.sampled_from(["\n", "\r\n"]), st.sampled_from([7, 40, 10_000]))
def test_any_table_has_the_rows_of_csv(data: st.DataObject, width: int, end: str, block_bytes: int) -> None:
    row = st.lists(st.sampled_from(PLAIN_CELLS), min_size=width, max_size=width).map(",".join)
    rows = data.draw(st.lists(row, max_size=12))
    encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "gb18030"]))
    content = end.join([",".join("abc"[:width]), *rows]) + data.draw(st.sampled_from(["", end]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "BLOCK_BYTES", block_bytes)
        assert_same(content.encode(encoding), encoding)


@pytest.mark.parametrize("case", [case for case, bad in BAD.items() if bad[0].endswith(".csv") and bad[1][:1] == b"a"])
def test_what_is_damaged_is_refused_alike(case: str, block_bytes: int) -> None:
    content = BAD[case][1]
    assert_same(content)
    assert outcome(content, "utf-8", in_blocks=True)[1] is not None


@pytest.mark.parametrize("delimiter", delimited.DELIMITERS)
def test_a_fault_behind_many_rows_is_refused_at_its_line(delimiter: str, block_bytes: int) -> None:
    head = delimiter.join("ab") + "\n" + (delimiter.join(['"x\ny"', "2"]) + "\r\n") * 50
    for fault in ("1", "=1" + delimiter + "2", 'x"y"' + delimiter + '"z', '"open', "a\rb" + delimiter):
        assert_same((head + fault).encode(), delimiter=delimiter)
        refusal = outcome((head + fault).encode(), "utf-8", in_blocks=True, delimiter=delimiter)[1]
        assert refusal is not None
        assert refusal[1].startswith("line 102")


def test_quoted_cells_and_lines_of_windows_are_cut_by_arrow() -> None:
    text = '"a","say ""x"", no","line\r\nfeed"\r\n\r\n1,,""\r\n"open\n'
    whole = cut(text, delimiter=",", width=3)
    assert whole is not None
    assert [column.to_pylist() for column in whole.columns] == [["a", "1"], ['say "x", no', ""], ["line\r\nfeed", ""]]
    assert text[whole.letters :] == '"open\n'


def test_records_that_go_on_in_the_next_text_are_cut_by_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BLOCK_BYTES", 40)
    monkeypatch.setattr(delimited, "in_blocks", None)
    content = b"a,b\n" + b'"first\nsecond",1\n\n' * 100
    assert outcome(content, "utf-8", in_blocks=True) == ([["first\nsecond", "1"]] * 100, None)


@pytest.mark.parametrize(
    "text",
    [
        'a"b",1\n', '"a"b,1\n', '"a" ,1\n', ' "a",1\n', "a\rb,1\n", "a,1\n2\n", "=a,1\n", '"=a",1\n', "\ufeffa,1\n",
        '"open', "a," + "x" * 40_000 + "\n",
    ],
)  # fmt: skip
def test_any_other_text_is_left_to_csv(text: str) -> None:
    assert cut(text, delimiter=",", width=2) is None
