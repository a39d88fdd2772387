"""A Parquet file whose footer states a small size and whose pages are large is refused before any page is
unpacked."""

import io
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from datahub.datasets.errors import FileRefused
from datahub.datasets.file_texts import FILE
from datahub.datasets.readers import parquet
from datahub.datasets.readers.parquet_pages import DATA, DATA_2, DELTA_BYTE_ARRAY, DICTIONARY, pages_of
from datahub.datasets.readers.table import Table

MANY = 20_000
PLAIN = 0


def number(value: int) -> bytes:
    """Returns a whole number in the form of the compact protocol."""
    left, out = (value << 1) ^ (value >> 63), bytearray()
    while left > 127:
        out.append(left & 127 | 128)
        left >>= 7
    return bytes([*out, left])


def head(type: int, unpacked: int, packed: int, values: int, encoding: int = PLAIN) -> bytes:
    inner = b"\x15" + number(values) + (b"\x35" if type == DATA_2 else b"\x15") + number(encoding) + b"\x00"
    step = {DATA: 2, DICTIONARY: 4, DATA_2: 5}[type] << 4 | 12
    return b"".join(b"\x15" + number(field) for field in (type, unpacked, packed)) + bytes([step]) + inner + b"\x00"


def a_file() -> bytes:
    buffer = io.BytesIO()
    table = pa.table({"a": [f"{row:0100d}" for row in range(MANY)]})
    pq.write_table(
        table, buffer, compression="zstd", use_dictionary=False, data_page_size=2**23, write_statistics=False
    )
    return buffer.getvalue()


def read(content: bytes) -> Table:
    return parquet.read(io.BytesIO(content), len(content))


def test_a_file_that_says_the_truth_is_read() -> None:
    assert sum(1 for _ in read(a_file()).rows()) == MANY


def test_a_page_that_asks_for_more_than_the_footer_says_is_refused() -> None:
    content = a_file()
    column = pq.ParquetFile(io.BytesIO(content)).metadata.row_group(0).column(0)
    first = next(pages_of(io.BytesIO(content), len(content), column, FILE))
    truth, lie = number(first.unpacked), number(100 * 1024**2)
    at = column.data_page_offset
    assert len(truth) == len(lie)
    assert content[at : at + 8].count(truth) == 1
    lying = content[:at] + content[at : at + 8].replace(truth, lie) + content[at + 8 :]
    footer = pq.ParquetFile(io.BytesIO(lying)).metadata
    assert footer.row_group(0).column(0).total_uncompressed_size < parquet.MOST_IN_A_GROUP
    with pytest.raises(FileRefused) as refusal:
        read(lying)
    assert (refusal.value.rule, refusal.value.place) == ("too_large", "column 1")


def walk(body: bytes, values: int = 10, **changed: Any) -> list[int]:
    content = b"PAR1" + body
    fields: dict[str, Any] = {
        "data_page_offset": 4, "dictionary_page_offset": None, "total_compressed_size": len(body),
        "num_values": values, "file_path": "", "physical_type": "INT64", **changed,
    }  # fmt: skip
    return [page.type for page in pages_of(io.BytesIO(content), len(content), SimpleNamespace(**fields), FILE)]


def test_pages_are_walked_until_all_values_came() -> None:
    body = head(DICTIONARY, 80, 3, 10) + b"abc" + head(DATA, 9, 2, 4) + b"xx" + head(DATA_2, 9, 1, 6) + b"y"
    assert walk(body + b"what follows is not read") == [DICTIONARY, DATA, DATA_2]


@pytest.mark.parametrize(
    ("body", "changed", "rule"),
    [
        (head(DATA, 9, 2, 10), {}, "damaged"),  # the page would take bytes of another page
        (head(DATA, 9, 2, 4) + b"xx", {}, "damaged"),  # values of the page are missing
        (head(DATA, -9, 2, 10) + b"xx", {}, "damaged"),
        (head(DATA, 9, -2, 10), {}, "damaged"),
        (head(DATA, 9, 2, -10) + b"xx", {}, "damaged"),
        # A reader would allocate memory for that many values.
        (head(DICTIONARY, 80, 2, 2**31 - 1) + b"xx", {}, "damaged"),
        (head(DATA, 9, 2, 10, DELTA_BYTE_ARRAY) + b"xx", {}, "zip_bomb"),
        (head(DATA, 9, 2, 10) + b"xx", {"file_path": "another"}, "damaged"),
        (head(DATA, 9, 2, 10) + b"xx", {"data_page_offset": 0}, "damaged"),
        (head(DATA, 9, 2, 10) + b"xx", {"total_compressed_size": 10**6}, "damaged"),
        (b"\x15\x00" + head(DATA, 9, 2, 10) + b"xx", {}, "damaged"),
        (b"\x15\x00\x15\x00\x03\x02\x02" + b"\x00", {}, "damaged"),  # a field of the header stands twice
        (b"\x1c" * 100, {}, "damaged"),
        (b"\xff" * 100, {}, "damaged"),
        (b"", {}, "damaged"),
    ],
)
def test_pages_that_no_writer_makes_are_refused(body: bytes, changed: dict[str, Any], rule: str) -> None:
    with pytest.raises(FileRefused) as refusal:
        walk(body, **changed)
    assert refusal.value.rule == rule


@pytest.mark.parametrize("most", ["MOST_IN_A_GROUP", "MOST_IN_A_DICTIONARY"])
def test_sums_and_dictionaries_have_a_bound(monkeypatch: pytest.MonkeyPatch, most: str) -> None:
    buffer = io.BytesIO()
    pq.write_table(pa.table({"a": [str(number) for number in range(1000)]}), buffer)
    monkeypatch.setattr(parquet, most, 100)
    with pytest.raises(FileRefused) as refusal:
        read(buffer.getvalue())
    assert refusal.value.rule == "too_large"


@pytest.mark.parametrize("packing", ["snappy", "gzip", "brotli", "zstd", "lz4", "none"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_every_packing_of_dictionaries_is_read(packing: str, version: str) -> None:
    buffer = io.BytesIO()
    table = pa.table({"a": ["Bern", "Köln", None] * 100, "b": [str(row) for row in range(300)]})
    pq.write_table(table, buffer, compression=packing, data_page_version=version)
    rows = [list(row) for row in read(buffer.getvalue()).rows()]
    assert rows[:3] == [["Bern", "0"], ["Köln", "1"], ["", "2"]]
    assert len(rows) == 300


@pytest.mark.parametrize(("packing", "at_once"), [("snappy", 10), ("none", 10), ("lz4", 9)])
def test_a_long_text_that_may_be_in_every_row_makes_batches_small(
    monkeypatch: pytest.MonkeyPatch, packing: str, at_once: int
) -> None:
    buffer = io.BytesIO()
    pq.write_table(pa.table({"a": ["x" * 1000, "y" * 36] * 50}), buffer, compression=packing)
    monkeypatch.setattr(parquet, "BATCH_BYTES", 10_000)
    monkeypatch.setattr(parquet, "_rows", lambda _file, rows: [[str(rows)]])
    assert list(read(buffer.getvalue()).rows()) == [[str(at_once)]]


def test_a_group_of_many_different_texts_is_not_held_whole() -> None:
    buffer, before = io.BytesIO(), pa.total_allocated_bytes()
    table = pa.table({name: [f"person {row:050d}" for row in range(100_000)] for name in "abcd"})
    pq.write_table(table, buffer)
    del table
    content = buffer.getvalue()
    most = max(pa.total_allocated_bytes() - before for _ in read(content).rows())
    assert most < 16 * 1024**2  # all texts together have 26 MB
