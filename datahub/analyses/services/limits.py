"""A plan keeps to the limits of the roles that let somebody ask for it: when it is asked for, and in its job."""

from collections.abc import Sequence

from datahub.analyses.rules.plan import Plan
from datahub.datasets.rules.columns import Column
from datahub.policies.services import Permit
from datahub.releases.limits import check_comparing, check_use, check_use_of_rows_made


def check_limits(permit: Permit, plan: Plan, *, least: int) -> None:
    """NotPermitted names the limit of the role that lets somebody do this, and that the plan does not keep."""
    columns = frozenset(column.name for column in plan.released)
    check_use(permit.obligations, columns, least=least, combined=plan.population is not None)


def check_limits_of_population(permit: Permit, plan: Plan) -> None:
    """The same of the role on the population."""
    check_comparing(permit.obligations, frozenset(column.name for column in plan.of("quasi")))


def check_synthesis(permit: Permit, columns: Sequence[Column]) -> None:
    """The same of synthetic rows, which whoever asks looks at alone."""
    names = frozenset(column.name for column in columns)
    check_use_of_rows_made(permit.obligations, names, combined=False, approved=None)


def check_joined_synthesis(permit: Permit, names: frozenset[str]) -> None:
    """The same of rows of two data sets, asked of either permit about the columns that are read of its own."""
    check_use_of_rows_made(permit.obligations, names, combined=True, approved=None)


def check_release_of_rows(permit: Permit, columns: Sequence[Column]) -> None:
    """The same of synthetic rows for others. Where the role asks for a second person, one approves the release."""
    names = frozenset(column.name for column in columns)
    check_use_of_rows_made(permit.obligations, names, combined=False, approved=True)
