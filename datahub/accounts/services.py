"""These services write about people, tokens, links and mail; changes of what people may do are recorded in the audit
log."""

from datetime import datetime, timedelta
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import MaxLengthValidator, validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone

from datahub.accounts.errors import AddressRefused, AddressTaken, LinkSpent, PasswordRefused, TokenWishRefused, TooMany
from datahub.accounts.models import Mail, Person, SignInLink, Token
from datahub.accounts.rules import (
    LONGEST_ADDRESS,
    SIGN_IN_LINK_LIFE,
    TokenText,
    draw_secret,
    draw_token,
    hash_of,
    refusal_of_expiry,
    refusal_of_scopes,
)
from datahub.api.ref import PLATFORM, Ref
from datahub.api.writes.locking import lock_row
from datahub.audit import services as audit
from datahub.jobs import services as jobs

UNSENT_MAIL_LIFE = timedelta(days=1)
SHELL = "manage.py administrator was run on the host"


def ref_of(person: Person) -> Ref:
    return Ref("person", str(person.id))


def take_turns(actor: Person) -> None:
    """Locks the row of a person until the end of the transaction. Two requests of one person at once must not both find
    the last place, or the same id unused."""
    lock_row(Person.objects.filter(pk=actor.pk))


@transaction.atomic
def register(*, email: str, password: str, name: str = "") -> Person:
    """Makes a person, who has not proven yet that the address is theirs, and returns the person."""
    address = email.strip().lower()
    try:
        validate_email(address)
        MaxLengthValidator(LONGEST_ADDRESS)(address)
    except ValidationError as error:
        raise AddressRefused("This is not an e-mail address.", fields={"email": error.messages}) from error
    person = Person(email=address, name=name)
    _give_password(person, password)
    try:
        with transaction.atomic():
            person.save(force_insert=True)
    except IntegrityError as error:
        raise AddressTaken("Somebody is registered with this address.") from error
    audit.record(actor=ref_of(person), operation="person.register", subject=ref_of(person), reason="sign-up is open")
    return person


@transaction.atomic
def prove_address(*, actor: Ref | None, person: Person, reason: str) -> None:
    """Marks an address as proven without a code, for whoever runs the platform."""
    EmailAddress.objects.update_or_create(user=person, email=person.email, defaults={"verified": True, "primary": True})
    audit.record(actor=actor, operation="person.prove_address", subject=ref_of(person), reason=reason)


@transaction.atomic
def change_password(*, actor: Ref | None, person: Person, password: str, reason: str) -> None:
    """Changes a password. Every session of the person ends, because each carries a digest of the password; tokens stay
    until revoked."""
    _give_password(person, password)
    person.save(update_fields=["password"])
    person.sessions.all().delete()
    audit.record(actor=actor, operation="person.change_password", subject=ref_of(person), reason=reason)


@transaction.atomic
def make_administrator(*, email: str, password: str | None) -> Person:
    """Makes a person an administrator, from a shell on the host; without a password the person must exist and keeps
    their password."""
    person = Person.objects.filter(email=email.strip().lower()).first()
    if person is None:
        person = register(email=email, password=password or "")
    elif password is not None:
        change_password(actor=None, person=person, password=password, reason=SHELL)
    prove_address(actor=None, person=person, reason=SHELL)
    person.is_administrator = True
    person.save(update_fields=["is_administrator"])
    audit.record(actor=None, operation="person.make_administrator", subject=ref_of(person), reason=SHELL)
    return person


@transaction.atomic
def edit_myself(*, actor: Person, name: str | None = None, language: str | None = None) -> Person:
    """Changes the actor's name and language; a value of None changes nothing."""
    actor.name = actor.name if name is None else name
    actor.language = actor.language if language is None else language
    actor.save(update_fields=["name", "language"])
    return actor


@transaction.atomic
def create_token(*, actor: Person, name: str, scopes: list[str], expires_at: datetime) -> tuple[Token, TokenText]:
    """Makes a token and returns it with its text, which is shown this once; nobody can read it again."""
    refusals = {"scopes": refusal_of_scopes(scopes), "expires_at": refusal_of_expiry(expires_at, now=timezone.now())}
    fields = {field: refusal for field, refusal in refusals.items() if refusal}
    if fields:
        raise TokenWishRefused("Such a token cannot be made.", fields=fields)
    _check_room_for_token(actor)
    text = draw_token()
    token = Token.objects.create(
        person=actor,
        name=name,
        prefix=text.prefix,
        secret_hash=hash_of(text.secret),
        scopes=sorted(scopes),
        expires_at=expires_at,
    )
    audit.record(
        actor=ref_of(actor),
        operation="token.create",
        subject=Ref("token", str(token.id)),
        reason="people make tokens for themselves",
        detail={"scopes": token.scopes, "expires_at": token.expires_at.isoformat()},
    )
    return token, text


@transaction.atomic
def revoke_token(*, actor: Person, token: Token) -> None:
    """Revokes a token at once. Revoking a revoked token changes nothing."""
    if not Token.objects.filter(id=token.id, revoked_at=None).update(revoked_at=timezone.now()):
        return
    audit.record(
        actor=ref_of(actor),
        operation="token.revoke",
        subject=Ref("token", str(token.id)),
        reason="the token is theirs" if token.person_id == actor.id else "administrators revoke any token",
    )


def note_use(token: Token) -> None:
    """Notes the day on which a token was last used, with at most one write a day for each token."""
    today = timezone.now().date()
    if token.last_used != today:
        Token.objects.filter(id=token.id).update(last_used=today)


@transaction.atomic
def issue_sign_in_link(*, person: Person) -> str:
    """Returns the path of a link that signs this person in once, within a day."""
    secret = draw_secret()
    SignInLink.objects.create(person=person, secret_hash=hash_of(secret), expires_at=timezone.now() + SIGN_IN_LINK_LIFE)
    audit.record(
        actor=None, operation="person.issue_link", subject=ref_of(person), reason="asked for on the host itself"
    )
    return f"/sign-in/once/{secret}/"


def spend_sign_in_link(*, secret: str) -> Person:
    """Marks a sign-in link as used and returns its person; of two visits at the same moment one gets in."""
    now = timezone.now()
    links = SignInLink.objects.filter(secret_hash=hash_of(secret))
    if not links.filter(used_at=None, expires_at__gt=now, person__is_active=True).update(used_at=now):
        raise LinkSpent("This link was used or has expired. A link signs in once.")
    return links.select_related("person").get().person


@transaction.atomic
def queue_mail(*, recipient: str, subject: str, body: str) -> Mail:
    """Queues a mail, committed together with what the mail is about; the job knows only its id."""
    mail = Mail.objects.create(recipient=recipient, subject=subject, body=body)
    jobs.submit(kind="accounts.mail", subject=PLATFORM, payload={"mail": str(mail.id)})
    return mail


def send_mail(*, mail_id: UUID) -> bool:
    """Sends a mail and deletes it; False if it was sent before. A kill in between sends it twice, never not at all."""
    mail = Mail.objects.filter(id=mail_id).first()
    if mail is None:
        return False
    EmailMessage(subject=mail.subject, body=mail.body, to=[mail.recipient]).send()
    mail.delete()
    return True


@transaction.atomic
def forget_what_expired() -> dict[str, int]:
    """Deletes sessions and links that have ended, and mail that a day of attempts could not send, as its code has
    expired."""
    now = timezone.now()
    sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
    links, _ = SignInLink.objects.filter(expires_at__lt=now).delete()
    mail, _ = Mail.objects.filter(created_at__lt=now - UNSENT_MAIL_LIFE).delete()
    return {"sessions": sessions, "links": links, "mail": mail}


def _check_room_for_token(actor: Person) -> None:
    take_turns(actor)
    living_tokens = Token.objects.filter(person=actor, revoked_at=None, expires_at__gt=timezone.now()).count()
    if living_tokens >= settings.MOST_TOKENS:
        raise TooMany(
            f"You have {living_tokens} tokens that have not ended; {settings.MOST_TOKENS} are allowed. Revoke one."
        )


def _give_password(person: Person, password: str) -> None:
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise PasswordRefused("This password is too easy to guess.", fields={"password": error.messages}) from error
    person.set_password(password)
