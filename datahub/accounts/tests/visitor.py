"""This module provides a client of the sign-in routes, which behaves like a browser."""

from typing import TYPE_CHECKING, Any

from django.test import Client

from datahub.accounts.models import Mail

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer  # django-stubs has no other name for a response

AUTH = "/api/v1/auth/browser/v1/"
PASSWORD = "correct horse battery"
OTHER_PASSWORD = "another long password"


class Visitor(Client):
    """This visitor checks no CSRF token unless `enforce_csrf_checks=True` is given, as Django's client."""

    def ask(self, route: str, **fields: Any) -> "Answer":
        return self.post(AUTH + route, fields, content_type="application/json")

    def sign_in(self, email: str = "ana@example.org", password: str = PASSWORD) -> "Answer":
        return self.ask("auth/login", email=email, password=password)

    def sign_up(self, email: str = "ana@example.org", password: str = PASSWORD) -> "Answer":
        return self.ask("auth/signup", email=email, password=password)

    def is_signed_in(self) -> bool:
        return self.get("/api/v1/me/").status_code == 200


def newest_mail() -> Mail:
    return Mail.objects.latest("created_at")


def code_in(mail: Mail) -> str:
    """Returns the code of a mail, which stands alone on an indented line."""
    return next(line.strip() for line in mail.body.splitlines() if line.startswith("    "))
