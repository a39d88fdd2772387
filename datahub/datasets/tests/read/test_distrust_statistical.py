"""A file of SPSS, Stata or SAS that is cut, lies or asks for too much is refused in words, and breaks no worker."""

import io
import random
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.detect import detect as detect_here
from datahub.datasets.readers.read import read
from datahub.datasets.readers.table import Format
from datahub.datasets.services.read_apart import ReaderEnded, detect, opened
from datahub.datasets.tests.read.sas_writer import DOUBLE, STRING, sas7bdat
from datahub.datasets.tests.read.test_read_statistical import Written

COLUMNS: dict[str, Sequence[Any]] = {"A": [float(number) for number in range(400)], "B": ["Bern", "Basel"] * 200}
NAMES = ["a.sav", "a.zsav", "a.dta", "a.por", "a.xpt", "a.sas7bdat"]
ROW_COUNT = 80  # where a file of SPSS states the number of its rows


@pytest.fixture
def written(tmp_path: Path) -> Written:
    return Written(tmp_path)


def content_of(name: str, written: Written) -> bytes:
    if name.endswith(".sas7bdat"):
        return sas7bdat([("A", DOUBLE, 8, "", ""), ("B", STRING, 8, "", "")], list(zip(*COLUMNS.values(), strict=True)))
    return written(name, COLUMNS)


def rows_of(content: bytes, name: str) -> int:
    source = io.BytesIO(content)
    return sum(1 for _ in read(source, format=detect_here(source, name=name), size=len(content)).rows())


def refusal_of(content: bytes, name: str) -> tuple[str, str]:
    with pytest.raises(FileRefused) as refused:
        rows_of(content, name)
    return refused.value.rule, refused.value.place


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_cut_is_refused(name: str, written: Written) -> None:
    content = content_of(name, written)
    assert rows_of(content, name) == 400
    for length in (len(content) - 500, len(content) // 2, len(content) // 2 + 1):
        if name != "a.xpt" or length % 80:  # a transport file states no number of rows, and may end after any record
            assert refusal_of(content[:length], name)[0] in {"truncated", "damaged"}, length


@pytest.mark.parametrize("name", ["a.sav", "a.zsav"])
@pytest.mark.parametrize("count", [100, 399, 401, 100_000])
def test_a_header_that_lies_about_the_number_of_rows_is_refused(name: str, count: int, written: Written) -> None:
    content = written(name, COLUMNS)
    lying = content[:ROW_COUNT] + struct.pack("<i", count) + content[ROW_COUNT + 4 :]
    assert refusal_of(lying, name)[0] in {"truncated", "damaged", "zip_bomb"}


@pytest.mark.parametrize("name", ["a.sav", "a.zsav"])
def test_a_header_that_states_no_number_of_rows_is_read_to_its_end(name: str, written: Written) -> None:
    content = written(name, COLUMNS)
    unknown = content[:ROW_COUNT] + struct.pack("<i", -1) + content[ROW_COUNT + 4 :]
    assert rows_of(unknown, name) == 400


def test_a_number_of_rows_that_no_memory_holds_is_refused_before_any_is_read(written: Written) -> None:
    content = written("a.sav", COLUMNS)
    for count, rule in ((2_000_000_000, "too_large"), (90_000_000, "zip_bomb")):
        lying = content[:ROW_COUNT] + struct.pack("<i", count) + content[ROW_COUNT + 4 :]
        assert refusal_of(lying, "a.sav")[0] == rule


def test_a_file_that_unpacks_to_far_more_than_its_size_is_refused(written: Written) -> None:
    content = written("a.zsav", {"A": ["x" + " " * 4000] * 3000 + ["y" * 4000]})
    assert len(content) < 100_000
    assert refusal_of(content, "a.zsav") == ("zip_bomb", "the file")


@pytest.mark.parametrize(
    ("names", "rule"),
    [(["a", "A"], "duplicate_header"), (["a", " a"], "duplicate_header"), (["a", "b\u200b"], "bad_header")],
)
def test_names_that_no_table_can_have_are_refused(names: list[str], rule: str, written: Written) -> None:
    content = written("a.sav", {"first_name": [1.0], "other_name": [2.0]})
    for old, new in zip(("first_name", "other_name"), names, strict=True):
        length = len(old.encode())
        content = content.replace(old.encode(), new.encode().ljust(length))
    assert refusal_of(content, "a.sav")[0] == rule


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"\x1c\0\0\0\0\0\0\0ENCRYPTEDSAV\x15\0\0\0", "password"),
        (bytes(12) + bytes.fromhex("c2ea8163b31411cfbd92080009c7318c181f1011") + bytes(200), "catalogue"),
    ],
)
def test_what_holds_no_rows_is_said_to_be_that(head: bytes, words: str) -> None:
    with pytest.raises(FileRefused, match=words):
        detect(io.BytesIO(head), name="a.sav")


def test_a_name_that_says_another_kind_is_refused(written: Written) -> None:
    with pytest.raises(FileRefused, match="a dta file, and the contents are those of a sav file"):
        detect(io.BytesIO(written("a.sav", COLUMNS)), name="a.dta")


def test_a_text_that_is_not_in_the_stated_encoding_is_refused(written: Written) -> None:
    content = written("a.sav", {"a": ["Zürich"]}).replace("Zürich".encode(), b"Z\xfcrich ")
    assert refusal_of(content, "a.sav")[0] == "encoding"


def test_a_cell_that_would_be_run_and_one_that_is_too_long_are_refused_at_their_place(written: Written) -> None:
    assert refusal_of(written("a.sav", {"a": ["x", "=1+1"]}), "a.sav") == ("formula", "row 2, column 1")
    long = ["x", "y" * 32_769]
    assert refusal_of(written("b.dta", {"a": long}), "b.dta") == ("long_cell", "row 2, column 1")


def test_many_columns_of_the_longest_texts_are_read_a_few_rows_at_a_time(written: Written, settings: Settings) -> None:
    settings.READER_MEGABYTES = 400
    content = written("a.zsav", {f"c{number}": ["ab" * 16_000, "b"] * 3 for number in range(20)})
    source = io.BytesIO(content)
    with opened(source, format=detect(source, name="a.zsav"), size=len(content)) as table:
        assert [len(row[19]) for row in table.rows()] == [32_000, 1] * 3


def test_tens_of_thousands_of_labels_are_read_or_refused(written: Written, settings: Settings) -> None:
    labels = {code: f"label {code}" for code in range(60_000)}
    content = written("a.sav", {"a": [1.0, 2.0] * 10}, variable_value_labels={"a": labels})
    source = io.BytesIO(content)
    with opened(source, format=Format(kind="sav"), size=len(content)) as table:
        assert [row[0] for row in table.rows()] == ["1", "2"] * 10
    settings.READER_MEGABYTES = 60
    with (
        pytest.raises(FileRefused, match="memory"),
        opened(source, format=Format(kind="sav"), size=len(content)) as table,
    ):
        list(table.rows())


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_file_is_read_or_refused_and_never_an_error(name: str, written: Written) -> None:
    """A change that breaks the parser itself would end this process: the next test reads such files apart."""
    whole, draw = content_of(name, written), random.Random(7)  # noqa: S311 - no secret
    for _ in range(60):
        content = bytearray(whole)
        for _ in range(draw.choice([1, 2, 10])):
            content[draw.randrange(min(len(content), draw.choice([200, 3000, 10**6])))] = draw.randrange(256)
        source = io.BytesIO(content)
        kind = name.rpartition(".")[2].replace("zsav", "sav")
        try:
            table = read(source, format=Format(kind=kind), size=len(content))  # type: ignore[arg-type]
            assert all(len(row) == len(table.names) for row in table.rows())
        except (FileRefused, MemoryError):
            pass


def test_a_process_that_sends_columns_of_different_lengths_is_not_believed(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = '["table", ["a", "b"], [], 0, "", []]\\n["columns", [["1"], []]]\\n'
    monkeypatch.setattr(
        "datahub.datasets.services.read_apart.BEGIN",
        f"import sys; sys.stdin.buffer.readline(); print('{answer}', end='')",
    )
    source = io.BytesIO(b"x")
    with (
        pytest.raises((FileRefused, ReaderEnded)),
        opened(source, format=Format(kind="sav"), size=1) as table,
    ):
        list(table.blocks())
