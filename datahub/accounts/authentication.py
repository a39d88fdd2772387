"""Requests are authenticated here: a program shows a token, and a browser shows a session."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from datahub.accounts import services
from datahub.accounts.errors import CsrfRefused, TokenRefused
from datahub.accounts.models import Person, Token
from datahub.accounts.rules import matches, read_token, state_of_token

REFUSED = "This token is not known, has expired or was revoked."
_NOBODYS_HASH = "0" * 64


class TokenAuthentication(authentication.BaseAuthentication):
    """This class authenticates a request by its header `Authorization: Bearer dh_<prefix>_<secret>`; `request.auth` is
    the Token, whose scopes narrow what it may do."""

    def authenticate(self, request: Request) -> tuple[Person, Token] | None:
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = _token_of(text.strip())
        if token is None:
            raise TokenRefused(REFUSED)
        services.note_use(token)
        return token.person, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - DRF passes this argument
        return 'Bearer realm="datahub"'


class DescribedToken(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the class registers itself
    """This extension describes authentication by token in the OpenAPI document. Defining the class registers it, so it
    stands beside the class that it describes."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002 - the library defines the signature
        return {"type": "http", "scheme": "bearer", "bearerFormat": "dh_<prefix>_<secret>"}


class SessionAuthentication(authentication.SessionAuthentication):
    """This class authenticates a request by the session of the sign-in page; `request.auth` is None. Requests that
    write need the CSRF token too."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as refusal:
            raise CsrfRefused("The request has no valid CSRF token. Load the page again.") from refusal


class DescribedSession(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the class registers itself
    """This extension describes authentication by session in the OpenAPI document."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002 - the library defines the signature
        description = "Whatever writes needs the header X-CSRFToken too."
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME, "description": description}


def _token_of(text: str) -> Token | None:
    shown = read_token(text)
    if shown is None:
        return None
    token = Token.objects.select_related("person").filter(prefix=shown.prefix).first()
    if not matches(shown.secret, token.secret_hash if token else _NOBODYS_HASH) or token is None:
        return None
    state = state_of_token(expires_at=token.expires_at, revoked_at=token.revoked_at, now=timezone.now())
    return token if state == "active" and token.person.is_active else None
