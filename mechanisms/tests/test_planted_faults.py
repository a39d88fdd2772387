"""The lists of faults fit the present code; the tests that each fault is noticed take minutes and are in the folder
mutants."""

from pathlib import Path

import pytest

from mechanisms.tests.mutants.planted import faults_in, out_of_date

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"faults.toml": ROOT / "mechanisms", "twin_faults.toml": ROOT / "frontend" / "src" / "privacy"}

pytestmark = pytest.mark.depends_on("mechanisms", "frontend/src/privacy")


@pytest.mark.parametrize("listed", FOLDERS)
def test_what_each_fault_replaces_stands_once_in_its_file(listed: str) -> None:
    assert out_of_date(faults_in(listed), FOLDERS[listed]) == []


def test_a_fault_without_a_place_is_told(tmp_path: Path) -> None:
    fault, *_ = faults_in("faults.toml")
    (tmp_path / fault.path).parent.mkdir(parents=True)
    for text, told in ((fault.old, []), (fault.old * 2, [str(fault)]), ("", [str(fault)])):
        (tmp_path / fault.path).write_text(text, encoding="utf-8")
        assert out_of_date([fault], tmp_path) == told
