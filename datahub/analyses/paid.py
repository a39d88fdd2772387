"""Every job that costs budget uses these two context managers; what it does between them is in its
own `make`."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from datahub.api.problem import Problem
from datahub.jobs.claims import Claim
from datahub.ledger.services.carry_out import give_up_held


@contextmanager
def price_back_on_refusal(claim: Claim, spend_id: UUID) -> Iterator[None]:
    """Gives the price back if a refusal is raised before the start, for a role that was limited since, for what was
    declared, or for an engine that does not run. After the start the price is spent without a result."""
    try:
        yield
    except Problem:
        give_up_held(claim, spend_id)
        raise


@contextmanager
def closing_transaction(claim: Claim) -> Iterator[None]:
    """Commits what is written inside it together with the end of the job, and nothing if another attempt has taken over
    the job."""
    with transaction.atomic():
        claim.extend()
        yield
        claim.finish({})
