"""The forecast of rows of two tables follows the plan of each, before anything is spent."""

from typing import Any
from uuid import uuid4

import pytest

from datahub.analyses.synthesise.selectors import columns_of
from datahub.analyses.synthesise.two_tables.rules.plan import read_two_tables_plan
from datahub.analyses.tests.two_tables_factories import plan, two_data_sets
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor

pytestmark = pytest.mark.django_db
FORECAST = {"parents_assumed": 1000, "children_assumed": 2000, "privacy": [{"epsilon": "2", "delta": "0.000001"}]}
NO_SCHOOL = [[{"name": "age", "values": ["0 to 20"]}, {"name": "school", "values": ["primary"]}]]
NO_ROOMS = [[{"name": "region", "values": ["north"]}, {"name": "rooms", "values": ["5 to 6"]}]]


@pytest.fixture
def both(owner: Visitor) -> tuple[DataSet, DataSet]:
    return two_data_sets(owner)


def errors_of(owner: Visitor, both: tuple[DataSet, DataSet], **changed: Any) -> tuple[Any, Any]:
    """Returns the forecast errors of the parents and of the children."""
    wanted = plan(both[1], **changed)
    made_of = {part: value for part, value in wanted.items() if part not in {"epsilon", "delta"}}
    path = f"datasets/{both[0].pk}/versions/1/syntheses/forecasts/"
    errors = owner.send("POST", path, {**made_of, **FORECAST}).json()["forecasts"][0]
    return errors["parents"], errors["children"]


def test_the_forecast_of_a_table_follows_what_will_be_predicted_in_it_and_what_cannot_be(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    parents, children = errors_of(owner, both)
    predicted = errors_of(owner, both, parents={"target": "rooms"})
    assert predicted[0] != parents
    assert predicted[1] == children
    predicted = errors_of(owner, both, children={"target": "school"})
    assert predicted[0] == parents
    assert predicted[1] != children
    fewer = errors_of(owner, both, parents={"impossible": NO_ROOMS}, children={"impossible": NO_SCHOOL})
    assert fewer[0]["pairs"][0][1] < parents["pairs"][0][1]
    assert fewer[1]["pairs"][1][2] < children["pairs"][1][2]


def test_what_matters_together_in_a_table_moves_no_figure_and_is_what_is_chosen_rather(
    owner: Visitor, both: tuple[DataSet, DataSet]
) -> None:
    named: dict[str, Any] = {
        "parents": {"together": [["region", "rooms"]]},
        "children": {"together": [["age", "school"]]},
    }
    plain: dict[str, Any] = {"parents": {"together": []}, "children": {"together": []}}
    assert errors_of(owner, both, **named) == errors_of(owner, both, **plain)
    columns = [columns_of(table.versions.get()) for table in both]
    of_named, of_plain = (
        read_two_tables_plan(plan(both[1], **part), *columns, version=uuid4()) for part in (named, plain)
    )
    pairs = ((0, 1), of_named.for_parents, of_plain.for_parents), ((1, 2), of_named.for_children, of_plain.for_children)
    for pair, weighed, even in pairs:
        assert weighed.weights[pair] > even.weights[pair]
        assert {**weighed.weights, pair: 1} == even.weights
