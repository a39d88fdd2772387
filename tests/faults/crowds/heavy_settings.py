"""These settings add two kinds of jobs of the drill to a drilled service."""

from datahub.settings import *  # noqa: F403 - Django reads one module
from datahub.settings import JOBS as JOBS_OF_THE_PLATFORM
from datahub.settings import LONG as LONG_OF_THE_PLATFORM

JOBS = JOBS_OF_THE_PLATFORM | {
    "drill.heavy": "tests.faults.crowds.heavy.wait",
    "drill.small": "tests.faults.crowds.heavy.end",
}
LONG = [*LONG_OF_THE_PLATFORM, "drill.heavy"]
