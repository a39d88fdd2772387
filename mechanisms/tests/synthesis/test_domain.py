"""The values of a column are declared; what is not declared is refused, and nothing is learnt from the data."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.synthesis.domain import MOST_ATTRIBUTES, Bins, Domain, Impossible, Options, OutsideDomain, Value
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.tests.synthesis.small import domain_of

SEX = Options(name="sex", options=("female", "male"))
TOWN = Options(name="town", options=("Ulm", "Bonn"), other=True, missing=True)
AGE = Bins(name="age", edges=(0, 18, 65, 120), outside="nearest", missing=True)


def test_options_are_codes_in_the_order_declared_then_other_then_missing() -> None:
    assert TOWN.codes(["Bonn", None, "Ulm", "Paris"]).tolist() == [1, 3, 0, 2]
    assert TOWN.labels == ("Ulm", "Bonn", "(other)", None)
    assert TOWN.codes([]).dtype == np.uint16


def test_bins_hold_their_lower_edge_and_the_last_its_upper_one() -> None:
    assert AGE.codes([0, 17.9, 18, 64, 65, 120, None, float("nan")]).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert AGE.labels == ("0 to 18", "18 to 65", "65 to 120", None)


def test_a_number_beyond_the_edges_goes_to_the_nearest_bin_where_that_was_declared() -> None:
    assert AGE.codes([-5, 121, float("inf"), -float("inf")]).tolist() == [0, 2, 2, 0]


@pytest.mark.parametrize("value", [-1, 120.5, None, float("nan"), float("inf")])
def test_a_number_that_was_not_declared_is_refused_by_the_name_of_its_column_alone(value: float | None) -> None:
    strict = Bins(name="age", edges=(0, 60, 120), outside="refused")
    with pytest.raises(OutsideDomain, match=r"^age holds a value that its declared domain does not have$"):
        strict.codes([30, value, 40])


@pytest.mark.parametrize("value", ["unknown", None, ""])
def test_an_option_that_was_not_declared_is_refused_by_the_name_of_its_column_alone(value: str | None) -> None:
    with pytest.raises(OutsideDomain, match=r"^sex holds a value that its declared domain does not have$"):
        SEX.codes(["male", value])


def test_a_column_in_which_all_is_missing_and_one_of_a_single_value_are_columns() -> None:
    nothing = Options(name="nothing", options=(), missing=True)
    assert nothing.codes([None, None]).tolist() == [0, 0]
    assert Options(name="one", options=("it",)).size == 1


def test_columns_become_codes_and_codes_become_labels_again() -> None:
    domain = Domain(attributes=(SEX, TOWN))
    columns: dict[str, Sequence[Value]] = {"town": ["Ulm", "Rome", None], "sex": ["male", "male", "female"]}
    assert domain.sizes == (2, 4)
    assert domain.decoded(domain.codes(columns)) == {
        "sex": ["male", "male", "female"],
        "town": ["Ulm", "(other)", None],
    }


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"sex": ["male"], "town": ["Ulm"], "shoe": ["42"]}, "shoe: not declared; declared are sex, town"),
        ({"sex": ["male"]}, "town: declared, but there is no such column"),
        ({"sex": ["male"], "town": ["Ulm", "Ulm"]}, "not all of one length"),
    ],
)
def test_columns_other_than_those_declared_are_refused(columns: dict[str, list[str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Domain(attributes=(SEX, TOWN)).codes(columns)  # type: ignore[arg-type]  # lists of text are values


@pytest.mark.parametrize("edges", [(1,), (), (2, 1), (1, 1), (0, 1, 1), (0, float("inf")), (float("nan"), 1)], ids=str)
def test_edges_that_do_not_rise_or_have_no_end_are_refused(edges: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="edge"):
        Bins(name="age", edges=edges, outside="nearest")


def test_edges_may_be_fractions() -> None:
    thirds = Bins(name="share", edges=(0, Fraction(1, 3), 1), outside="refused")
    assert thirds.codes([0.33, 0.34]).tolist() == [0, 1]


def test_declarations_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        Options(name="sex", options=("a", "a"))
    with pytest.raises(ValueError, match="stands for other values"):
        Options(name="sex", options=("(other)",), other=True)
    with pytest.raises(ValueError, match="has 0 values"):
        Options(name="sex", options=())
    with pytest.raises(ValueError, match="has 70000 values"):
        Options(name="sex", options=tuple(map(str, range(70_000))))
    with pytest.raises(ValueError, match="two attributes"):
        Domain(attributes=(SEX, SEX))
    with pytest.raises(ValueError, match="0 attributes"):
        Domain(attributes=())
    with pytest.raises(ValueError, match="129 attributes"):
        domain_of([2] * (MOST_ATTRIBUTES + 1))


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Impossible((1, 0), np.zeros((4, 2), bool)), "ascending"),
        (Impossible((0, 2), np.zeros((2, 2), bool)), "ascending"),
        (Impossible((0, 1), np.zeros((4, 2), bool)), "not bool of the sizes"),
        (Impossible((0,), np.zeros(2)), "not bool of the sizes"),  # type: ignore[arg-type]  # wrong on purpose
        (Impossible((0,), np.ones(2, bool)), "leaves nothing possible"),
    ],
)
def test_impossible_combinations_that_say_nothing_sensible_are_refused(rule: Impossible, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Domain(attributes=(SEX, TOWN), impossible=(rule,))


def test_rows_are_counted_by_several_attributes_at_once() -> None:
    columns = [np.array([0, 1, 1, 0, 1], np.uint16), np.array([2, 0, 0, 2, 1], np.uint16)]
    rows = CodedRows(columns, (2, 3))
    assert rows.of((0,)).tolist() == [2, 3]
    assert rows.of((0, 1)).tolist() == [[0, 0, 2], [2, 1, 0]]
    assert rows.of((0, 1)).dtype == np.int64


def test_no_row_at_all_is_counted_as_nothing_everywhere() -> None:
    assert CodedRows([np.empty(0, np.uint16)] * 2, (2, 3)).of((0, 1)).tolist() == [[0, 0, 0], [0, 0, 0]]


def test_codes_that_are_no_codes_of_the_domain_are_refused() -> None:
    column = np.array([0, 1], np.uint16)
    with pytest.raises(ValueError, match="beyond the size"):
        CodedRows([column, column], (2, 1))
    with pytest.raises(ValueError, match="one column for each"):
        CodedRows([column], (2, 2))
    with pytest.raises(ValueError, match="one length"):
        CodedRows([column, column[:1]], (2, 2))
