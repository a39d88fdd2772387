"""A plan must keep to the limits of the asker's roles, both when it is asked for and in its job."""

from collections.abc import Mapping, Sequence
from typing import Any

from datahub.analyses.anonymise.rules.plan import Plan
from datahub.policies.decide.obligations import Obligations
from datahub.policies.services import Permit
from datahub.releases.limits import check_anonymising, check_comparing
from datahub.releases.rules.guarantees import least_k


def check_limits(permit: Permit, plan: Plan, *, least: int, purpose: str) -> Obligations:
    """Checks a plan against the limits of the role. NotPermitted names the limit of the role that lets somebody do
    this, and that the plan does not keep."""
    names = [column.name for column in plan.released]
    combined = plan.population is not None
    return check_anonymising(permit, names, least=least, combined=combined, purpose=purpose)


def check_limits_of_all(
    permits: Sequence[Permit], plan: Plan, candidates: Sequence[Sequence[Mapping[str, Any]]], *, purpose: str
) -> None:
    """Checks the limits of all candidates and of each permit that they need, for the rows (that of the first) or for
    the population."""
    least = min(map(least_k, candidates))
    for permit in permits:
        if permit.ref == permits[0].ref:
            check_limits(permit, plan, least=least, purpose=purpose)
        else:
            check_limits_of_population(permit, plan, purpose=purpose)


def check_limits_of_population(permit: Permit, plan: Plan, *, purpose: str) -> None:
    """Checks a plan against the limits of the role on the population."""
    check_comparing(permit, [column.name for column in plan.of("quasi")], purpose=purpose)
