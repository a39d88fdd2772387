"""The scheduler runs these functions of the vault."""

from django.db import transaction

from datahub.jobs.claims import Claim
from datahub.vault import rotation, upkeep
from datahub.vault.integrity import log


def sign_head(claim: Claim) -> None:
    log.sign_head()
    with transaction.atomic():
        claim.finish({})


def look_after(claim: Claim) -> None:
    rotation.end_what_waits()
    upkeep.sweep()
    with transaction.atomic():
        claim.finish({})
