"""The mechanisms that a plan states as drawing its noise are those that draw it."""

from collections.abc import Callable
from typing import Any

import pytest

from datahub.analyses.synthesise.engines.aim import Aim
from datahub.analyses.synthesise.engines.gaussian import Gaussian
from datahub.analyses.synthesise.engines.marginals import Marginals
from datahub.analyses.synthesise.limits import TWO_TABLES_MECHANISMS
from datahub.analyses.tests import two_tables_factories
from datahub.analyses.tests.factories import loaded
from datahub.analyses.tests.synthesis_factories import ALWAYS_THERE, OF_NUMBERS, PLAN, a_synthesis, give_budget
from datahub.datasets.tests.factories import CSV, Visitor, work
from datahub.policies.write.kept_limits import MECHANISMS, mechanisms_used
from mechanisms.catalogue import OFFERED
from mechanisms.central.offered import CENTRAL

OPERATION = "dataset.synthesise"
Ask = Callable[[Visitor], None]


@pytest.fixture
def drawn_by(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Returns the slugs of all mechanisms of a curator that release something meanwhile."""
    slugs: set[str] = set()
    for mechanism in CENTRAL:
        begin = mechanism.__init__

        def noted(self: Any, *of: Any, begin: Any = begin, **parts: Any) -> None:
            slugs.add(self.slug)
            begin(self, *of, **parts)

        monkeypatch.setattr(mechanism, "__init__", noted)
    return slugs


def of_one_table(plan: dict[str, Any]) -> Ask:
    def ask(owner: Visitor) -> None:
        data_set = loaded(owner, "Incomes", CSV, **ALWAYS_THERE)
        give_budget(owner, data_set, "100")
        assert a_synthesis(owner, data_set, plan)["state"] == "done"

    return ask


def measured(owner: Visitor) -> None:
    data_set = loaded(owner)
    give_budget(owner, data_set, "100")
    synthesis = a_synthesis(owner, data_set)["id"]
    assert owner.send("POST", f"syntheses/{synthesis}/measured-reports/", PRIVACY).status_code == 202
    work()


def of_two_tables(owner: Visitor) -> None:
    synthesis = two_tables_factories.a_synthesis_of_two(owner, *two_tables_factories.two_data_sets(owner))
    assert synthesis["state"] == "done"
    path = f"syntheses/{synthesis['id']}/measured-reports/"
    assert owner.send("POST", path, PRIVACY).status_code == 202
    work()


PRIVACY = {"epsilon": "1", "delta": "0.000001"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ask", "slugs"),
    [
        (of_one_table(PLAN), Marginals.mechanisms),
        (of_one_table(OF_NUMBERS), Gaussian.mechanisms),
        (measured, Marginals.mechanisms),
        (of_two_tables, TWO_TABLES_MECHANISMS),
    ],
    ids=["marginals", "numbers", "rows and a report", "two tables and a report"],
)
def test_noise_is_drawn_by_the_mechanisms_that_are_named_and_by_no_others(
    owner: Visitor, drawn_by: set[str], ask: Ask, slugs: frozenset[str]
) -> None:
    ask(owner)
    assert drawn_by == slugs


def test_a_policy_can_name_what_some_engine_uses_and_nothing_else() -> None:
    engines = (Marginals, Gaussian, Aim)
    assert set(MECHANISMS[OPERATION]) == {*(engine.mechanisms for engine in engines), TWO_TABLES_MECHANISMS}
    assert set(mechanisms_used()) <= {
        *(mechanism.slug for mechanism in OFFERED),
        *(mechanism.slug for mechanism in CENTRAL),
    }
