"""A value of a release has one written form that no spreadsheet program runs, and the verifier, which shares no code
with the platform, reads it as the platform does."""

from hypothesis import given
from hypothesis import strategies as st

from datahub.api.spreadsheet import cell_of, value_of
from datahub.releases import read_tables as verifier


@given(st.text("=-+@'1.a", max_size=6))
def test_a_value_is_written_so_that_no_program_runs_it_and_read_back_by_us_and_by_the_verifier(value: str) -> None:
    assert value_of(cell_of(value)) == verifier.value_of(cell_of(value)) == value
    assert not verifier.harmful(cell_of(value))
    assert value_of(value) == verifier.value_of(value)


@given(st.sets(st.text("=-'1a", max_size=4), max_size=12))
def test_cells_that_differ_and_that_no_program_runs_are_different_values(cells: set[str]) -> None:
    harmless = {cell for cell in cells if not verifier.harmful(cell)}
    assert len(set(map(value_of, harmless))) == len(harmless)
