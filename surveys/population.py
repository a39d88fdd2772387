"""The population of results is either everybody of whom the respondents are a sample, or the respondents themselves."""

from collections.abc import Mapping
from typing import Any, Final

# The respondents are a sample of many people: an interval covers the choice of respondents and the noise.
SAMPLE: Final = "sample"
# All people of interest answered: an interval covers noise, and lots where they were drawn.
EVERYBODY: Final = "everybody"
POPULATIONS = (SAMPLE, EVERYBODY)
POPULATIONS_TEXT = (
    "Whom intervals are about: respondents are a sample of many people, or everybody that one wants to know of. Of "
    "everybody an interval covers perturbation, and the lots that decide which questions a phone sends; the "
    "inverse-variance estimate, the mean of those who gave a number that may be skipped, the quantiles of a "
    "distribution, and a mean whose reports are ends of its range keep the interval of a sample."
)

DUCHI, SKIPPABLE = "duchi", "skippable"  # These means always have the interval of a sample.


def means_of_sample(results: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns which means of these results keep the interval of a sample, whichever population the other results
    have.
    """
    of_ends = any(number["estimates"]["mean"]["error_parts"] is None for number in results.get("numbers", []))
    skippable = bool(results.get("numbers_or_skipped"))
    return (DUCHI,) * of_ends + (SKIPPABLE,) * skippable
