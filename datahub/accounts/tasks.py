"""Jobs of accounts run these functions."""

from uuid import UUID

from django.db import transaction

from datahub.accounts import services, sessions
from datahub.jobs.claims import Claim


def mail(claim: Claim) -> None:
    """Sends a queued mail. Sending is outside the transaction: a mail server may take seconds, and SQLite has one
    writer."""
    sent = services.send_mail(mail_id=UUID(claim.payload["mail"]))
    with transaction.atomic():
        claim.finish({"sent": sent})


def forget(claim: Claim) -> None:
    with transaction.atomic():
        claim.finish(services.forget_what_expired() | {"sessions_of_people": sessions.forget_over()})
