"""The root key is held behind a port, with an adapter for a file that a passphrase opens.

The file holds every root that some data set's key is still wrapped under, each wrapped under what Argon2id makes of the
passphrase, with the parameters beside. Whoever has the file and the passphrase has every key in the database.
"""

import hmac
import json
import logging
import os
import secrets
import threading
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from django.conf import settings

from datahub.vault.errors import KeyMissing, RootLocked
from datahub.vault.keys.derivation import derive
from datahub.vault.keys.key_files import write_durably
from datahub.vault.keys.rules.purposes import context

log = logging.getLogger(__name__)

FORMAT = "datahub-root/1"
FILE, PASSPHRASE = "root.json", "root.passphrase"
KEY_BYTES, NONCE_BYTES, SALT_BYTES = 32, 12, 16
# RFC 9106 recommends these parameters as its second choice.
ARGON2ID = {"iterations": 3, "lanes": 4, "memory_cost": 64 * 1024}
# A passphrase has at least this many characters: whoever copies the file may try passphrases for years.
SHORTEST = 16


class Kms(Protocol):
    """A key management system wraps keys under a root that stays inside it. `context` says where the wrapped key
    belongs."""

    def first_root(self) -> str: ...
    def current(self) -> str: ...
    def wrap(self, key: bytes, context: bytes, root: str) -> bytes: ...
    def unwrap(self, wrapped: bytes, context: bytes, root: str) -> bytes: ...
    def roots(self) -> frozenset[str]: ...
    def add_root(self) -> str: ...
    def drop_root(self, root: str) -> None: ...


def seal_key(wrapping: bytes, key: bytes, belongs_to: bytes) -> bytes:
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCMSIV(wrapping).encrypt(nonce, key, belongs_to)


def open_key(wrapping: bytes, wrapped: bytes, belongs_to: bytes) -> bytes:
    """Opens a wrapped key. InvalidTag if it was wrapped under another key, or for another place, or is no wrapped
    key."""
    if len(wrapped) < NONCE_BYTES:
        raise InvalidTag
    return AESGCMSIV(wrapping).decrypt(wrapped[:NONCE_BYTES], wrapped[NONCE_BYTES:], belongs_to)


def id_of_root(root: bytes) -> str:
    """Returns an id that tells roots apart, and a recovered root from a wrong one; it reveals nothing else of the
    root."""
    return hmac.digest(root, b"datahub root id", "sha256")[:8].hex()


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenedFile:
    """An opened file has the roots of one state of the file. It is replaced whole, so no thread sees half of it."""

    stamp: tuple[int, int]
    current: str
    roots: dict[str, bytes] = field(repr=False)


class PassphraseFile:
    """The key file of roots is opened once for each change of the file, by one thread: Argon2id takes a noticeable part
    of a second."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: OpenedFile | None = None
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        return f"PassphraseFile({str(self._folder)!r})"

    def current(self) -> str:
        return self._open().current

    def roots(self) -> frozenset[str]:
        return frozenset(self._open().roots)

    def wrap(self, key: bytes, context: bytes, root: str) -> bytes:
        return seal_key(self._root(root), key, context)

    def unwrap(self, wrapped: bytes, context: bytes, root: str) -> bytes:
        try:
            return open_key(self._root(root), wrapped, context)
        except InvalidTag:
            raise KeyMissing("A wrapped key does not stand where it was written.") from None

    def first_root(self) -> str:
        """Makes the root of an installation that has none; of several threads and processes the first draws it."""
        with self._lock:
            if not (self._folder / FILE).is_file():
                draw_passphrase(self._folder)
                root = os.urandom(KEY_BYTES)
                self._write({id_of_root(root): root}, id_of_root(root), passphrase_of(self._folder), over=False)
            return self.current()

    def add_root(self) -> str:
        """Makes a new current root; the others stay until nothing is wrapped under them."""
        root = os.urandom(KEY_BYTES)
        id = id_of_root(root)
        with self._lock:
            self._write({**self._open().roots, id: root}, id, passphrase_of(self._folder))
        return id

    def drop_root(self, root: str) -> None:
        with self._lock:
            opened = self._open()
            if root == opened.current:
                raise ValueError(f"root {root} is the current one; add another first")
            left = {id: secret for id, secret in opened.roots.items() if id != root}
            self._write(left, opened.current, passphrase_of(self._folder))

    def put_recovered(self, root: bytes) -> None:
        """Writes a file whose only root is the recovered one; a file that nobody could open is renamed."""
        path = self._folder / FILE
        with self._lock:
            if path.is_file():
                path.rename(path.with_name(f"{FILE}.before-recovery"))
            draw_passphrase(self._folder)
            self._write({id_of_root(root): root}, id_of_root(root), passphrase_of(self._folder))

    def current_secret(self) -> tuple[str, bytes]:
        """Returns the current root key with its name, for recovery sheets alone."""
        opened = self._open()
        return opened.current, opened.roots[opened.current]

    def change_passphrase(self, new: str) -> None:
        with self._lock:
            opened = self._open()
            self._write(opened.roots, opened.current, new)

    def _root(self, id: str) -> bytes:
        roots = self._open().roots
        if id not in roots:
            raise KeyMissing(f"Root key {id} is not in {FILE}: the file and the database are of different times.")
        return roots[id]

    def _open(self) -> OpenedFile:
        opened = self._opened
        if opened is not None and opened.stamp == self._stamp():
            return opened
        with self._lock:  # a thread that waited here finds the file that the first thread opened
            stamp = self._stamp()
            if self._opened is None or self._opened.stamp != stamp:
                self._opened = self._read(stamp)
            return self._opened

    def _stamp(self) -> tuple[int, int]:
        try:
            about = (self._folder / FILE).stat()
        except FileNotFoundError:
            raise RootLocked(f"{FILE} is not in the key folder; recover it from three sheets.") from None
        return about.st_mtime_ns, about.st_ino

    def _read(self, stamp: tuple[int, int]) -> OpenedFile:
        content = json.loads((self._folder / FILE).read_bytes())
        wrapping = _derive(passphrase_of(self._folder), b64decode(content["salt"]), content["argon2id"])
        try:
            roots = {
                id: open_key(wrapping, b64decode(root), _root_context(id)) for id, root in content["roots"].items()
            }
        except InvalidTag:
            raise RootLocked(f"The passphrase does not open {FILE}.") from None
        return OpenedFile(stamp=stamp, current=content["current"], roots=roots)

    def _write(self, roots: dict[str, bytes], current: str, passphrase: str, *, over: bool = True) -> None:
        salt = os.urandom(SALT_BYTES)
        wrapping = _derive(passphrase, salt, ARGON2ID)
        content = {
            "format": FORMAT,
            "argon2id": ARGON2ID,
            "salt": b64encode(salt).decode(),
            "current": current,
            "roots": {
                id: b64encode(seal_key(wrapping, root, _root_context(id))).decode() for id, root in roots.items()
            },
        }
        write_durably(self._folder / FILE, json.dumps(content, indent=1).encode(), over=over)
        self._opened = None


def _root_context(id: str) -> bytes:
    return context("root", id)


def _derive(passphrase: str, salt: bytes, parameters: dict[str, Any]) -> bytes:
    return derive(passphrase, salt, length=KEY_BYTES, **parameters)


def draw_passphrase(folder: Path) -> None:
    """Draws a root passphrase where the settings give none and none was drawn before; the log says so, because only the
    folder has it."""
    path = folder / PASSPHRASE
    if settings.ROOT_PASSPHRASE or path.is_file():
        return
    if write_durably(path, secrets.token_urlsafe(32).encode()):
        log.warning("drew a root passphrase into %s; whoever copies that folder can open every data set", path)


def passphrase_of(folder: Path) -> str:
    """Returns the passphrase of the settings, or the one that was drawn."""
    given = str(settings.ROOT_PASSPHRASE)
    if not given:
        try:
            given = (folder / PASSPHRASE).read_text("ascii").strip()
        except FileNotFoundError:
            raise RootLocked(f"{PASSPHRASE} is not in the key folder, and the settings give no passphrase.") from None
    if len(given) < SHORTEST:
        raise RootLocked(f"The root passphrase has {len(given)} characters; it needs at least {SHORTEST}.")
    return given


_adapters: dict[Path, PassphraseFile] = {}
_adapters_lock = threading.Lock()


def kms() -> Kms:
    return passphrase_file()


def passphrase_file() -> PassphraseFile:
    """Returns the adapter of this installation; one for each folder, so that the root is opened once a process."""
    folder = Path(settings.ROOT_KEYS)
    with _adapters_lock:
        if folder not in _adapters:
            _adapters[folder] = PassphraseFile(folder)
        return _adapters[folder]
