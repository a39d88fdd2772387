"""These factories make a budget for the people of a data set, a plan and synthetic rows."""

from decimal import Decimal
from typing import Any

from datahub.api.ref import Ref
from datahub.datasets.models import DataSet
from datahub.datasets.tests.factories import Visitor, work
from datahub.ledger.models import Account
from datahub.ledger.rules import Cap
from datahub.ledger.services.limits import set_limit
from datahub.policies.services import authorise

PLAN: dict[str, Any] = {
    "columns": [{"name": "age", "bins": 6}, {"name": "town"}, {"name": "income", "edges": ["200", "400"]}],
    "together": [["age", "town"]],
    "epsilon": "1",
    "delta": "0.000001",
}
OF_NUMBERS: dict[str, Any] = {
    "engine": "gaussian",
    "columns": [{"name": "age"}, {"name": "town"}, {"name": "income"}],
    "divided_by": "town",
    "epsilon": "8",
    "delta": "0.000001",
}
ALWAYS_THERE: dict[str, dict[str, Any]] = {"age": {"missing": []}, "income": {"missing": [], "maximum": "1000"}}
RELEASE: dict[str, Any] = {
    "title": "Nobody",
    "audience": "recipients",
    "licence": "CC BY 4.0",
    "citation": "",
    "rows": 70,
}
NO_TERMS: dict[str, Any] = {  # rows that their owner made for no purpose have these terms
    "purpose": "", "all_rows": True, "purposes": None, "combine": True, "expires_at": None, "rows": [],
}  # fmt: skip
MADE_OF = {part: value for part, value in PLAN.items() if part not in {"epsilon", "delta"}}


def people_of(data_set: DataSet) -> Ref:
    return Ref("lineage", str(data_set.lineage_id))


def share_of(visitor: Visitor) -> Decimal:
    """Returns what a person has spent of their share of the only budget that they use; nothing of it may be
    reserved."""
    own = Account.objects.get(ref=f"person:{visitor.person.pk}")
    assert own.reserved_rho == 0
    return Decimal(own.spent_rho)


def give_budget(owner: Visitor, data_set: DataSet, rho: str = "1") -> None:
    people = people_of(data_set)
    permit = authorise(viewer=owner.person, operation="budget.set", ref=people)
    set_limit(permit=permit, account=people, people=people, cap=Cap(rho=Decimal(rho), delta=Decimal(0), epsilon=None))


def ask(
    visitor: Visitor, data_set: DataSet, plan: dict[str, Any] = PLAN, *, purpose: str | None = None, **changed: Any
) -> Any:
    body = {"version": 1, "plan": plan | changed} | ({} if purpose is None else {"purpose": purpose})
    return visitor.send("POST", f"datasets/{data_set.pk}/syntheses/", body)


def a_synthesis(
    visitor: Visitor, data_set: DataSet, plan: dict[str, Any] = PLAN, *, purpose: str | None = None, **changed: Any
) -> dict[str, Any]:
    """Asks for synthetic rows and returns the synthesis when the worker is done."""
    answer = ask(visitor, data_set, plan, purpose=purpose, **changed)
    assert answer.status_code == 202, answer.content
    work()
    shown: dict[str, Any] = visitor.get(f"syntheses/{answer.json()['id']}/").json()
    return shown


def hand_over(visitor: Visitor, synthesis: str, **wish: Any) -> Any:
    return visitor.send("POST", f"syntheses/{synthesis}/releases/", RELEASE | wish)


def handed_over(visitor: Visitor, data_set: DataSet, **wish: Any) -> dict[str, Any]:
    """Asks for a release of synthetic rows and returns it when the worker is done."""
    answer = hand_over(visitor, a_synthesis(visitor, data_set)["id"], **wish)
    assert answer.status_code == 202, answer.content
    work()
    shown: dict[str, Any] = visitor.get(f"releases/{answer.json()['id']}/").json()
    return shown
