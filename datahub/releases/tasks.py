"""The scheduler runs this function of releases."""

from django.db import transaction

from datahub.jobs.claims import Claim
from datahub.releases.services import begin


def sweep(claim: Claim) -> None:
    """Fails releases whose work has ended, and deletes what a killed worker left."""
    swept = begin.sweep()
    with transaction.atomic():
        claim.finish({"swept": swept})
