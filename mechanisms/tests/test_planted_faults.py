"""The lists of faults fit the present code; the tests that each fault is noticed take minutes and are in the folder
mutants."""

from pathlib import Path

import pytest

from mechanisms.tests.mutants.planted import Fault, faults_in

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"faults.toml": ROOT / "mechanisms", "twin_faults.toml": ROOT / "frontend" / "src" / "privacy"}


@pytest.mark.parametrize("listed", FOLDERS)
def test_what_each_fault_replaces_stands_once_in_its_file(listed: str) -> None:
    def stands(fault: Fault) -> int:
        return (FOLDERS[listed] / fault.path).read_text("utf-8").count(fault.old)

    assert [str(fault) for fault in faults_in(listed) if stands(fault) != 1] == []
