"""A test is on record as the witness of a fault only if it fails for the fault alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mechanisms.tests.mutants import noticed
from mechanisms.tests.mutants.planted import Fault

pytestmark = [pytest.mark.slow, pytest.mark.depends_on("mechanisms/tests/mutants/nursery.py")]

FAULT = Fault(name="five", path="thing.py", old="FOUR = 4", new="FOUR = 5", tests="test_thing.py")
FOUR = "mechanisms/tests/test_thing.py::test_four"
ALONE = """
def test_four():
    assert thing.FOUR == 4
"""
AFTER_ANOTHER = """
seen = []

def test_first():
    seen.append(1)

def test_second():
    assert [*seen, thing.FOUR] == [1, 4]
"""


def package(tests: str) -> Callable[[Path], None]:
    def copied(folder: Path) -> None:
        (folder / "mechanisms" / "tests").mkdir(parents=True)
        (folder / "mechanisms" / "__init__.py").touch()
        (folder / "mechanisms" / "thing.py").write_text("FOUR = 4\n", "utf-8")
        (folder / "mechanisms" / "tests" / FAULT.tests).write_text(f"from mechanisms import thing\n{tests}", "utf-8")

    return copied


@pytest.mark.parametrize(
    ("tests", "witness"),
    [(ALONE, FOUR), (AFTER_ANOTHER, ""), (AFTER_ANOTHER + ALONE, FOUR)],
    ids=["alone", "after another", "both"],
)
def test_a_test_that_fails_alone_without_the_fault_is_no_witness(
    monkeypatch: pytest.MonkeyPatch, tests: str, witness: str
) -> None:
    monkeypatch.setattr(noticed, "copy_package", package(tests))
    assert noticed._witness(FAULT) == witness
