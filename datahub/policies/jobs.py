"""A job is asked for by somebody and starts later: what its row keeps of that, and the question put again."""

from dataclasses import replace

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from datahub.accounts.models import Person, Token
from datahub.accounts.rules import state_of_token
from datahub.jobs.claims import Claim
from datahub.policies.conditions import NOTHING_KNOWN, Context
from datahub.policies.errors import TokenExpired, TokenRevoked, TokenTooNarrow
from datahub.policies.rules import OPERATIONS
from datahub.policies.services import Permit, authorise


def asked_with(permit: Permit) -> dict[str, str]:
    """For the payload: who asked, and by which token if by one. A token's reference opens nothing."""
    said = {"person": permit.viewer.id}
    return said if permit.token is None else said | {"token": permit.token.id}


def permit_of_job(claim: Claim, operation: str, *, context: Context = NOTHING_KNOWN) -> Permit:
    """Asked again when the work starts: who may no longer does not, nor does a token that has ended since.

    `context` is that of the use that was permitted: without it, a permit that hung on the purpose is none, and a limit
    that the owner lowered since is not kept. Its time is now, whatever it says.

    TokenRevoked, TokenExpired or TokenTooNarrow say which; all else is refused as `authorise` refuses it.
    """
    person = Person.objects.filter(pk=claim.payload["person"]).first()
    token = _token_of(claim, operation)
    return authorise(
        viewer=person or AnonymousUser(),
        operation=operation,
        ref=claim.subject,
        token=token,
        context=replace(context, time=None),
    )


def _token_of(claim: Claim, operation: str) -> Token | None:
    """None for what was asked in a session, and for jobs of a version of DataHub that kept no token."""
    if "token" not in claim.payload:
        return None
    token = Token.objects.filter(pk=claim.payload["token"]).first()
    if token is None or token.revoked_at is not None:
        raise TokenRevoked("The token that asked for this was revoked before the work was done.")
    if state_of_token(expires_at=token.expires_at, revoked_at=None, now=timezone.now()) != "active":
        raise TokenExpired("The token that asked for this expired before the work was done.")
    if OPERATIONS[operation].isdisjoint(token.scopes):
        raise TokenTooNarrow("The token that asked for this has no scope any more that covers the work.")
    return token
