"""This module is about the settings of a service that a crowd uses: short pieces of files, so that each has several,
and upkeep that comes often enough to be killed."""

from datahub.settings import *  # noqa: F403 - Django reads one module
from datahub.settings import CLOCK as CLOCK_OF_THE_PLATFORM
from datahub.settings import INSTALLED_APPS as APPS_OF_THE_PLATFORM

INSTALLED_APPS = [*APPS_OF_THE_PLATFORM, "tests.faults.crowds.short_pieces.ShortPieces"]
OFTEN_SECONDS = 10
CLOCK = CLOCK_OF_THE_PLATFORM | dict.fromkeys(
    ["datasets.sweep", "ledger.sweep", "releases.sweep", "vault.sign_head", "vault.upkeep"],
    OFTEN_SECONDS,
)
