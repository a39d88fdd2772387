"""What settings.JOBS runs for this room."""

from django.db import transaction

from datahub.analyses.services import apart, appraisal, joined, joined_appraisal, synthetic
from datahub.analyses.services import candidates as trying
from datahub.analyses.services import count as counting
from datahub.analyses.services import release as releasing
from datahub.analyses.services import release_rows as releasing_rows
from datahub.jobs.claims import Claim


def count(claim: Claim) -> None:
    counting.count(claim)


def candidates(claim: Claim) -> None:
    trying.try_candidates(claim)


def release(claim: Claim) -> None:
    releasing.make(claim)


def release_rows(claim: Claim) -> None:
    releasing_rows.make(claim)


def synthesise(claim: Claim) -> None:
    synthetic.make(claim)


def appraise(claim: Claim) -> None:
    appraisal.make(claim)


def synthesise_joined(claim: Claim) -> None:
    joined.make(claim)


def appraise_joined(claim: Claim) -> None:
    joined_appraisal.make(claim)


def sweep(claim: Claim) -> None:
    """Rows that lie among the figures of candidates still."""
    dropped = apart.drop_rows()
    with transaction.atomic():
        claim.finish({"dropped": dropped})
