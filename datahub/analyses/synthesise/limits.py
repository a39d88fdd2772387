"""A plan of synthetic rows keeps to the limits of the roles that let somebody ask for it: when it is asked for, and in
its job."""

from dataclasses import replace

from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.policies.decide.conditions import Comparison, Context
from datahub.policies.decide.obligations import Obligations
from datahub.policies.services import Permit
from datahub.releases.limits import check_use
from mechanisms.accounting.zcdp import Cost

TWO_TABLES_MECHANISMS = frozenset(
    {"discrete-gaussian", "exponential"}
)  # mechanisms of these slugs draw the noise of joined rows


def to_foresee(permit: Permit) -> Permit:
    """Returns a permit for a forecast, which reads no row: it has no purpose and costs nothing, so neither limits
    it."""
    ways = tuple(replace(limits, purposes=None, epsilon_cap=None) for limits in permit.ways)
    return replace(permit, ways=ways)


def check_synthesis(
    permit: Permit, plan: SyntheticPlan, *, cost: Cost, purpose: str, rows: frozenset[Comparison] | None
) -> Obligations:
    """Returns the limits of the role that synthetic rows, or a report on them, keep to at this price. NotPermitted
    names a limit that is broken. `rows` is None where no rows were chosen yet: then the role chooses them."""
    use = Context(
        cost=cost,
        mechanisms=plan.engine.mechanisms,
        columns=frozenset(plan.names),
        rows=rows,
        combined=False,
        purpose=purpose or None,
    )
    return check_use(permit, use)


def check_two_tables_synthesis(
    permit: Permit, names: frozenset[str], *, cost: Cost, purpose: str, rows: frozenset[Comparison] | None
) -> Obligations:
    """Returns the limits that rows of two data sets keep to; it is called for each permit, with the columns of its
    data set."""
    use = Context(
        cost=cost, mechanisms=TWO_TABLES_MECHANISMS, columns=names, rows=rows, combined=True, purpose=purpose or None
    )
    return check_use(permit, use)
