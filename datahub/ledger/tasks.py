"""The scheduler runs this function of the ledger."""

from django.db import transaction
from django.utils import timezone

from datahub.jobs.claims import Claim
from datahub.ledger.services.carry_out import lapse


def sweep(claim: Claim) -> None:
    ended = lapse(timezone.now())
    with transaction.atomic():
        claim.finish({"ended": ended})
