"""A session says where a person is signed in, and ends by age, by idleness, from elsewhere, or with a new password."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from datahub.accounts.models import Person, Session
from datahub.accounts.rules import device_in, is_over
from datahub.accounts.services import ref_of
from datahub.audit import services as audit

KEY = "session_of_person"
SEEN_EVERY = timedelta(minutes=15)


def begin(request: HttpRequest, person: Person) -> None:
    now = timezone.now()
    device = device_in(request.headers.get("User-Agent", ""))
    session = Session.objects.create(person=person, device=device, begun_at=now, seen_at=now)
    request.session[KEY] = str(session.id)


def leave(request: HttpRequest) -> None:
    """Signs a person out here; the caller ends Django's session."""
    if KEY in request.session:
        Session.objects.filter(id=UUID(request.session[KEY])).delete()


def keep(request: HttpRequest, person: Person) -> bool:
    """Returns whether the session goes on. It begins the row of a session that has none, and notes every quarter of an
    hour when the session was last seen."""
    now = timezone.now()
    if KEY not in request.session:
        begin(request, person)
        return True
    session = Session.objects.filter(id=UUID(request.session[KEY]), person=person).first()
    if session is None or _is_over(session):
        return False
    if now >= session.seen_at + SEEN_EVERY:
        Session.objects.filter(id=session.id).update(seen_at=now)
    return True


def sessions_of(person: Person) -> QuerySet[Session]:
    """Returns the sessions of a person that have not ended, the one seen last first."""
    now = timezone.now()
    living = Session.objects.filter(person=person, begun_at__gt=now - _longest(), seen_at__gt=now - _idle())
    return living.order_by("-seen_at", "-begun_at", "id")


def is_this(request: HttpRequest, session: Session) -> bool:
    return str(request.session.get(KEY)) == str(session.id)


@transaction.atomic
def end(*, actor: Person, session_id: UUID) -> bool:
    """Ends one session of the actor; returns False if the actor has no session of this id."""
    ended, _ = Session.objects.filter(id=session_id, person=actor).delete()
    if ended:
        _note(actor, 1)
    return bool(ended)


@transaction.atomic
def end_all(*, actor: Person) -> None:
    """Ends all sessions of the actor, this one too."""
    ended, _ = Session.objects.filter(person=actor).delete()
    _note(actor, ended)


def forget_over() -> int:
    now = timezone.now()
    by_age, _ = Session.objects.filter(begun_at__lte=now - _longest()).delete()
    by_idleness, _ = Session.objects.filter(seen_at__lte=now - _idle()).delete()
    return by_age + by_idleness


def _is_over(session: Session) -> bool:
    return is_over(
        begun_at=session.begun_at, seen_at=session.seen_at, longest=_longest(), idle=_idle(), now=timezone.now()
    )


def _longest() -> timedelta:
    return timedelta(hours=settings.SESSION_HOURS)


def _idle() -> timedelta:
    return timedelta(hours=settings.SESSION_IDLE_HOURS)


def _note(actor: Person, ended: int) -> None:
    audit.record(
        actor=ref_of(actor),
        operation="person.end_sessions",
        subject=ref_of(actor),
        reason="the sessions are theirs",
        detail={"sessions": ended},
    )
