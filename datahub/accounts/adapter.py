"""This module adapts allauth to the platform: accounts are created by services, mail is sent by a job, and sign-in
events are recorded in the audit log."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from allauth.headless.base.response import ConflictResponse
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.template.loader import render_to_string

from datahub.accounts import devices, services, sessions
from datahub.accounts.errors import AddressTaken
from datahub.accounts.models import Person
from datahub.accounts.rules import LONGEST_ADDRESS
from datahub.api.limits.day_salt import day_salt
from datahub.api.limits.throttles import network_of
from datahub.audit import services as audit

SECOND_FACTOR_DEEDS = {
    "mfa/email/totp_activated": "person.add_codes",
    "mfa/email/totp_deactivated": "person.remove_codes",
    "mfa/email/webauthn_added": "person.add_passkey",
    "mfa/email/webauthn_removed": "person.remove_passkey",
    "mfa/email/recovery_codes_generated": "person.renew_recovery_codes",
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """This adapter overrides only the methods that allauth documents for overriding."""

    _attempts: tuple[ratelimit.RateLimitUsage, ...] = ()

    def save_user(self, request: HttpRequest, user: Person, form: BaseForm, commit: bool = True) -> Person:  # noqa: ARG002, FBT001 - allauth defines the signature
        try:
            return services.register(email=form.cleaned_data["email"], password=form.cleaned_data["password"])
        except AddressTaken as lost_race:  # somebody registered the address after allauth had checked it
            raise ImmediateHttpResponse(ConflictResponse(request)) from lost_race

    def clean_email(self, email: str) -> str:
        """Returns the address of whoever signs up or forgot a password. ValidationError for an address that is too long
        for the database, which a form would accept."""
        if len(email) > LONGEST_ADDRESS:
            raise ValidationError("This is not an e-mail address.", code="invalid")
        return str(super().clean_email(email))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Returns a hash of the network by which limits count, under the salt of the day: counts may stand in Redis,
        and no address does. A socket of both kinds says ::ffff:192.0.2.7 of IPv4; cut to a network of IPv6 they would
        all be one place, and anybody there could keep all others out."""
        return day_salt.hash_of(network_of(request.META))

    def send_account_already_exists_mail(self, email: str) -> None:
        """Mails the owner of an address that is used already. It hashes a password, as for a new person: else the time
        of the answer would tell who is registered."""
        make_password("for the time it takes")
        super().send_account_already_exists_mail(email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queues a mail. The first line of its text is the subject."""
        name = template_prefix.rpartition("/")[2]
        text = render_to_string(f"accounts/mail/{name}.txt", {**context, "email": email, "host": self._host()})
        subject, _, body = text.partition("\n")
        services.queue_mail(recipient=email, subject=subject, body=body.strip() + "\n")

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Counts failures by address and source together, so that a stranger's guesses keep nobody else out.

        Beside that one brake for an address from anywhere, against guesses from many sources. A device that signed in
        with this address before passes neither: it has a count of its own, and five guesses at a time.
        """
        email = _typed(credentials)
        self._attempts = ()
        for action, key in _limits(request, email):
            usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
            if usage is None:
                raise self.validation_error("too_many_login_attempts")
            self._attempts += (usage,)

    def _rollback_login_failed_rl_usage(self) -> None:
        for usage in self._attempts:
            usage.rollback()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """A person who has set a new password with a code from the mail starts with fresh attempt counts."""
        for action, key in _limits(request, _typed(credentials)):
            ratelimit.clear(request, app="allauth.account", action=action, key=key)

    def login(self, request: HttpRequest, user: Person) -> None:
        """Signs a person in after every step of signing in is done; Django gives the session a new key here."""
        request.signed_in_here = user  # type: ignore[attr-defined]  # middleware.known_devices reads it
        with transaction.atomic():
            super().login(request, user)
            sessions.begin(request, user)
            audit.record(
                actor=services.ref_of(user),
                operation="person.sign_in",
                subject=services.ref_of(user),
                reason="the password, a passkey, a code sent to the address or a sign-in link was shown",
            )

    def logout(self, request: HttpRequest) -> None:
        sessions.leave(request)
        super().logout(request)

    def set_password(self, user: Person, password: str) -> None:
        services.change_password(
            actor=services.ref_of(user),
            person=user,
            password=password,
            reason="the old password or a code sent to the address was shown",
        )
        if self.request.user == user:
            sessions.begin(self.request, user)  # only the session that showed the old password stays

    def send_notification_mail(
        self, template_prefix: str, user: Person, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Notes a change of second factors in the audit log; allauth itself tells the person of each change of their
        credentials."""
        operation = SECOND_FACTOR_DEEDS.get(template_prefix)
        if operation:
            audit.record(
                actor=services.ref_of(user),
                operation=operation,
                subject=services.ref_of(user),
                reason="the password or a second factor was shown just before",
            )
        super().send_notification_mail(template_prefix, user, context, email)

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        with transaction.atomic():
            proven: bool = super().confirm_email(request, email_address)
            if proven:
                audit.record(
                    actor=services.ref_of(email_address.user),
                    operation="person.prove_address",
                    subject=services.ref_of(email_address.user),
                    reason="a code sent to the address was shown",
                )
        return proven

    def _host(self) -> str:
        return str(self.request.get_host())


def _typed(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email", "")).strip().lower()


def _limits(request: HttpRequest, email: str) -> list[tuple[str, str]]:
    """Returns the limits of ACCOUNT_RATE_LIMITS that count this sign-in attempt, each with its key: a hash under the
    salt of the day."""
    device = devices.device_of(request)
    if device.knows(email):
        return [("login_known", day_salt.hash_of(f"{email} on {device.id}"))]
    from_here = f"{email} from {network_of(request.META)}"
    return [("login_failed", day_salt.hash_of(from_here)), ("login_anywhere", day_salt.hash_of(email))]
