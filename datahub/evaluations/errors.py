"""What this room refuses."""

from datahub.api.problem import Problem


class StudyRefused(Problem):
    """What was asked makes no evaluation; `fields` says which part, and why."""

    code = "invalid"


class NothingFound(Problem):
    """The work is not done, or was called off."""

    code = "nothing_found"
    status = 409


class TooMuchWork(Problem):
    """An evaluation that would keep the worker from surveys for too long."""

    code = "too_much_work"
