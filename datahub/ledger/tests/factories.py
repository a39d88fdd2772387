"""This module provides people with a budget, permits for their data, and costs."""

from decimal import Decimal
from uuid import uuid4

from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.ledger.models import Account, Spend
from datahub.ledger.rules import Cap
from datahub.ledger.services.limits import set_limit
from datahub.ledger.services.reserve import reserve
from datahub.policies.services import Permit
from mechanisms.accounting.zcdp import Cost, gaussian, pure

ANA, BEN = Ref("person", "ana"), Ref("person", "ben")
PROJECT, ROLE = Ref("project", "health"), Ref("role", "researcher")
TENTH = pure(Decimal("0.1"))  # a pure epsilon of 0.1 costs a rho of 0.005
NOISE = gaussian(10)  # this noise costs a rho of 0.005, and has no pure epsilon


def some_people(
    *, rho: str = "0.05", delta: str = "0.000001", epsilon: str | None = None, ref: Ref | None = None
) -> Ref:
    """Returns people with a budget for ten tenths, unless the arguments say otherwise."""
    people = ref or Ref("lineage", str(uuid4()))
    cap = Cap(rho=Decimal(rho), delta=Decimal(delta), epsilon=Decimal(epsilon) if epsilon else None)
    set_limit(permit=permit_to_limit(people), account=people, people=people, cap=cap)
    return people


def permit_to_limit(people: Ref, *, viewer: Ref = BEN, operation: str = "budget.set") -> Permit:
    """Returns a permit for the people themselves, which the Door gives to the owner of the original."""
    return Permit(viewer, operation, people, None, "a-rule", administrator=False)


def permit(people: Ref, *, viewer: Ref = ANA, operation: str = "dataset.query") -> Permit:
    facts = Facts(name="Adult", url="", owner=BEN, parent=None, state="", attributes={"lineage": str(people)})
    return Permit(viewer, operation, Ref("dataset", "adult"), facts, "a-rule", administrator=False)


def describe_versions(ids: list[str]) -> dict[Ref, Facts]:
    """Describes every version as one of the data set that permits are for."""
    adult = Facts(name="", url="", owner=None, parent=Ref("dataset", "adult"), state="loaded")
    return {Ref("dataset_version", id): adult for id in ids}


def reserved(
    people: Ref,
    *,
    viewer: Ref = ANA,
    cost: Cost = TENTH,
    request: str = "",
    purpose: str = "",
    more: tuple[Ref, ...] = (),
) -> Spend:
    return reserve(
        permit=permit(people, viewer=viewer),
        request=request or str(uuid4()),
        accounts=[people, viewer, *more],
        cost=cost,
        purpose=purpose,
    )


def account(people: Ref, ref: Ref | None = None) -> Account:
    return Account.objects.get(people=str(people), ref=str(ref or people))


def sums(people: Ref, ref: Ref | None = None) -> tuple[Decimal | int, Decimal | int]:
    """Returns how much rho is reserved, and how much is spent."""
    row = account(people, ref)
    return row.reserved_rho, row.spent_rho
