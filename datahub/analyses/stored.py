"""A job whose plan has been answered before returns the stored answer."""

from collections.abc import Callable, Sequence

from django.db import transaction

from datahub.analyses.paid import closing_transaction
from datahub.jobs.claims import Claim
from datahub.ledger.models import Spend, StoredAnswer
from datahub.ledger.rules import State
from datahub.ledger.services.carry_out import commit, release
from datahub.ledger.services.reserve import reserve_stored
from datahub.policies.services import Permit


def serve(
    claim: Claim,
    permit: Permit,
    spend: Spend,
    stored: StoredAnswer,
    keep: Callable[[], object],
    *,
    beside: Sequence[Permit] = (),
) -> None:
    """Serves a stored answer. The people are not charged again; what a killed attempt had started stays spent. `keep`
    records the answer in the transaction that ends the job."""
    if spend.state == State.RESERVED:
        with transaction.atomic():
            claim.extend()
            release(spend.pk, fence=claim.fence)
    if spend.served_id is None and spend.state in {State.RESERVED, State.RELEASED}:
        request = f"{spend.request}:stored"
        reserve_stored(permit=permit, request=request, answer=stored, note=spend.note, beside=beside)
    with closing_transaction(claim):
        if spend.state == State.EXECUTING:
            commit(spend.pk, fence=claim.fence, answer=None)
        keep()
