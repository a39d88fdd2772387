"""These are the errors that evaluations raise for a refused request."""

from datahub.api.problem import Problem


class StudyRefused(Problem):
    """The request makes no evaluation; `fields` names the wrong parts, and says why."""

    code = "invalid"


class NothingFound(Problem):
    """The evaluation has no findings: its job is not done, or was cancelled."""

    code = "nothing_found"
    status = 409


class TooMuchWork(Problem):
    """The evaluation would keep the worker from surveys for too long."""

    code = "too_much_work"
