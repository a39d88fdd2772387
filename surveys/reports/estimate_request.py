"""This module requests new results after an ingest."""

from uuid import UUID

from datahub.jobs.services import submit
from datahub.policies.selectors import owner_of
from surveys.drafts.services import ref_to
from surveys.models import Version


def ask_for_estimate(version: Version, *, after: UUID) -> None:
    """Asks for the estimates of a version, once for each job that took reports in."""
    subject = ref_to(version.survey)
    submit(
        kind="surveys.estimate",
        subject=subject,
        payload={"version": version.pk},
        key=f"surveys.estimate:{version.pk}:{after}",
        owner=owner_of(subject),
    )
