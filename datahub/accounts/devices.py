"""A signed cookie on a device remembers who has signed in there; the platform keeps no list.

Without it whoever knows an address could keep its owner out by guessing at their password from somewhere else.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from datahub.accounts.rules import draw_secret

PATH = "/api/v1/auth/"  # the cookie is sent only to the sign-in routes, and never with an answer to a survey
LIFE = timedelta(days=400)
MOST_KNOWN = 5  # one device remembers at most this many people
_SALT = "datahub.accounts.devices"


@dataclass(frozen=True, slots=True)
class Device:
    id: str
    known: tuple[str, ...]  # the addresses that signed in here, as keyed digests, the newest last

    def knows(self, email: str) -> bool:
        return _digest(email) in self.known

    def after_sign_in(self, email: str) -> "Device":
        others = tuple(digest for digest in self.known if digest != _digest(email))
        return replace(self, known=(*others, _digest(email))[-MOST_KNOWN:])


def device_of(request: HttpRequest) -> Device:
    """Returns the device of the cookie, or a new one if there is no cookie or its signature does not hold."""
    try:
        content = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_SALT, max_age=LIFE)
        return Device(str(content["id"]), tuple(content["known"]))
    except signing.BadSignature:
        return Device(draw_secret(), ())


def remember(response: HttpResponse, device: Device) -> None:
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps({"id": device.id, "known": device.known}, salt=_SALT),
        max_age=LIFE,
        path=PATH,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Strict",
    )


def _digest(email: str) -> str:
    return salted_hmac(_SALT, email.strip().lower(), algorithm="sha256").hexdigest()[:32]
