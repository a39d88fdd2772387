"""The scheduler runs this function of policies."""

from django.db import transaction

from datahub.jobs.claims import Claim
from datahub.policies.hold import role_holders
from datahub.policies.watch import services as watch


def look(claim: Claim) -> None:
    """Ends places whose time has come, for good, and looks for unusual use."""
    role_holders.expire()
    watch.look()
    with transaction.atomic():
        claim.finish({})
