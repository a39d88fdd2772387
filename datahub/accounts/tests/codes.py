"""This is an authenticator app in ten lines: RFC 6238 with SHA-1, six digits and half a minute."""

import base64
import hashlib
import hmac
import struct
import time

from datahub.accounts.tests.visitor import AUTH, PASSWORD, Visitor

TOTP = f"{AUTH}account/authenticators/totp"


def code_of(secret: str, *, steps: int = 0) -> str:
    counter = int(time.time()) // 30 + steps
    mac = hmac.digest(base64.b32decode(secret), struct.pack(">Q", counter), hashlib.sha1)
    offset = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[offset : offset + 4])[0] & 0x7FFFFFFF) % 10**6:06d}"


def show_password(visitor: Visitor) -> None:
    assert visitor.ask("auth/reauthenticate", password=PASSWORD).status_code == 200


def set_up_codes(visitor: Visitor) -> str:
    """Sets up codes, and returns the secret that the app now holds."""
    show_password(visitor)
    secret: str = visitor.get(TOTP).json()["meta"]["secret"]
    answer = visitor.ask("account/authenticators/totp", code=code_of(secret))
    assert answer.status_code == 200, answer.json()
    return secret
