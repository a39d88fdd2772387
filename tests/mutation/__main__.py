"""`python -m tests.mutation [--check] [module ...]`: which faults in rules their tests notice.

Tries every mutant and writes docs/reference/mutants.md, in half an hour. With --check it tries every sixteenth and
fails if the page is not of the modules as they are. A mutant that survives fails both.
With names of modules (`policies.decide.rules`, `ledger.rules`, ...) only those are tried, and the rows of others stay
on the page as they are: a row has a digest of the faults of its module, so that of a changed module is out of date.
"""

import hashlib
import importlib
import os
import signal
import sys
import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
DECIDING = ("decide/test_decide_written", "decide/test_decide")
# Each module is named with the tests that must notice its faults, the quickest first.
POLICIES: Mapping[str, tuple[str, ...]] = {
    "decide.rules": DECIDING,
    "decide.vocabulary": DECIDING,
    "decide.survey_rules": DECIDING,
    "decide.dataset_rules": DECIDING,
    "decide.evaluation_rules": DECIDING,
    "decide.release_rules": DECIDING,
    "decide.conditions": ("decide/test_conditions",),
    "decide.obligations": ("decide/test_obligations",),
    "decide.roles": ("decide/test_roles", "decide/test_decide_written", "decide/test_policy_properties"),
    "decide.delegation": ("decide/test_delegation",),
    "write.policy_json": ("write/test_policy_json", "decide/test_bound_numbers"),
    "watch.rules": ("watch/test_watching",),
}
SECONDS = 600
AT_ONCE = os.cpu_count() or 1
EVERY_IN_CHECK = 16
OPTIONS = [
    "-x",
    "-q",
    "-c",
    os.devnull,
    "--rootdir",
    str(ROOT),
    "--noconftest",
    "-p",
    "no:cacheprovider",
    "--tb=no",  # Nobody needs the details of a failure.
]
TWINS_OF_POLICIES = {
    "_READING": "_WRITING",
    "_WRITING": "_BULK",
    "_BULK": "_READING",
    "_SESSION_ONLY": "_READING",
    "PLATFORM_KIND": "ANY_KIND",
    "ANY_KIND": "PLATFORM_KIND",
    "_ADMINISTERED": "GATES",
    "SIGNED_IN": "VERIFIED",
    "IN_SCOPE": "SIGNED_IN",
    "VERIFIED": "SIGNED_IN",
    "BY_TOKEN": "SIGNED_IN",
    "OWNER": "ADMINISTRATOR",
    "ADMINISTRATOR": "OWNER",
    "EXISTS": "OWNER",
}
TWINS_OF_LEDGER = {
    "RESERVED": "EXECUTING",
    "EXECUTING": "COMMITTED",
    "COMMITTED": "RELEASED",
    "RELEASED": "RESERVED",
    "START": "COMMIT",
    "COMMIT": "LAPSE",
    "RELEASE": "COMMIT",
    "LAPSE": "RELEASE",
    "EVEN": "NEW",
    "NEW": "LOST",
    "UNFINISHED": "RESTORED",
    "RESTORED": "LOST",
    "LOST": "EVEN",
    "PEOPLE": "PROJECT",
    "PROJECT": "ANALYST",
    "ANALYST": "ROLE",
    "ROLE": "PEOPLE",
    "rho": "delta",
    "delta": "epsilon",
    "epsilon": "rho",
    "min": "max",
}


@dataclass(frozen=True)
class Room:
    name: str
    modules: Mapping[str, tuple[str, ...]]
    twins: dict[str, str]

    @property
    def tests(self) -> Path:
        return ROOT / "datahub" / self.name / "tests"


PAGE = ROOT / "docs/reference/mutants.md"
ROOMS = (
    Room("policies", POLICIES, TWINS_OF_POLICIES),
    Room("ledger", {"rules": ("test_rules",)}, TWINS_OF_LEDGER),
)


def main(arguments: list[str]) -> int:
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # Each fork would load the plugins again.
    hypothesis.settings.register_profile("mutants", database=None, derandomize=True, deadline=None)
    hypothesis.settings.load_profile("mutants")
    page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    rows = {(room.name, name): _row_on(page, room, name) for room in ROOMS for name in room.modules}
    failed = max([_tried(room, arguments, rows) for room in ROOMS])
    if "--check" not in arguments:
        PAGE.write_text(_page(filter(None, rows.values())), encoding="utf-8")
    return failed


def _tried(room: Room, arguments: list[str], rows: dict[tuple[str, str], str]) -> int:
    """Returns 1 if a mutant of the room survives or, with --check, a row is out of date; without it, rows are
    replaced.
    """
    named = [argument for argument in arguments if not argument.startswith("-")]
    chosen = [name for name in room.modules if not named or f"{room.name}.{name}" in named]
    every = EVERY_IN_CHECK if "--check" in arguments else 1
    failed = 0
    passing = {tests for tests in {room.modules[name] for name in chosen} if _pass_as_they_are(room, tests)}
    for name in chosen:
        faults = _killed(room, name, every) if room.modules[name] in passing else None
        if faults is None:
            failed = 1
        elif every == 1:
            rows[room.name, name] = _row(room, name, faults)
        elif rows[room.name, name] != _row(room, name, faults):
            print(f"{PAGE.relative_to(ROOT)} is out of date; run python -m tests.mutation {room.name}.{name}")
            failed = 1
    return failed


def _pass_as_they_are(room: Room, tests: Sequence[str]) -> bool:
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os._exit(_run(room, tests))
    passes = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    if not passes:
        print(f"{', '.join(tests)} of {room.name} fail on it as it is; mutants would prove nothing")
    return passes


def _killed(room: Room, name: str, every: int) -> list[Mutant] | None:
    """Returns all mutants of the module. None if one that was tried survives."""
    source = (ROOT / "datahub" / room.name / name.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8")
    if not _can_be_put_in_place(room, name, source):
        print(f"{room.name}.{name} as it is cannot be put in its own place; mutants would prove nothing")
        return None
    all_mutants = list(mutants(source, room.twins))
    first = hashlib.sha256(source.encode()).digest()[0] % every  # Each change of the module selects other mutants.
    tried = all_mutants[first::every]
    survivors = _survivors(room, name, [mutant.source for mutant in tried])
    for mutant in (tried[at] for at in survivors):
        print(f"survives: {name}, line {mutant.line}: {mutant.fault}", flush=True)
    message = (
        f"{len(tried)} of {len(all_mutants)} mutants of datahub.{room.name}.{name} tried, {len(survivors)} survived"
    )
    print(message, flush=True)
    return None if survivors else all_mutants


def _survivors(room: Room, name: str, sources: Sequence[str]) -> list[int]:
    """Returns the places of these texts with which, as the module, the tests pass. Each runs in a fork, so that no
    mutant leaves a trace."""
    running: dict[int, int] = {}
    survivors: list[int] = []
    for at, source in enumerate(sources):
        if len(running) == AT_ONCE:
            survivors += _ended(running)
        running[_begun(room, name, source)] = at
    while running:
        survivors += _ended(running)
    return sorted(survivors)


def _begun(room: Room, name: str, source: str) -> int:
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os._exit(_judge(room, name, source))
    return child


def _ended(running: dict[int, int]) -> list[int]:
    """Waits until one of the child processes has ended; returns its index if its tests passed."""
    child, status = os.wait()
    at = running.pop(child)
    return [at] if os.waitstatus_to_exitcode(status) == 0 else []


def _can_be_put_in_place(room: Room, name: str, source: str) -> bool:
    child = os.fork()
    if child == 0:
        os._exit(int(not _put_in_place(room, name, source)))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _judge(room: Room, name: str, source: str) -> int:
    """Judges a mutant by its tests. A module that cannot be loaded counts as noticed."""
    return _run(room, room.modules[name]) if _put_in_place(room, name, source) else 1


def _put_in_place(room: Room, name: str, source: str) -> bool:
    module = types.ModuleType(f"datahub.{room.name}.{name}")
    package, _, last = module.__name__.rpartition(".")
    sys.modules[module.__name__] = module
    setattr(importlib.import_module(package), last, module)
    try:
        # The text is the project's own, with one fault.
        exec(compile(source, module.__name__, "exec"), module.__dict__)  # noqa: S102
    except Exception:  # noqa: BLE001 - a mutant may raise anything
        return False
    return True


def _run(room: Room, tests: Sequence[str]) -> int:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    return int(pytest.main([*OPTIONS, *(str(room.tests / f"{test}.py") for test in tests)]))


HEADING = """\
# Faults in the rules that their tests notice

Written by `python -m tests.mutation`. It puts small faults into one module of rules at a time: a comparison turned
round, a condition forgotten, a constant changed, a rule left out. Every fault made the tests named beside its module
fail; none was excused as equivalent. The digest is of the list of faults, which `tests/mutation/mutants.py` derives
from the module. `scripts/test slow` tries every sixteenth fault again and fails if one survives or this page is out of
date. Faults planted by hand stand in `tests/mutation/planted.toml` and `mechanisms/tests/mutants/`.

| module | faults | survived | digest | noticed by |
|---|--:|--:|---|---|
"""


def _page(rows: Iterable[str]) -> str:
    return HEADING + "".join(f"{row}\n" for row in rows)


def _start_of_row(room: Room, name: str) -> str:
    return f"| `datahub.{room.name}.{name}` | "


def _row(room: Room, name: str, faults: Sequence[Mutant]) -> str:
    tests = ", ".join(f"`{(room.tests / test).relative_to(ROOT)}.py`" for test in room.modules[name])
    digest = hashlib.sha256("\n".join(mutant.fault for mutant in faults).encode()).hexdigest()[:12]
    return f"{_start_of_row(room, name)}{len(faults)} | 0 | `{digest}` | {tests} |"


def _row_on(page: str, room: Room, name: str) -> str:
    """Returns the row of the module on the page; empty if there is none."""
    return next((line for line in page.splitlines() if line.startswith(_start_of_row(room, name))), "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
