"""The tests of the rules notice every small fault in them."""

import subprocess
import sys

import pytest

from tests.mutation.__main__ import ROOMS
from tests.mutation.mutants import mutants

# Modules with the same tests are tried together, so that the check of the unchanged modules runs once.
TOGETHER = sorted(
    {
        tuple(f"{room.name}.{name}" for name in room.modules if room.modules[name] == tests)
        for room in ROOMS
        for tests in room.modules.values()
    }
)


@pytest.mark.slow
@pytest.mark.depends_on("datahub", "mechanisms", "tests/mutation", "docs/reference/mutants.md")
@pytest.mark.parametrize("modules", TOGETHER, ids=" ".join)
def test_no_mutant_of_a_module_of_rules_survives(modules: tuple[str, ...]) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutation", "--check", *modules], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


KINDS = (
    "turned round",
    "and taken for or",
    "part 2 forgotten",
    "not forgotten",
    "written as",
    "left out",
    "answer forgotten",
    "branches exchanged",
    "forgotten in a loop",
    "`all` taken for `any`",
    "`a` taken for `b`",
)
SOURCE = """
def may(a, b=1):
    'What.'
    if not a and b in {1, 2}:
        return 'x' if a == b else all(i for i in b if i)
"""


def test_every_kind_of_fault_is_made() -> None:
    faults = [(mutant.fault, mutant.source) for mutant in mutants(SOURCE, {"a": "b"})]
    words = " ".join(fault for fault, _ in faults)
    assert [kind for kind in KINDS if kind not in words] == []
    assert len({text for _, text in faults}) == len(faults)
    assert "What." not in words
