"""Code outside of jobs handles these errors."""

from datahub.api.problem import Problem


class JobEnded(Problem):
    """A job has ended, so it can no longer be changed."""

    code = "job_ended"
    status = 409


class TooManyJobs(Problem):
    """A person has as many jobs waiting as they may have; a job that begins makes room for the next."""

    code = "too_many_jobs"
    status = 429


class ClaimLost(Exception):
    """The job was cancelled, or its lease ran out and somebody else may hold it: nothing may be written for it."""
