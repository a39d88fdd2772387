"""The documents show a rehearsal that passed, and README.md shows rows of that very run."""

import pytest

from scripts.parts import rehearsal

HEAD = "| question | answer | truth |\n|---|---|--:|"
ROW = "| over_50 | Yes | 19.84 % |"
OUTPUT = f"Setting up\n{rehearsal.FIRST}7: 9 people.\n{HEAD}\n{ROW}\n9 reports in 3 s; all.\nPassed: every truth.\n"


def test_a_run_that_passed_is_its_seed_its_table_and_its_verdict() -> None:
    seed, gap, *table, other_gap, verdict = rehearsal.told(OUTPUT).splitlines()
    assert (seed, table) == (f"{rehearsal.FIRST}7: 9 people.", [*HEAD.splitlines(), ROW])
    assert verdict == "9 reports in 3 s; all. Passed: every truth."
    assert (gap, other_gap) == ("", "")


@pytest.mark.parametrize("lacking", [rehearsal.FIRST, rehearsal.SECOND_LAST, rehearsal.LAST])
def test_a_run_that_did_not_come_to_its_end_is_refused(lacking: str) -> None:
    with pytest.raises(rehearsal.NoRehearsal, match="that passed"):
        rehearsal.told(OUTPUT.replace(lacking, "broke off"))


def test_each_row_of_the_readme_is_one_of_the_page() -> None:
    page = rehearsal.PAGE.read_text(encoding="utf-8").splitlines()
    shown = [line for line in rehearsal.README.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert len(shown) == 1 + len(rehearsal.SHOWN)
    assert set(shown) <= set(page)
