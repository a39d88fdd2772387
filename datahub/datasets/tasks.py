"""What the clock asks of this room."""

from django.db import transaction
from django.utils import timezone

from datahub.datasets.services import abandon as abandoning
from datahub.datasets.services import destroy as destroying
from datahub.datasets.services import load as loading
from datahub.datasets.services import requests
from datahub.jobs.claims import Claim


def end(claim: Claim) -> None:
    """What its owner gave or kept until a time ends when the time has come, and loads that ended early are given back.

    What could not be ended is named in the result; the next sweep tries again.
    """
    now = timezone.now()
    ended, destroyed = requests.expire(now), destroying.end_of_retention(now.date())
    again = destroying.try_again()
    loading.give_back()  # last: whatever it meets, what has ended stays ended
    failed = ended.failed | destroyed.failed | again.failed
    with transaction.atomic():
        claim.finish({"requests": ended.done, "data_sets": destroyed.done, "failed": failed})


def sweep(claim: Claim) -> None:
    """Drafts that nobody goes on with, and pieces of no draft."""
    dropped, swept = abandoning.drop_abandoned(timezone.now()), abandoning.sweep_pieces()
    with transaction.atomic():
        claim.finish({"dropped": dropped, "swept": swept})
