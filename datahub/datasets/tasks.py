"""What settings.JOBS runs for this room."""

from django.db import transaction
from django.utils import timezone

from datahub.datasets.services import destroy as destroying
from datahub.datasets.services import load as loading
from datahub.datasets.services import look as looking
from datahub.datasets.services import requests
from datahub.jobs.claims import Claim


def look(claim: Claim) -> None:
    looking.look(claim)


def load(claim: Claim) -> None:
    loading.load(claim)


def end(claim: Claim) -> None:
    """What its owner gave or kept until a time ends when the time has come; loads that ended early are given back."""
    now = timezone.now()
    loading.give_back()
    ended, destroyed = requests.expire(now), destroying.end_of_retention(now.date())
    destroying.try_again()
    with transaction.atomic():
        claim.finish({"requests": ended, "data_sets": destroyed})


def destroy(claim: Claim) -> None:
    destroying.destroy(claim)
