"""Properties are tried on the same cases in every run, however slow the machine."""

from hypothesis import settings

settings.register_profile("same-cases", derandomize=True, deadline=None, database=None)
settings.load_profile("same-cases")
