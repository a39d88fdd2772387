"""The scheduler runs these functions of data sets."""

from django.db import transaction
from django.utils import timezone

from datahub.datasets.services import abandon as abandoning
from datahub.datasets.services import destroy as destroying
from datahub.datasets.services import load as loading
from datahub.datasets.services import requests
from datahub.jobs.claims import Claim


def end(claim: Claim) -> None:
    """Ends the access and the retention of data whose time has come, and gives back the loads that ended early.

    What could not be ended is named in the result; the next sweep tries again.
    """
    now = timezone.now()
    ended, destroyed = requests.expire(now), destroying.end_of_retention(now.date())
    again = destroying.try_again()
    loading.give_back()  # loads come last, so that an error in them undoes nothing of the others
    failed = ended.failed | destroyed.failed | again.failed
    with transaction.atomic():
        claim.finish({"requests": ended.done, "data_sets": destroyed.done, "failed": failed})


def sweep(claim: Claim) -> None:
    """Drops abandoned drafts, and pieces that belong to no draft."""
    dropped, swept = abandoning.drop_abandoned(timezone.now()), abandoning.sweep_pieces()
    with transaction.atomic():
        claim.finish({"dropped": dropped, "swept": swept})
