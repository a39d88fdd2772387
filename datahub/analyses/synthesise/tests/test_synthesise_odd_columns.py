"""Columns with a single value, no value, or undeclared values make rows as other columns do."""

import pytest

from datahub.analyses.tests.synthesis_factories import a_synthesis, give_budget
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, a_data_set, load_despite_losses

pytestmark = pytest.mark.django_db
HEAD = "age,town,income\n"


@pytest.fixture
def empty(owner: Visitor) -> DataSet:
    return a_data_set(owner.person)


@pytest.mark.parametrize(
    ("row", "changed"),
    [
        ("30,Bern,100\n", {}),  # all rows have a single value
        (",,\n", {}),  # all values are missing
        # All values lie outside the domain.
        ("500,Paris,-5\n", {name: {"outside": "missing"} for name in ("age", "town", "income")}),
        ("500,Bern,-5\n", {name: {"outside": "clamp"} for name in ("age", "income")}),
    ],
)
def test_whatever_all_rows_hold_the_work_is_done_and_says_the_same(
    owner: Visitor, empty: DataSet, row: str, changed: dict[str, dict[str, str]]
) -> None:
    assert load_despite_losses(owner, empty, HEAD + row * 40, **changed)["state"] == "loaded"
    give_budget(owner, empty)
    shown = a_synthesis(owner, empty, epsilon="0.1")
    assert (shown["state"], shown["error"], shown["spend"]) == ("done", "", "committed")
    sample = owner.get(f"syntheses/{shown['id']}/rows/", rows="5").json()
    assert (sample["columns"], len(sample["rows"])) == (["age", "town", "income"], 5)
