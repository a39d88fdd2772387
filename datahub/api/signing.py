"""The platform signs its statements with one Ed25519 key, drawn at its first use and kept beside the database.

The file is readable by its owner alone. Whoever wants to believe a record later keeps the public key now, or has it
from somebody who did: a platform that lost its key states another one.
"""

import base64
import hmac
import os
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

from mechanisms.common.canonical import canonical

FILE = "platform.key"  # the file holds the private key, 32 bytes in the form of RFC 8032


def sign(statement: dict[str, Any]) -> str:
    """Returns the signature over the canonical JSON of a statement, in base64url."""
    return _text(_private_key().sign(canonical(statement)))


def public_key() -> str:
    """Returns the public key of the platform, 32 bytes in base64url."""
    return _text(_private_key().public_key().public_bytes_raw())


def is_signed(statement: dict[str, Any], signature: str, key: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(_bytes(key)).verify(_bytes(signature), canonical(statement))
    except (InvalidSignature, ValueError):  # another key signed, or the texts are no key or signature
        return False
    return True


def keyed_digest(purpose: str, message: bytes) -> str:
    """Returns the HMAC-SHA256 of the message in hexadecimal, under a key for this purpose that is made of the
    platform's own: whoever has a copy of the database cannot try what the message was."""
    key = hmac.digest(_private_key().private_bytes_raw(), f"datahub digest: {purpose}".encode(), "sha256")
    return hmac.digest(key, message, "sha256").hex()


def _private_key() -> Ed25519PrivateKey:
    path = Path(settings.DATA) / FILE
    if not path.is_file():
        _draw(path)
    return Ed25519PrivateKey.from_private_bytes(path.read_bytes())


def _draw(path: Path) -> None:
    """Draws the platform's key once, by however many threads and processes: the first whole file is the key. Each
    writes aside under a name of its own: under a shared one, a second would write its key into the file that the first
    has just linked."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    aside.touch(mode=0o600, exist_ok=False)
    aside.write_bytes(Ed25519PrivateKey.generate().private_bytes_raw())
    try:
        os.link(aside, path)
    except FileExistsError:
        return
    finally:
        aside.unlink()


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
