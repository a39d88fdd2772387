"""This module is about the settings of a drilled service that also knows two kinds of jobs of the drill's own."""

from datahub.settings import *  # noqa: F403 - Django reads one module
from datahub.settings import JOBS as JOBS_OF_THE_PLATFORM
from datahub.settings import LONG as LONG_OF_THE_PLATFORM

JOBS = JOBS_OF_THE_PLATFORM | {
    "drill.heavy": "tests.faults.crowds.heavy.wait",
    "drill.small": "tests.faults.crowds.heavy.end",
}
LONG = [*LONG_OF_THE_PLATFORM, "drill.heavy"]
