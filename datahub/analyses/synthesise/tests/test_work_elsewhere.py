"""These tests cover the conversation with a program in an environment of its own. What answers here is a stand-in that
each test writes: it shows what becomes of a program that dies, hangs or wants too much, and makes no rows."""

import json
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from datahub.analyses.errors import EngineMissing
from datahub.analyses.synthesise import sandbox_process
from datahub.analyses.synthesise.sandbox_process import Elsewhere, started
from datahub.ledger.errors import AnalysisFailed

GREETING = {"opendp": "0.16.0"}
GREETS = f"print({json.dumps(json.dumps(GREETING))}, flush=True)\n"
READS = GREETS + "told = sys.stdin.read()\n"
# The stand-in ends by itself after a while, and says so, in case a fault leaves it running.
OWN_END = "its own end"
OWN_END_SECONDS = 10
GOES_ON = f"""
import time
until = time.monotonic() + {OWN_END_SECONDS}
while time.monotonic() < until and os.getppid() == int(sys.argv[1]):
    pass
open(os.path.join(os.path.dirname(sys.argv[0]), {OWN_END!r}), "w").close()
"""
ROWS = b"Bern has 30 rows"
Start = Callable[..., AbstractContextManager[Elsewhere]]


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_process, "LOOK_SECONDS", 0.02)


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Returns a function that starts a stand-in with this code, after `import json, os, sys`."""

    def start(does: str, megabytes: int = 2000) -> AbstractContextManager[Elsewhere]:
        program = tmp_path / "stand_in.py"
        program.write_text(f"import json, os, sys\n{does}")
        return started(sys.executable, program, megabytes=megabytes, greeting=GREETING)

    return start


def never() -> None:
    """This look never cancels the job."""


def was_ended(pid: int, folder: Path) -> bool:
    """Returns whether a program was killed, and did not end by itself."""
    return not Path(f"/proc/{pid}").exists() and not (folder / OWN_END).exists()


def test_what_a_program_is_told_comes_back_as_it_answers(start: Start) -> None:
    with start(READS + "print(told[::-1], end='')") as program:
        assert program.told(ROWS, seconds=60, look=never) == ROWS[::-1]


def test_more_than_a_pipe_holds_goes_in_and_out(start: Start) -> None:
    with start(READS + "print(told, end='')") as program:
        assert program.told(ROWS * 100_000, seconds=60, look=never) == ROWS * 100_000


def test_a_program_that_begins_to_read_after_many_looks_is_told_everything(start: Start, tmp_path: Path) -> None:
    looks = []

    def look() -> None:
        looks.append("look")
        if len(looks) == 3:
            (tmp_path / "read now").touch()

    waits = "while not os.path.exists(os.path.join(os.path.dirname(sys.argv[0]), 'read now')): pass\n"
    with start(GREETS + waits + "print(sys.stdin.read(), end='')") as program:
        assert program.told(ROWS * 100_000, seconds=20, look=look) == ROWS * 100_000
    assert len(looks) >= 3


def test_a_program_has_nothing_of_our_environment_and_no_row_among_its_words(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://datahub:secret@db/datahub")
    says = "print(json.dumps([dict(os.environ), sys.argv, os.getcwd(), sys.flags.isolated]))"
    with start(READS + says) as program:
        environ, words, folder, isolated = json.loads(program.told(ROWS, seconds=60, look=never))
    assert set(environ) <= {*sandbox_process.ALONE, "LC_CTYPE"}
    assert [Path(words[0]).name, *words[1:]] == ["stand_in.py", str(os.getpid())]
    assert (folder, isolated) == ("/", 1)


@pytest.mark.parametrize(
    "does",
    [
        "sys.exit()",
        "print('nonsense', flush=True)",
        "print('[]', flush=True)",
        'print(\'{"opendp": "0.15.0"}\', flush=True)',
    ],
)
def test_a_program_that_does_not_come_up_is_missing_before_it_is_told_anything(start: Start, does: str) -> None:
    with pytest.raises(EngineMissing), start(does + "\nsys.stdin.read()"):
        pytest.fail("it was told rows")


def test_a_program_that_is_silent_is_missing(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_process, "START_SECONDS", 0.05)
    with pytest.raises(EngineMissing), start("sys.stdin.read()"):
        pytest.fail("it was told rows")


def test_a_python_that_is_not_there_is_missing(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "python")
    with pytest.raises(EngineMissing), started(nowhere, tmp_path / "aim.py", megabytes=100, greeting={}):
        pytest.fail("it was told rows")


@pytest.mark.parametrize(
    "ends",
    [
        "sys.stderr.write(sys.stdin.read()); sys.exit(1)",
        "raise ValueError(sys.stdin.read())",
        "os.kill(os.getpid(), 9)",
        "os.close(0); sys.exit(3)",
    ],
)
def test_however_a_program_ends_it_is_told_in_the_same_words_and_no_row_is_in_a_log(
    start: Start, ends: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with start(GREETS + ends) as program, pytest.raises(AnalysisFailed) as broke:
        program.told(ROWS * 100_000, seconds=60, look=never)
    assert broke.value.to_json() == AnalysisFailed().to_json()
    assert "stand_in ended with" in caplog.text
    assert ROWS.decode() not in caplog.text + "".join(capfd.readouterr())


def test_a_program_that_takes_too_long_is_ended(start: Start, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with start(GREETS + GOES_ON) as program, pytest.raises(AnalysisFailed):
        program.told(ROWS, seconds=0.1, look=never)
    assert "took longer than" in caplog.text
    assert was_ended(program.pid, tmp_path)


def test_a_program_that_reads_nothing_is_ended_too(start: Start, tmp_path: Path) -> None:
    with start(GREETS + GOES_ON) as program, pytest.raises(AnalysisFailed):
        program.told(ROWS * 1_000_000, seconds=0.1, look=never)
    assert was_ended(program.pid, tmp_path)


def test_a_program_that_wants_more_memory_than_it_may_ends(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    with (
        start(READS + "held = bytearray(400 * 10**6); print(len(held))", 200) as program,
        pytest.raises(AnalysisFailed),
    ):
        program.told(ROWS, seconds=60, look=never)
    with start(READS + "held = bytearray(400 * 10**6); print(len(held))", 800) as program:
        assert program.told(ROWS, seconds=60, look=never) == b"400000000\n"


def test_a_program_leaves_no_core_behind(start: Start) -> None:
    with start(READS + "import resource; print(resource.getrlimit(resource.RLIMIT_CORE))") as program:
        assert program.told(ROWS, seconds=60, look=never) == b"(0, 0)\n"


def test_a_program_is_ended_when_nobody_wants_it_any_more(start: Start, tmp_path: Path) -> None:
    class CalledOff(Exception):
        pass

    def called_off() -> None:
        raise CalledOff

    with start(GREETS + GOES_ON) as program, pytest.raises(CalledOff):
        program.told(ROWS, seconds=60, look=called_off)
    assert was_ended(program.pid, tmp_path)
