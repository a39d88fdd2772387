"""A plan names its engine; a plan that names none keeps its meaning."""

from typing import Any

import pytest

from datahub.analyses.synthesise.engines.named import USUAL
from datahub.analyses.synthesise.rules.plan import read_synthetic_plan
from datahub.analyses.tests.synthesis_factories import PLAN, ask, give_budget
from datahub.datasets.models import DataSet
from datahub.datasets.rules.columns import Column
from datahub.datasets.tests.factories import Visitor, declaration

COLUMNS = [Column.from_json(column) for column in declaration()]
RULED: dict[str, Any] = {
    "target": "town",
    "impossible": [[{"name": "town", "values": ["Bern"]}, {"name": "age", "values": [None]}]],
}


@pytest.mark.parametrize(
    ("changed", "digest"),
    [
        ({}, "c470069cd80b128459cc03bd42e595956eba6a7da2714df316000ad8dacdffa9"),
        (RULED, "347399a32e2f037dd453006842c662738a8a162f066d4a8dc2b82d4a705a84e2"),
    ],
)
def test_plans_that_were_stored_before_there_were_engines_keep_their_digest(
    changed: dict[str, Any], digest: str
) -> None:
    assert read_synthetic_plan(PLAN | changed, COLUMNS).digest == digest
    assert read_synthetic_plan(PLAN | changed | {"engine": USUAL}, COLUMNS).digest == digest


@pytest.mark.django_db
def test_an_engine_that_nobody_knows_is_refused_and_a_plan_is_told_as_it_was_asked(
    owner: Visitor, data_set: DataSet
) -> None:
    give_budget(owner, data_set)
    refused = ask(owner, data_set, engine="guessing")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["plan.engine"])
    first, again = ask(owner, data_set).json(), ask(owner, data_set, engine=USUAL).json()
    assert (first["id"], "engine" in first["plan"]) == (again["id"], False)
