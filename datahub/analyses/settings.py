"""These settings concern engines that are offered only where they are installed: a part of datahub.settings."""

from datahub import environment

#: Path of the Python that `scripts/aim` has set up: synthetic data may then also be made by OpenDP's AIM, in a worker
#: of its own (`manage.py worker --slow`; `serve` starts one). Web and workers need the same value. Without it: not
#: offered. See docs/how-to/offer-aim.md.
AIM_PYTHON = environment.text("DATAHUB_AIM_PYTHON")
#: Hours after which AIM is stopped, at most 20. What was spent stays spent.
AIM_HOURS = environment.number("DATAHUB_AIM_HOURS", 4)
#: Memory that the process of AIM may allocate, in millions of bytes.
AIM_MEGABYTES = environment.number("DATAHUB_AIM_MEGABYTES", 8000)
if not 1 <= AIM_HOURS <= 20:
    raise environment.SettingRefused(
        f"DATAHUB_AIM_HOURS is {AIM_HOURS}; from 1 to 20: a use of the budget lapses in 24"
    )
SLOW = ["analyses.synthesise_slowly"]  # only `manage.py worker --slow` does these kinds of jobs
