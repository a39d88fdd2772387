"""What this room refuses. A text may name values of the data: it is shown to whoever asked, and kept sealed."""

from datahub.api.problem import Problem


class PlanRefused(Problem):
    """The plan makes no release; `fields` says which part, by dotted path, and why."""

    code = "invalid"


class TooManyRows(Problem):
    """A data set that is larger than what one worker holds."""

    code = "too_many_rows"
    status = 409


class NotInThisState(Problem):
    code = "not_in_this_state"
    status = 409


class NotPermitted(Problem):
    """The role that lets somebody do this sets a limit that the plan does not keep."""

    code = "limit_of_role"
    status = 403


class NeedsDifferentialPrivacy(Problem):
    """Too much for a table of rows in public: answers with noise are the way, or named recipients."""

    code = "needs_differential_privacy"
    status = 409


class Intersects(Problem):
    """Together with an earlier release of the same people, this one would not keep what either promises."""

    code = "releases_intersect"
    status = 409


class IntersectionUnproven(Problem):
    """Nothing shows which rows of an earlier release are about the same people."""

    code = "intersection_unproven"
    status = 409
