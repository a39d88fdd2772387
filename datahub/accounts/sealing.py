"""Secrets that must be read again are stored encrypted: the database alone opens no second factor and no session.

The key is derived from SECRET_KEY, which stands outside the database. Whoever holds both holds everything.
"""

import base64
import json
from typing import Any

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

from datahub.api.once import once


def seal(text: str, purpose: str) -> str:
    return _lock(purpose, settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS)).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    """Opens a sealed text. cryptography.fernet.InvalidToken if it was sealed under another key or for another
    purpose."""
    return _lock(purpose, settings.SECRET_KEY, tuple(settings.SECRET_KEY_FALLBACKS)).decrypt(sealed.encode()).decode()


class SealedJSON:
    """This serializer of sessions seals their content, such as the secret of a second factor that is being set
    up."""

    def dumps(self, content: Any) -> bytes:
        return seal(json.dumps(content, separators=(",", ":")), "session").encode("ascii")

    def loads(self, data: bytes) -> Any:
        return json.loads(unseal(data.decode("ascii"), "session"))


@once
def _lock(purpose: str, current: str, older: tuple[str | bytes, ...]) -> MultiFernet:
    return MultiFernet([Fernet(_key(purpose, secret)) for secret in (current, *older)])


def _key(purpose: str, secret: str | bytes) -> bytes:
    """Returns one key for each purpose, so that what was sealed for one cannot be put in the place of another."""
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"datahub accounts {purpose}".encode())
    return base64.urlsafe_b64encode(derived.derive(force_bytes(secret)))
