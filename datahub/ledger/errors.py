"""The ledger raises these errors. None of their texts tells what is left on an account that is not the viewer's."""

from datahub.api.problem import Problem


class BudgetExceeded(Problem):
    """An account has no room for this cost; `fields.account` names its kind: analyst, role, project or people."""

    code = "budget_exceeded"
    status = 409


class NoBudget(Problem):
    """The owner has not said yet how much may be learned about these people."""

    code = "no_budget"
    status = 409


class BudgetInUse(Problem):
    """A budget cannot be set below what is spent and reserved, nor made pure after a use that was not."""

    code = "budget_in_use"
    status = 409


class LimitRefused(Problem):
    """A limit was given that no account can have."""

    code = "invalid"
    status = 400


class RequestReused(Problem):
    """The same request id came with another cost, other accounts or another person, or what was made under it is
    gone."""

    code = "request_reused"
    status = 409


class RequestReleased(Problem):
    """The price that was reserved under this request id was given back, so the id is used up; ask anew with another
    id."""

    code = "request_released"
    status = 409


class PaidByAnother(Problem):
    """A job names a price that nobody who asked for the job has reserved. Nothing is read or given back."""

    code = "paid_by_another"
    status = 403


class SpendEnded(Problem):
    """The reserved price has been released, or was spent already."""

    code = "spend_ended"
    status = 409


class LedgerHalted(Problem):
    """The database is older than the ledger's journal, or the journal is gone; an administrator has to look."""

    code = "ledger_halted"
    status = 503


class AnalysisFailed(Problem):
    """An analysis failed after data were read; the text is always the same, because what failed may depend on the
    data."""

    code = "analysis_failed"
    status = 500

    def __init__(self) -> None:
        super().__init__("The analysis gave no answer. Its cost is spent.")


class StaleFence(Exception):
    """Another worker has started this spend since; nothing may be written for the earlier claim."""


class NotCovered(Exception):
    """The calling code is wrong: its permit does not cover these people or this operation."""
