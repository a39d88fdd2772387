"""Each planted fault, alone in a copy of the package, makes the tests named with it fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mechanisms.tests.mutants.bed import FAILED, NOT_FOUND, PASSED, Nursery, chosen_by, copy_package, witnesses
from mechanisms.tests.mutants.planted import Fault, faults_in, plant

pytestmark = pytest.mark.slow

FAULTS = faults_in("faults.toml")
FILES = sorted({fault.tests for fault in FAULTS})
WITNESSES = witnesses()


def decided_by(tests: str, says: str = "") -> pytest.MarkDecorator:
    return pytest.mark.depends_on("mechanisms/tests/mutants/nursery.py", module=f"mechanisms/tests/{tests}", says=says)


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


@pytest.mark.proof("faults")
@pytest.mark.parametrize(
    "fault", [pytest.param(fault, id=str(fault), marks=decided_by(fault.tests, repr(fault))) for fault in FAULTS]
)
def test_no_fault_survives(fault: Fault, nursery: Nursery, tmp_path: Path) -> None:
    copy_package(tmp_path)
    plant(fault, tmp_path / "mechanisms")
    witness = WITNESSES.get(str(fault))
    if witness is None or nursery.run(tmp_path, [witness])[0] != FAILED:
        code, noticed_by = nursery.run(tmp_path, chosen_by(fault))
        assert code == FAILED
        copy_package(tmp_path / "as it is")
        assert nursery.run(tmp_path / "as it is", [noticed_by])[0] == PASSED


@pytest.mark.parametrize("tests", [pytest.param(name, id=name, marks=decided_by(name)) for name in FILES])
def test_the_package_as_it_is_passes_the_same_tests(tests: str, nursery: Nursery, tmp_path: Path) -> None:
    """The witnesses of all faults, or the whole file where a fault has none; scripts/test runs all of them."""
    copy_package(tmp_path)
    known = [WITNESSES.get(str(fault)) for fault in FAULTS if fault.tests == tests]
    known_tests = sorted({test for test in known if test is not None})
    code = NOT_FOUND if None in known else nursery.run(tmp_path, known_tests)[0]
    if code == NOT_FOUND:
        code, _ = nursery.run(tmp_path, [f"mechanisms/tests/{tests}"])
    assert code == PASSED
