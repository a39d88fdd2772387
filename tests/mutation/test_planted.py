"""Each fault planted into rules, alone in a copy of the platform, makes the tests named with it fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mechanisms.tests.mutants.bed import FAILED, PASSED, Nursery, copy_package
from mechanisms.tests.mutants.planted import Fault, faults_in, plant

pytestmark = [pytest.mark.slow, pytest.mark.depends_on("mechanisms", "datahub", "tests/mutation", "tests/vectors")]

FAULTS = faults_in(str(Path(__file__).with_name("planted.toml")))
FILES = sorted({fault.tests for fault in FAULTS})


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_no_fault_in_the_rules_survives(fault: Fault, nursery: Nursery, tmp_path: Path) -> None:
    copy_package(tmp_path, "datahub")
    plant(fault, tmp_path)
    assert nursery.run(tmp_path, ["--noconftest", fault.tests])[0] == FAILED


@pytest.mark.parametrize("tests", FILES)
def test_the_rules_as_they_are_pass_the_same_tests(tests: str, nursery: Nursery, tmp_path: Path) -> None:
    copy_package(tmp_path, "datahub")
    assert nursery.run(tmp_path, ["--noconftest", tests])[0] == PASSED
