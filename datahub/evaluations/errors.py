"""These are the errors that evaluations raise for a refused request."""

from datahub.api.problem import Problem


class StudyRefused(Problem):
    """The request makes no evaluation; `fields` says which part is wrong, and why."""

    code = "invalid"


class NothingFound(Problem):
    """The work is not done, or was called off."""

    code = "nothing_found"
    status = 409


class TooMuchWork(Problem):
    """Refuses an evaluation that would keep the worker from surveys for too long."""

    code = "too_much_work"
