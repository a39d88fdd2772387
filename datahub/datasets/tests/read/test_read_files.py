"""Every kind of file gives the same rows, and each damage is refused with its place and rule."""

import io
import json
import zipfile
from datetime import date
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers import parquet, xlsx
from datahub.datasets.readers.detect import detect
from datahub.datasets.readers.read import read
from datahub.datasets.readers.table import Format

NAMES = ("age", "town", "born")
ROWS = [["39", "Köln", "1987-01-31"], ["", 'say "x", no', "2001-12-01"]]


def as_csv(*, delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    lines = [delimiter.join(NAMES)] + [
        delimiter.join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in ROWS
    ]
    return "\r\n".join(lines).encode(encoding)


def as_json_lines() -> bytes:
    objects: list[dict[str, Any]] = [dict(zip(NAMES, row, strict=True)) for row in ROWS]
    objects[0]["age"], objects[1]["age"] = 39, None
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in objects).encode()


def as_parquet(**changed: Any) -> bytes:
    buffer = io.BytesIO()
    days = [date(1987, 1, 31), date(2001, 12, 1)]
    pq.write_table(pa.table({"age": [39, None], "town": [row[1] for row in ROWS], "born": days, **changed}), buffer)
    return buffer.getvalue()


def as_xlsx(rows: list[list[Any]] | None = None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows or [list(NAMES), [39, "Köln", date(1987, 1, 31)], [None, ROWS[1][1], date(2001, 12, 1)]]:
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def rows_of(content: bytes, name: str, format: Format | None = None) -> list[list[str]]:
    source = io.BytesIO(content)
    table = read(source, format=format or detect(source, name=name), size=len(content))
    return [list(table.names), *(list(row) for row in table.rows())]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", as_csv()),
        ("a.csv", as_csv(delimiter=";")),
        ("a.csv", as_csv(delimiter="|")),
        ("a.tsv", as_csv(delimiter="\t")),
        ("a.csv", as_csv(encoding="utf-8-sig")),
        ("a.csv", as_csv(encoding="utf-16")),
        ("a.csv", as_csv(encoding="windows-1252")),
        ("a.jsonl", as_json_lines()),
        ("a.parquet", as_parquet()),
        ("a.xlsx", as_xlsx()),
    ],
    ids=["comma", "semicolon", "bar", "tab", "mark", "utf-16", "windows", "json", "parquet", "xlsx"],
)
def test_every_kind_of_file_gives_the_same_rows(name: str, content: bytes) -> None:
    assert rows_of(content, name) == [list(NAMES), *ROWS]


def test_a_chinese_file_of_an_older_encoding_is_read() -> None:
    content = "姓名,城市\n张伟,北京\n王芳,上海\n".encode("gb18030")
    assert detect(io.BytesIO(content), name="a.csv").encoding == "gb18030"
    assert rows_of(content, "a.csv")[1] == ["张伟", "北京"]


def a_bomb() -> bytes:
    """Returns a workbook whose sheet unpacks to a thousand times its size."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(as_xlsx())) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, old.read(part))
        new.writestr("xl/worksheets/sheet2.xml", b" " * (8 * 1024**2))
    return buffer.getvalue()


def with_entities() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(as_xlsx())) as old, zipfile.ZipFile(buffer, "w") as new:
        for part in old.infolist():
            body = old.read(part)
            if part.filename == "xl/workbook.xml":
                body = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "xx">]>' + body
            new.writestr(part.filename, body)
    return buffer.getvalue()


BAD: dict[str, tuple[str, bytes, str, str]] = {
    "nothing": ("a.csv", b"", "empty", "line 1"),
    "ragged": ("a.csv", b"a,b\n1,2\n1\n", "ragged", "line 3"),
    "too wide": ("a.csv", b"a,b\n1,2,3\n", "ragged", "line 2"),
    "a header twice": ("a.csv", b"a,b,A\n1,2,3\n", "duplicate_header", "line 1, column 3"),
    "a formula": ("a.csv", b"a,b\n1,=1+1\n", "formula", "line 2, column 2"),
    "a NUL": ("a.csv", b"a,b\n1,2\n1,\x00\n", "nul", "line 3"),
    "quotes left open": ("a.csv", b'a,b\n1,"2\n', "truncated", "line 2"),
    "a quote in a cell": ("a.csv", b'a,b\n1,"2"3\n', "quotes", "line 2"),
    "a huge line": ("a.csv", b"a,b\n1," + b"x" * 1_100_000 + b"\n", "long_line", "line 2"),
    "a record over very many lines": ("a.csv", b"a,b\n" + b'"\n",' * 300_000, "long_line", "line 262146"),
    "a huge cell": ("a.csv", b"a,b\n1," + b"x" * 200_000 + b"\n", "long_cell", "line 2"),
    "a long cell": ("a.csv", b"a,b\n1," + b"x" * 40_000 + b"\n", "long_cell", "line 2, column 2"),
    "a mixture": ("a.csv", "a,b\nKöln,1\n".encode() + b"K\xf6ln,2\n", "mixed_encoding", "line 3"),
    "half a letter": ("a.csv", "a,b\n1,ö".encode()[:-1], "truncated", "line 2"),
    "a zip called csv": ("a.csv", as_xlsx(), "wrong_magic", "the beginning of the file"),
    "a csv called parquet": ("a.parquet", b"a,b\n1,2\n", "wrong_magic", "the beginning of the file"),
    "gzip": ("a.csv", b"\x1f\x8b\x08abc", "wrong_magic", "the beginning of the file"),
    "an old workbook": ("a.xls", b"\xd0\xcf\x11\xe0abc", "wrong_magic", "the beginning of the file"),
    "json that ends early": ("a.jsonl", b'{"a": 1}\n{"a": ', "truncated", "line 2"),
    "json with another field": ("a.jsonl", b'{"a": 1}\n' * 1000 + b'{"b": 1}\n', "ragged", "line 1001"),
    "json with a list": ("a.jsonl", b'{"a": [1]}\n', "nested", "line 1"),
    "json with a field twice": ("a.jsonl", b'{"a": 1, "a": 2}\n', "duplicate_header", "line 1"),
    "json with no number": ("a.jsonl", b'{"a": NaN}\n', "json", "line 1"),
    "json of great depth": ("a.jsonl", b'{"a": ' + b"[" * 100_000, "nested", "line 1"),
    "json with a formula": ("a.jsonl", b'{"a": "=1"}\n', "formula", "line 1, column 1"),
    "json with a hidden NUL": ("a.jsonl", b'{"a": "\\u0000"}\n', "nul", "line 1"),
    "parquet without its end": ("a.parquet", as_parquet()[:-30], "truncated", "the end of the file"),
    "parquet with a torn footer": ("a.parquet", as_parquet()[:-60] + as_parquet()[-8:], "damaged", "the file"),
    "parquet with lists": ("a.parquet", as_parquet(town=[[1], [2]]), "nested", "column 2"),
    "a workbook without its end": ("a.xlsx", as_xlsx()[:-100], "truncated", "the end of the file"),
    "a bomb": ("a.xlsx", a_bomb(), "zip_bomb", "part xl/worksheets/sheet2.xml of the workbook"),
    "entities": ("a.xlsx", with_entities(), "entities", "part xl/workbook.xml of the workbook"),
    "a formula in a workbook": ("a.xlsx", as_xlsx([["a"], ["=1+1"]]), "formula", "row 2, column 1"),
    "a workbook too wide": ("a.xlsx", as_xlsx([["a"], [1, 2]]), "ragged", "row 2"),
    "a workbook with a header twice": ("a.xlsx", as_xlsx([["a", "a"]]), "duplicate_header", "row 1, column 2"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_is_damaged_is_refused_with_place_and_rule(case: str) -> None:
    name, content, rule, place = BAD[case]
    with pytest.raises(FileRefused) as refusal:
        rows_of(content, name)
    assert (refusal.value.rule, refusal.value.place) == (rule, place)


def test_a_file_of_another_encoding_than_was_stated_is_refused_at_the_line() -> None:
    with pytest.raises(FileRefused) as refusal:
        rows_of(b"a,b\n1,2\nK\xf6ln,2\n", "a.csv", Format(kind="csv", encoding="utf-8", delimiter=","))
    assert (refusal.value.rule, refusal.value.place) == ("encoding", "line 3")


def test_a_refusal_never_quotes_what_stood_there() -> None:
    with pytest.raises(FileRefused) as refusal:
        rows_of(b"name,ill\nMallory,=secret\n", "a.csv")
    assert "Mallory" not in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_a_table_that_unpacks_to_too_much_is_refused_by_its_footer(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    pq.write_table(pa.table({"a": [str(number) * 50 for number in range(20_000)]}), buffer, compression="zstd")
    monkeypatch.setattr(parquet, "MOST_TIMES", 2)
    assert_refused(buffer.getvalue(), "a.parquet", "zip_bomb")
    monkeypatch.setattr(parquet, "MOST_IN_A_GROUP", 1000)
    assert_refused(buffer.getvalue(), "a.parquet", "too_large")


def test_one_long_text_that_few_bytes_repeat_is_seen_before_it_is_unpacked() -> None:
    buffer = io.BytesIO()
    long = pa.DictionaryArray.from_arrays(pa.array([0] * 4000), pa.array(["x" * 1_000_000]))
    pq.write_table(pa.table({"a": long}), buffer, compression="snappy")
    assert_refused(buffer.getvalue(), "a.parquet", "long_cell", times=10**6)


def test_a_sheet_that_claims_to_be_huge_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MOST_ROWS", 3)
    assert_refused(as_xlsx([["a"], [1], [2], [3], [4]]), "a.xlsx", "too_large")


def assert_refused(content: bytes, name: str, rule: str, times: int | None = None) -> None:
    patch = pytest.MonkeyPatch()
    if times:
        patch.setattr(parquet, "MOST_TIMES", times)
    with pytest.raises(FileRefused) as refusal:
        rows_of(content, name)
    patch.undo()
    assert refusal.value.rule == rule
