"""A plan keeps to the limits of the roles that let somebody ask for it: when it is asked for, and in its job."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from datahub.analyses.rules.plan import Plan
from datahub.analyses.rules.synthetic import SyntheticPlan
from datahub.policies.decide.conditions import Comparison, Context
from datahub.policies.decide.obligations import Obligations
from datahub.policies.services import Permit
from datahub.releases.limits import check_anonymising, check_comparing, check_use
from datahub.releases.rules.guarantees import least_k
from mechanisms.accounting.zcdp import Cost

JOINED_BY = frozenset({"discrete-gaussian", "exponential"})  # the slugs of what draws the noise of joined rows


def to_foresee(permit: Permit) -> Permit:
    """A permit for a forecast, which reads no row: it has no purpose and costs nothing, so neither limits it."""
    ways = tuple(replace(limits, purposes=None, epsilon_cap=None) for limits in permit.ways)
    return replace(permit, ways=ways)


def check_limits(permit: Permit, plan: Plan, *, least: int, purpose: str) -> Obligations:
    """NotPermitted names the limit of the role that lets somebody do this, and that the plan does not keep."""
    names = [column.name for column in plan.released]
    combined = plan.population is not None
    return check_anonymising(permit, names, least=least, combined=combined, purpose=purpose)


def check_limits_of_all(
    permits: Sequence[Permit], plan: Plan, candidates: Sequence[Sequence[Mapping[str, Any]]], *, purpose: str
) -> None:
    """The same of all candidates and of each permit that they need, for the rows (that of the first) or for the
    population."""
    least = min(map(least_k, candidates))
    for permit in permits:
        if permit.ref == permits[0].ref:
            check_limits(permit, plan, least=least, purpose=purpose)
        else:
            check_limits_of_population(permit, plan, purpose=purpose)


def check_limits_of_population(permit: Permit, plan: Plan, *, purpose: str) -> None:
    """The same of the role on the population."""
    check_comparing(permit, [column.name for column in plan.of("quasi")], purpose=purpose)


def check_synthesis(
    permit: Permit, plan: SyntheticPlan, *, cost: Cost, purpose: str, rows: frozenset[Comparison] | None
) -> Obligations:
    """The same of synthetic rows and of reports on them, for this price. `rows` is None where none were chosen yet:
    then the role says which."""
    use = Context(
        cost=cost,
        mechanisms=plan.engine.mechanisms,
        columns=frozenset(plan.names),
        rows=rows,
        combined=False,
        purpose=purpose or None,
    )
    return check_use(permit, use)


def check_joined_synthesis(
    permit: Permit, names: frozenset[str], *, cost: Cost, purpose: str, rows: frozenset[Comparison] | None
) -> Obligations:
    """The same of rows of two data sets, asked of either permit about the columns that are read of its own."""
    use = Context(cost=cost, mechanisms=JOINED_BY, columns=names, rows=rows, combined=True, purpose=purpose or None)
    return check_use(permit, use)
