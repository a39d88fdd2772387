"""Engines that are offered where they are installed. A part of datahub.settings."""

from datahub import environment

AIM_PYTHON = environment.text("DATAHUB_AIM_PYTHON")  # without one no rows are made by OpenDP's AIM
AIM_HOURS = environment.number("DATAHUB_AIM_HOURS", 4)
AIM_MEGABYTES = environment.number("DATAHUB_AIM_MEGABYTES", 8000)
if not 1 <= AIM_HOURS <= 20:
    raise environment.SettingRefused(
        f"DATAHUB_AIM_HOURS is {AIM_HOURS}; from 1 to 20: a use of the budget lapses in 24"
    )
SLOW = ["analyses.synthesise_slowly"]  # kinds of jobs that only `manage.py worker --slow` does
