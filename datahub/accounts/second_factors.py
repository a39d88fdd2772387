"""Second factors are codes and passkeys: the secrets that allauth stores are sealed, and a code is accepted once."""

import struct
from typing import Any

import segno
from allauth.headless.mfa import inputs
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.cache import cache

from datahub.accounts.models import Person
from datahub.accounts.sealing import seal, unseal

PURPOSE = "second factor"
CODE_SECONDS = 30
NO_CREDENTIAL = (AttributeError, IndexError, KeyError, TypeError, ValueError, struct.error)
# The same digits are accepted for so many seconds.
CODE_LIFE_SECONDS = (2 * settings.MFA_TOTP_TOLERANCE + 1) * CODE_SECONDS


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """This adapter seals the secret of codes and the seed of recovery codes; of a passkey only public parts are
    stored."""

    def encrypt(self, text: str) -> str:
        return seal(text, PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text, PURPOSE)


class _SpentOnce:
    """This form takes a one-time code only once, though it stays right for a minute and a half (RFC 6238, 5.2)."""

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]  # allauth's form, the other base class, has the method
        authenticator: Authenticator = self.authenticator  # type: ignore[attr-defined]  # allauth's form sets the attribute
        digits = "".join(filter(str.isdigit, code))
        key = f"second-factor-spent:{authenticator.pk}:{digits}"
        if authenticator.type == Authenticator.Type.TOTP and not cache.add(key, True, CODE_LIFE_SECONDS):
            raise SecondFactorAdapter().validation_error("incorrect_code")
        return code


class CodeInput(_SpentOnce, inputs.AuthenticateInput):  # type: ignore[misc]  # allauth has no types
    pass


class CodeAgainInput(_SpentOnce, inputs.ReauthenticateInput):  # type: ignore[misc]  # allauth has no types
    pass


class _Unreadable:
    """This form refuses a credential that cannot be read, for which the library raises errors that allauth does not
    expect."""

    def full_clean(self) -> None:
        try:
            super().full_clean()  # type: ignore[misc]  # allauth's form, the other base class, has the method
        except NO_CREDENTIAL:
            refusal = SecondFactorAdapter().validation_error("incorrect_code")
            self.add_error("credential", refusal)  # type: ignore[attr-defined]  # allauth's form, the other base class, has the method


class NewPasskeyInput(_Unreadable, inputs.AddWebAuthnInput):  # type: ignore[misc]  # allauth has no types
    pass


class PasskeyInput(_Unreadable, inputs.AuthenticateWebAuthnInput):  # type: ignore[misc]  # allauth has no types
    pass


class PasskeyAgainInput(_Unreadable, inputs.ReauthenticateWebAuthnInput):  # type: ignore[misc]  # allauth has no types
    pass


class PasskeyAloneInput(_Unreadable, inputs.LoginWebAuthnInput):  # type: ignore[misc]  # allauth has no types
    pass


def has_second_factor(person: Person) -> bool:
    """Returns whether somebody has a second factor. Recovery codes alone are none: they are what is left when the
    factor is lost."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return bool(Authenticator.objects.filter(user_id=person.pk, type__in=kinds).exists())


def may_act_as_administrator(person: Person) -> bool:
    """Returns whether somebody may act as an administrator. With DATAHUB_ADMINISTRATORS_NEED_SECOND_FACTOR an
    administrator who has no second factor is a person like others."""
    if not person.is_administrator:
        return False
    return not settings.ADMINISTRATORS_NEED_SECOND_FACTOR or has_second_factor(person)


def picture_of(url: str) -> str:
    """Returns the address that an authenticator app scans, as an image that a policy of `img-src data:` lets in."""
    drawn: Any = segno.make(url, error="m")
    # In dark mode too, because authenticator apps need a light background.
    return str(drawn.svg_data_uri(scale=4, dark="#000", light="#fff", border=4))
