"""A plan keeps to the limits of the roles that let somebody ask for it: when it is asked for, and in its job."""

from collections.abc import Sequence

from datahub.analyses.rules.plan import Plan
from datahub.datasets.rules.columns import Column
from datahub.policies import clock
from datahub.policies.conditions import Context
from datahub.policies.obligations import refusal_of
from datahub.policies.services import Permit
from datahub.releases.errors import NotPermitted
from datahub.releases.limits import check_comparing, check_use


def check_limits(permit: Permit, plan: Plan, *, least: int) -> None:
    """NotPermitted names the limit of the role that lets somebody do this, and that the plan does not keep."""
    columns = frozenset(column.name for column in plan.released)
    check_use(permit.obligations, columns, least=least, combined=plan.population is not None)


def check_limits_of_population(permit: Permit, plan: Plan) -> None:
    """The same of the role on the population."""
    check_comparing(permit.obligations, frozenset(column.name for column in plan.of("quasi")))


def check_synthesis(permit: Permit, columns: Sequence[Column]) -> None:
    """The same of synthetic rows. No number of people stands behind each of them, a second person cannot approve a look
    at them, and noise with a delta has no pure epsilon: a role with such a limit permits none."""
    limits = permit.obligations
    if limits.rows:
        raise NotPermitted("Your role shows some rows of this data set alone; synthetic rows are made of all of them.")
    use = Context(
        time=None if limits.expires_at is None else clock.now(),
        mechanism="synthesise",
        columns=frozenset(column.name for column in columns),
        combined=False,
    )
    broken = refusal_of(limits, use)
    if broken is not None:
        raise NotPermitted(f"Your role on this data set asks for: {broken}.")
