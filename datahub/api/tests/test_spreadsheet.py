"""No name is a formula to a spreadsheet program, and two columns still have different names."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from datahub.api.spreadsheet import names_without_formulas, without_formula


def test_names_that_a_spreadsheet_program_would_not_run_stay_as_they_are() -> None:
    assert names_without_formulas(["age", "'=a", "=b"]) == ["age", "'=a", "'=b"]


def test_a_name_that_would_be_that_of_another_column_gets_one_apostrophe_more() -> None:
    for names in permutations(["=a", "'=a", "''=a"]):
        assert dict(zip(names, names_without_formulas(names), strict=True)) == {
            "=a": "'''=a", "'=a": "'=a", "''=a": "''=a",
        }  # fmt: skip


@given(st.lists(st.text("=-'a", max_size=4), unique=True, max_size=8))
def test_names_that_differ_still_do_and_none_is_a_formula(names: list[str]) -> None:
    safe_names = names_without_formulas(names)
    assert len(set(safe_names)) == len(names)
    assert all(without_formula(name) == name for name in safe_names)
