"""A job starts later than somebody asks for it: its payload keeps who asked, and its start decides again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils import timezone

from datahub.accounts.models import Person, Token
from datahub.accounts.rules import state_of_token
from datahub.api.problem import Problem
from datahub.api.ref import Ref
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.decide.rules import OPERATIONS
from datahub.policies.errors import TokenExpired, TokenRevoked, TokenTooNarrow
from datahub.policies.services import Permit, authorise

KEPT = ("person", "token")
# The key in a payload that names who else asked, each as `asked_with` keeps them.
ALSO = "also"


def asked_with(permit: Permit) -> dict[str, str]:
    """Returns what the payload of a job says of who asked, and by which token if by one. A token's reference opens
    nothing."""
    payload_part = {"person": permit.viewer.id}
    return payload_part if permit.token is None else payload_part | {"token": permit.token.id}


def who_asked(payload: Mapping[str, Any]) -> frozenset[str]:
    """Returns the people who asked for a job, and those who joined, as Refs in text."""
    return frozenset(_person_in(asker) for asker in _asked_in(payload))


def permit_of_job(
    claim: Claim,
    operation: str,
    *,
    context: Context = NOTHING_KNOWN,
    payer: str | None = None,
    ref: Ref | None = None,
) -> Permit:
    """Returns a permit for a job when its work starts: a person who may no longer do it is refused, and so is a token
    that has ended since.

    It is about the subject of the job, or about `ref`, something else that the work uses.

    `context` is that of the use that was permitted: without it, a permit that hung on the purpose is none, and a limit
    that the owner lowered since is not kept. Its time is now, whatever it says.

    If several asked (`join`), it is for the first who still may; if none may, the first refusal is raised. With
    `payer`, one of `who_asked`, nobody else is looked at: what one person pays for is not done for another.

    TokenRevoked, TokenExpired or TokenTooNarrow say which; all else is refused as `authorise` refuses it.
    """
    refusals: list[Problem] = []
    for asker in _asked_in(claim.payload):
        if payer not in {None, _person_in(asker)}:
            continue
        try:
            return _permit_of(asker, ref or claim.subject, operation, context)
        except Problem as refusal:
            refusals.append(refusal)
    raise refusals[0]


def join(waiting: QuerySet[Job], permit: Permit) -> None:
    """Adds a person to the jobs they also wait for, so that the work does not end with the token or role of the first
    who asked.

    Call it in a transaction. What a worker has taken has asked already, and stays as it is: workers lock a job before
    what it is about, so its row is no longer locked here.
    """
    asker = asked_with(permit)
    for job in waiting.select_for_update().filter(state=Job.State.QUEUED):
        first = {name: job.payload[name] for name in KEPT if name in job.payload}
        also = job.payload.get(ALSO, [])
        if asker not in (first, *also):
            job.payload = {**job.payload, ALSO: [*also, asker]}
            job.save(update_fields=["payload"])


def _asked_in(payload: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return (payload, *payload.get(ALSO, ()))


def _person_in(asker: Mapping[str, Any]) -> str:
    return f"person:{asker.get('person')}"


def _permit_of(asker: Mapping[str, Any], ref: Ref, operation: str, context: Context) -> Permit:
    id = _uuid_of(asker.get("person"))
    person = None if id is None else Person.objects.filter(pk=id).first()
    token = _token_of(asker, operation)
    return authorise(
        viewer=person or AnonymousUser(),
        operation=operation,
        ref=ref,
        token=token,
        context=replace(context, time=None),
    )


def _token_of(asker: Mapping[str, Any], operation: str) -> Token | None:
    """Returns the token with which a job was asked for; None for what was asked in a session, and for jobs of a version
    of DataHub that kept no token."""
    if "token" not in asker:
        return None
    id = _uuid_of(asker["token"])
    token = None if id is None else Token.objects.filter(pk=id).first()
    if token is None or token.revoked_at is not None:
        raise TokenRevoked("The token that asked for this was revoked before the work had begun.")
    if state_of_token(expires_at=token.expires_at, revoked_at=None, now=timezone.now()) != "active":
        raise TokenExpired("The token that asked for this expired before the work had begun.")
    if OPERATIONS[operation].isdisjoint(token.scopes):
        raise TokenTooNarrow("The token that asked for this has no scope any more that covers the work.")
    return token


def _uuid_of(text: object) -> UUID | None:
    """Returns the UUID that a text writes; None for what is no UUID: a payload that was tampered with opens nothing,
    and is not tried again."""
    try:
        return UUID(str(text))
    except ValueError:
        return None
