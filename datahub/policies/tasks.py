"""What the clock asks of this room."""

from django.db import transaction

from datahub.jobs.claims import Claim
from datahub.policies import places, watch


def look(claim: Claim) -> None:
    """Ends places whose time has come, for good, and looks for unusual use."""
    places.expire()
    watch.look()
    with transaction.atomic():
        claim.finish({})
