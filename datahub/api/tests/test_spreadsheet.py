"""No name is a formula to a spreadsheet program, and two columns still have different names."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from datahub.api.spreadsheet import cell_of, names_without_formulas, value_of, without_formula
from datahub.releases import read_tables as verifier


def test_names_that_a_spreadsheet_program_would_not_run_stay_as_they_are() -> None:
    assert names_without_formulas(["age", "'=a", "=b"]) == ["age", "'=a", "'=b"]


def test_a_name_that_would_be_that_of_another_column_gets_one_apostrophe_more() -> None:
    for names in permutations(["=a", "'=a", "''=a"]):
        assert dict(zip(names, names_without_formulas(names), strict=True)) == {
            "=a": "'''=a", "'=a": "'=a", "''=a": "''=a",
        }  # fmt: skip


@given(st.text("=-+@'1.a", max_size=6))
def test_a_value_is_written_so_that_no_program_runs_it_and_read_back_by_us_and_by_the_verifier(value: str) -> None:
    assert value_of(cell_of(value)) == verifier.value_of(cell_of(value)) == value
    assert not verifier.harmful(cell_of(value))
    assert value_of(value) == verifier.value_of(value)


@given(st.sets(st.text("=-'1a", max_size=4), max_size=12))
def test_cells_that_differ_and_that_no_program_runs_are_different_values(cells: set[str]) -> None:
    harmless = {cell for cell in cells if not verifier.harmful(cell)}
    assert len(set(map(value_of, harmless))) == len(harmless)


@given(st.lists(st.text("=-'a", max_size=4), unique=True, max_size=8))
def test_names_that_differ_still_do_and_none_is_a_formula(names: list[str]) -> None:
    safe_names = names_without_formulas(names)
    assert len(set(safe_names)) == len(names)
    assert all(without_formula(name) == name for name in safe_names)
