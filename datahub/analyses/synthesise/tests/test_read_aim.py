"""The program of AIM is given no more rho than is charged, and its answer becomes a model of this library, or is
refused if it is no answer."""

import json
import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import opendp.prelude as dp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datahub.analyses.drawing import KeyedEntropy
from datahub.analyses.errors import EngineMissing, PlanRefused
from datahub.analyses.synthesise.engines.aim import Aim, fitting_measurements, float_below, most_cells
from datahub.analyses.synthesise.engines.marginals import model_of
from datahub.analyses.synthesise.rules.plan import read_synthetic_plan
from datahub.datasets.rules.columns import EMPTY, Column
from datahub.ledger.errors import AnalysisFailed
from mechanisms.synthesis.junction_tree import cells_of
from mechanisms.synthesis.measuring import Measurement
from mechanisms.synthesis.workload import AMPLE_CELLS

DECLARED: dict[str, dict[str, Any]] = {
    "age": {"type": "integer", "minimum": "0", "maximum": "120"},
    "town": {"type": "category", "categories": [{"value": town, "label": ""} for town in ("Bern", "Basel")]},
    "income": {"type": "number", "minimum": "0", "maximum": "100000"},
}
COLUMNS = [
    Column.from_json({**EMPTY, "role": "quasi", "name": name, **declaration}) for name, declaration in DECLARED.items()
]
PLAN: dict[str, Any] = {
    "columns": [{"name": "age", "bins": 6}, {"name": "town"}, {"name": "income", "edges": ["200", "400"]}],
    "together": [["age", "town"]],
    "epsilon": "1",
    "delta": "0.000001",
}
ROOT = Path(__file__).resolve().parents[4]
PROGRAM = ROOT / "datahub/analyses/synthesise/engines/programs/aim.py"
RHO = Decimal("0.1")
ROWS = 1000


def engine(**changed: Any) -> Aim:
    aim = read_synthetic_plan(PLAN | {"engine": "aim"} | changed, COLUMNS).engine
    assert isinstance(aim, Aim)
    return aim


def codes(aim: Aim) -> list[np.ndarray[Any, Any]]:
    """Returns columns that all have the same values, as far as each has so many."""
    return [np.arange(ROWS) % size for size in aim.domain.sizes]


def marginal(aim: Aim, *of: int, sigma: float = 2.0) -> dict[str, Any]:
    """Returns a marginal of the codes, without noise."""
    columns, sizes = codes(aim), aim.domain.sizes
    counts = np.zeros([sizes[index] for index in of])
    np.add.at(counts, tuple(columns[index] for index in of), 1)
    return {"of": list(of), "values": counts.ravel().tolist(), "sigma": sigma}


def alone(aim: Aim) -> list[dict[str, Any]]:
    return [marginal(aim, index) for index in range(len(aim.domain.sizes))]


def answer(*marginals: dict[str, Any]) -> bytes:
    return json.dumps({"marginals": marginals}).encode()


def test_a_plan_of_aim_is_another_plan() -> None:
    other = read_synthetic_plan(PLAN, COLUMNS)
    mine = read_synthetic_plan(PLAN | {"engine": "aim"}, COLUMNS)
    assert (mine.engine.slug, mine.rho) == ("opendp-aim/1", other.rho)
    assert mine.digest != other.digest


def test_what_cannot_be_is_no_part_of_a_plan_of_aim() -> None:
    rule = [{"name": "town", "values": ["Bern"]}, {"name": "age", "values": [None]}]
    with pytest.raises(PlanRefused) as refused:
        engine(impossible=[rule])
    assert list(refused.value.fields) == ["impossible"]


def test_the_program_is_asked_for_the_workload_of_the_plan_and_the_codes_follow() -> None:
    aim = engine(target="income")
    line, _, told = aim.program_input(codes(aim), RHO).partition(b"\n")
    request = json.loads(line)
    assert request["sizes"] == list(aim.domain.sizes)
    assert {tuple(of): weight for of, weight in request["queries"]} == aim.workload.weights
    assert {weight for _, weight in request["queries"]} == {1, 2}
    assert Decimal(request["rho"]) <= RHO
    columns = np.frombuffer(told, dtype=np.uint16).reshape(len(aim.domain.sizes), ROWS)
    assert [column.tolist() for column in columns] == [column.tolist() for column in codes(aim)]


def test_columns_of_which_no_two_have_values_are_asked_for_alone() -> None:
    aim = engine(columns=[{"name": "town"}], together=[])
    line, _, _ = aim.program_input(codes(aim), RHO).partition(b"\n")
    assert json.loads(line)["queries"] == [[[0], 1]]


@given(st.decimals(min_value="0.0000001", max_value=100, places=15))
def test_a_float_of_rho_is_never_more_and_less_by_one_place_at_most(rho: Decimal) -> None:
    near = float_below(rho)
    assert Fraction(near) <= Fraction(rho) < Fraction(math.nextafter(near, math.inf))


def test_aim_begins_with_room_for_each_column_twice_over() -> None:
    assert most_cells([2, 3]) == AMPLE_CELLS
    many = [10] * 60
    assert most_cells(many) / (16 * len(many)) == 2 * sum(many)


def test_rows_are_drawn_of_what_was_measured_and_the_same_for_the_same_number() -> None:
    aim = engine()
    model = aim.answered(answer(*alone(aim), marginal(aim, 0, 1), marginal(aim, 0, 1)))
    assert model["measured"] == [[[0], 2.0], [[1], 2.0], [[2], 2.0], [[0, 1], 2.0], [[0, 1], 2.0]]
    assert model["rows"] == pytest.approx(ROWS)
    drawn = [aim.drawn(model, 500, KeyedEntropy(bytes(32), {"rows": 500})) for _ in range(2)]
    assert drawn[0] == drawn[1]
    true = marginal(aim, 0, 1)["values"]
    assert np.abs(model_of(model).marginal((0, 1)).ravel() * ROWS - true).max() < 0.02 * ROWS


def test_noise_beyond_all_rows_is_left_out_and_each_column_alone_is_kept_whatever_its_noise() -> None:
    aim = engine()
    crumbs = [marginal(aim, *of, sigma=4e8) for of in [(1, 2), (1,)]]
    model = aim.answered(answer(*alone(aim), marginal(aim, 0, 1), *crumbs))
    assert model["measured"] == [[[0], 2.0], [[1], 2.0], [[2], 2.0], [[0, 1], 2.0]]
    loud = [{**marginal, "sigma": 1e6} for marginal in alone(aim)]
    assert len(aim.answered(answer(*loud))["measured"]) == 3


def test_what_our_model_cannot_hold_beside_the_others_is_left_out_and_what_it_holds_is_measured_again() -> None:
    sizes = (600, 600, 2)
    measured = [
        Measurement(attributes=of, values=np.full([sizes[index] for index in of], 9.0), sigma=3.0)
        # AIM's order, in which later measurements can repeat earlier ones.
        for of in [(0,), (1,), (1,), (2,), (0, 1), (1, 2), (1, 2)]
    ]
    assert cells_of(sizes, (0, 1)) > AMPLE_CELLS
    assert [measurement.attributes for measurement in fitting_measurements(sizes, measured)] == [
        (0,),
        (1,),
        (2,),
        (1,),
        (1, 2),
        (1, 2),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"Bern has 30 rows",
        b"[]",
        b"{}",
        b'{"marginals": 3}',
        b'{"marginals": [3]}',
        b'{"marginals": []}',
    ],
)
def test_what_is_no_answer_is_refused_in_the_one_text(answer: bytes) -> None:
    with pytest.raises(AnalysisFailed):
        engine().answered(answer)


@pytest.mark.parametrize(
    "changed",
    [
        {"of": []},
        {"of": [1, 0]},
        {"of": [0, 0]},
        {"of": [0, 3]},
        {"of": [-1, 0]},
        {"of": [False, True]},
        {"of": [0, 2]},
        {"sigma": 0},
        {"sigma": -1.0},
        {"sigma": math.inf},
        {"sigma": None},
        {"values": [1.0]},
        {"values": None},
    ],
)
def test_a_marginal_that_is_none_of_the_plan_is_refused(changed: dict[str, Any]) -> None:
    aim = engine()
    good = marginal(aim, 0, 1)
    aim.answered(answer(*alone(aim), good))
    with pytest.raises(AnalysisFailed):
        aim.answered(answer(*alone(aim), good | changed))


def test_cells_that_are_no_numbers_and_columns_that_were_not_measured_are_refused() -> None:
    aim = engine()
    bad = marginal(aim, 0, 1)
    bad["values"][0] = math.nan
    with pytest.raises(AnalysisFailed):
        aim.answered(answer(*alone(aim), bad))
    with pytest.raises(AnalysisFailed):
        aim.answered(answer(*alone(aim)[1:], marginal(aim, 0, 1)))
    with pytest.raises(AnalysisFailed):
        aim.answered(answer(*alone(aim), marginal(aim, 2) | {"of": [-1]}))


def test_one_contribution_is_to_opendp_a_row_added_or_removed() -> None:
    """The neighbour of the guarantee is a row added or removed, and the program states this to OpenDP."""
    assert dp.unit_of(contributions=1) == (dp.symmetric_distance(), 1)
    assert "privacy_unit=dp.unit_of(contributions=1)" in PROGRAM.read_text(encoding="utf-8")


def test_nothing_is_foretold_and_nothing_is_fitted_here() -> None:
    aim = engine()
    assert aim.before({"rows": 100}, RHO) == {}
    with pytest.raises(EngineMissing):
        aim.fitted(codes(aim), RHO)
