"""What can go wrong with a job that somebody outside this room has to know about."""

from datahub.api.problem import Problem


class JobEnded(Problem):
    """A job that has ended stays as it ended."""

    code = "job_ended"
    status = 409


class ClaimLost(Exception):
    """The job was cancelled, or its lease ran out and somebody else may hold it: nothing may be written for it."""
