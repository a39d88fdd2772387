"""Parquet and workbooks are read in a process of their own: the same rows and refusals, and no secret of DataHub in
it."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pytest_django.fixtures import Settings

from datahub.datasets.errors import FileRefused
from datahub.datasets.readers.table import Format
from datahub.datasets.services import read_apart as apart
from datahub.datasets.services.read_apart import ReaderEnded, detect, opened
from datahub.datasets.tests.read.test_distrust_workbooks import NAMESPACE, SHEET, changed
from datahub.datasets.tests.read.test_read_files import BAD, NAMES, ROWS, as_csv, as_json_lines, as_parquet, as_xlsx

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc, and macOS bounds no memory")
MANY = 200_000  # a pipe does not hold this many rows


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list["subprocess.Popen[bytes]"]:
    """Returns the processes that are started, in their order."""
    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **named: Any) -> None:
            super().__init__(*words, **named)
            started.append(self)

    monkeypatch.setattr("datahub.datasets.services.read_apart.subprocess.Popen", Noted)
    return started


def rows_of(content: bytes, name: str) -> list[list[str]]:
    source = io.BytesIO(content)
    with opened(source, format=detect(source, name=name), size=len(content)) as table:
        return [list(table.names), *(list(row) for row in table.rows())]


def numbers(rows: int) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.table({"a": range(rows)}), buffer)
    return buffer.getvalue()


FILES = {"a.parquet": as_parquet(), "a.xlsx": as_xlsx(), "a.csv": as_csv(), "a.jsonl": as_json_lines()}


@pytest.mark.parametrize(("name", "content"), FILES.items())
def test_every_kind_of_file_gives_the_same_rows(name: str, content: bytes) -> None:
    assert rows_of(content, name) == [list(NAMES), *ROWS]


def test_rows_come_in_their_order_however_many_there_are() -> None:
    assert rows_of(numbers(MANY), "a.parquet") == [["a"], *([str(row)] for row in range(MANY))]


@pytest.mark.parametrize("case", [case for case, bad in BAD.items() if bad[1][:2] in {b"PK", b"PA"}])
def test_refusals_are_the_same(case: str) -> None:
    name, content, rule, place = BAD[case]
    with pytest.raises(FileRefused) as refusal:
        rows_of(content, name)
    assert (refusal.value.rule, refusal.value.place) == (rule, place)
    assert refusal.value.detail.count(place) == 1


def test_text_is_read_here(processes: list["subprocess.Popen[bytes]"]) -> None:
    rows_of(as_csv(), "a.csv")
    assert processes == []


@linux
def test_a_file_that_takes_more_memory_than_it_may_is_refused(settings: Settings) -> None:
    settings.READER_MEGABYTES = 200
    between = b"<row/>" + b"<x/>" * 400_000
    content = changed({SHEET: f'<worksheet xmlns="{NAMESPACE}"><sheetData>'.encode() + between * 12})
    with pytest.raises(FileRefused) as refusal:
        rows_of(content, "a.xlsx")
    assert (refusal.value.rule, refusal.value.place) == ("too_large", "the file")


@linux
def test_nothing_of_ours_is_in_its_environment_and_it_can_write_no_file(
    processes: list["subprocess.Popen[bytes]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATAHUB_SECRET_KEY", "x" * 40)
    content = numbers(MANY)
    with opened(io.BytesIO(content), format=Format(kind="parquet"), size=len(content)):
        about = Path(f"/proc/{processes[0].pid}")
        variables = {line.split(b"=")[0] for line in (about / "environ").read_bytes().split(b"\0") if line}
        limits = {line[:26].strip(): line[26:].split()[0] for line in (about / "limits").read_text().splitlines()}
        opens = {os.readlink(descriptor) for descriptor in (about / "fd").iterdir()}
    assert variables <= {name.encode() for name in (*apart.ALONE, "LC_CTYPE")}
    assert limits["Max file size"] == limits["Max core file size"] == "0"
    assert limits["Max data size"] == "1024000000"
    assert {target for target in opens if not target.startswith("pipe:")} == {"/dev/null"}


def test_ctrl_c_is_not_for_it(processes: list["subprocess.Popen[bytes]"]) -> None:
    content = numbers(MANY)
    with opened(io.BytesIO(content), format=Format(kind="parquet"), size=len(content)):
        assert os.getpgid(processes[0].pid) == processes[0].pid


@pytest.mark.parametrize("how", ["read to its end", "left", "broken off"])
def test_it_is_gone_with_the_table(processes: list["subprocess.Popen[bytes]"], how: str) -> None:
    content = numbers(MANY)
    try:
        with opened(io.BytesIO(content), format=Format(kind="parquet"), size=len(content)) as table:
            rows = table.rows()
            next(rows)
            if how == "broken off":
                raise KeyError
            if how == "read to its end":
                assert sum(1 for _ in rows) == MANY - 1
    except KeyError:
        pass
    assert [process.poll() is None for process in processes] == [False]


@pytest.mark.parametrize(
    ("ended_by", "expected"),
    [(signal.SIGKILL, ReaderEnded), (signal.SIGTERM, ReaderEnded), (signal.SIGSEGV, FileRefused)],
)
def test_who_ends_it_is_told_from_a_file_that_breaks_it(
    processes: list["subprocess.Popen[bytes]"], ended_by: signal.Signals, expected: type[Exception]
) -> None:
    content = numbers(MANY)
    with opened(io.BytesIO(content), format=Format(kind="parquet"), size=len(content)) as table:
        rows = table.rows()
        next(rows)
        os.kill(processes[0].pid, ended_by)
        with pytest.raises(expected):
            list(rows)


@pytest.mark.parametrize(
    "answer",
    ["nonsense", '["bytes", 0, "x"]', '["bytes", -1, 4]', "{}", "[]", "[1]", "[" * 100_000, '["rows", []]', ""],
)
def test_a_process_that_says_what_no_reader_says_is_not_believed(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(apart, "BEGIN", f"print({answer!r})")
    with pytest.raises(FileRefused) as refusal:
        rows_of(as_parquet(), "a.parquet")
    assert refusal.value.rule == "damaged"


def reading_by(what: str) -> str:
    """Returns the code that starts the reader's process with another `_read`."""
    return apart.BEGIN.replace(".program import main; main()", f" import program as p; p._read = {what}; p.main()")


def test_one_that_computes_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    for_ever = "lambda _file, to, _asked: (setattr(p, 'SILENT_SECONDS', 1), p._say(to, 'rows', []), sum(iter(int, 1)))"
    monkeypatch.setattr(apart, "BEGIN", reading_by(for_ever))
    with (
        apart._Program(io.BytesIO(), size=0, request={}) as program,
        pytest.raises(FileRefused, match="too long") as refusal,
    ):
        list(program.rows())
    assert (refusal.value.rule, refusal.value.place) == ("too_large", "the file")


def test_an_error_of_ours_is_said_without_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "BEGIN", reading_by("lambda *_words: {}['what a cell holds']"))
    with pytest.raises(ReaderEnded, match=r"^the reader broke: KeyError$"):
        rows_of(as_parquet(), "a.parquet")
