"""The secrets of the intake are files outside the SQL database, so that no backup, replica or log of the database holds
them.

Two kinds, both readable by their owner alone: `version-<hash>.key` has the two MAC secrets of a version and lives
until the version has closed; `batch-<uuid>.key` has the key that seals inbox rows and lives until their ingest.

They are read for each use and never cached: once the file is unlinked no process can open a row any more. Unlinking
is all there is to destroying them. Overwriting first would reach other cells of a solid-state disk; keep the folder
on a disk that is encrypted as a whole, and out of snapshots.
"""

import fcntl
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

BATCH, VERSION, KEY = "batch-", "version-", ".key"  # The prefixes and the ending of the names of key files.
SECRET_BYTES = 32
NONCE_BYTES = 12


class KeyMissing(Exception):
    """The file is gone: its reports were ingested, or the folder was not restored together with the database."""


def name_of_version_secrets(version: str) -> str:
    return _version_path(version).name


def name_of_batch_key(batch_key: UUID) -> str:
    return _batch_path(batch_key).name


def has_version_secrets(version: str) -> bool:
    return _version_path(version).is_file()


def has_batch_key(batch_key: UUID) -> bool:
    """Returns whether the file of a batch key exists. Callers ask for few keys, so that no task lists the keys of all
    surveys."""
    return _batch_path(batch_key).is_file()


def create_version_secrets(version: str) -> None:
    _write(_version_path(version), secrets.token_bytes(2 * SECRET_BYTES))


def create_batch_key(batch_key: UUID) -> None:
    _write(_batch_path(batch_key), secrets.token_bytes(SECRET_BYTES))


def destroy_version_secrets(version: str) -> None:
    _unlink(_version_path(version))


def destroy_batch_key(batch_key: UUID) -> None:
    _unlink(_batch_path(batch_key))


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyFiles:
    """These are the names in the key folder at one moment. `half_written` files are left over from a kill; nothing was
    sealed with them."""

    batch_keys: dict[UUID, Path]
    version_secrets: dict[str, Path]
    half_written: list[Path]


def files() -> KeyFiles:
    """Lists the key files by reading the folder once, without looking at the age of any file."""
    folder = _folder()
    kept = KeyFiles(batch_keys={}, version_secrets={}, half_written=[])
    for name in os.listdir(folder):
        if name.startswith(BATCH) and name.endswith(KEY):
            kept.batch_keys[UUID(name[len(BATCH) : -len(KEY)])] = folder / name
        elif name.startswith(VERSION) and name.endswith(KEY):
            kept.version_secrets[name[len(VERSION) : -len(KEY)]] = folder / name
        elif name.startswith(".") and f"{KEY}." in name:
            kept.half_written.append(folder / name)
    return kept


def kept_batch_keys() -> dict[UUID, Path]:
    return files().batch_keys


def kept_version_secrets() -> list[str]:
    return list(files().version_secrets)


def identity(path: Path) -> tuple[str, int, int] | None:
    """Returns an identity that no other file ever has, even under the same name; None for a file that is gone."""
    try:
        about = path.stat()
    except FileNotFoundError:
        return None
    return path.name, about.st_ino, about.st_mtime_ns


def destroy_half_written(path: Path) -> None:
    _unlink(path)


def key_mac(version: str, receipt: bytes) -> bytes:
    """Returns the mark of a report's key, computed from its receipt number SHA-256(key): it finds the report's row, but
    cannot create a report."""
    return hmac.digest(_read(_version_path(version))[:SECRET_BYTES], receipt, hashlib.sha256)


class Marks:
    """Computes the marks that are kept of reports to one version, with the secrets now on disk.

    Held for one transaction and no longer, so that unlinking the file destroys them.
    """

    def __init__(self, version: str) -> None:
        both = _read(_version_path(version))
        # Copying this object for each report costs half of making a new one.
        self._of_keys = hmac.new(both[:SECRET_BYTES], digestmod="sha256")
        self._of_bodies = hmac.new(both[SECRET_BYTES:], digestmod="sha256")

    def of(self, key: bytes, body: bytes) -> tuple[bytes, bytes]:
        """Returns the `key_mac` of a report, and a mark of its body, which tells the same report from another report
        with its key."""
        of_key, of_body = self._of_keys.copy(), self._of_bodies.copy()
        of_key.update(hashlib.sha256(key).digest())
        of_body.update(key + body)
        return of_key.digest(), of_body.digest()


class BlockIds:
    """These ids are for the blocks into which the rows under one batch key are broken: a repeated ingest finds the same
    ids.

    Once the file is unlinked they are as good as random: none tells its row, and no two that they had one.
    """

    def __init__(self, batch_key: UUID) -> None:
        # The ids have a key of their own, derived from the key that seals.
        own = hmac.digest(_read(_batch_path(batch_key)), b"ids of blocks", "sha256")
        self._hash = hmac.new(own, digestmod="sha256")

    def of(self, key_mac: bytes, block: str) -> UUID:
        drawn = self._hash.copy()
        drawn.update(key_mac + block.encode("ascii"))
        return UUID(bytes=drawn.digest()[:16], version=4)


class Seal:
    """Seals and opens the rows of one batch key; a row belongs to its version and its batch key."""

    def __init__(self, version: str, batch_key: UUID) -> None:
        self._cipher = AESGCM(_read(_batch_path(batch_key)))
        self._belongs_to = bytes.fromhex(version) + batch_key.bytes

    def close(self, rows: Sequence[bytes]) -> list[bytes]:
        """Returns the sealed rows in order. All nonces are drawn at once: each draw would let another thread go
        first."""
        drawn = os.urandom(NONCE_BYTES * len(rows))
        nonces = [drawn[start : start + NONCE_BYTES] for start in range(0, len(drawn), NONCE_BYTES)]
        return [
            nonce + self._cipher.encrypt(nonce, row, self._belongs_to) for nonce, row in zip(nonces, rows, strict=True)
        ]

    def open(self, sealed: bytes) -> bytes:
        return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], self._belongs_to)


@contextmanager
def one_writer_at_a_time() -> Iterator[None]:
    """A lock between processes that is passed on in turn; SQLite's own lock sleeps, and starves the longest sleeper."""
    with (_folder() / "intake.lock").open("ab") as side_file:
        fcntl.flock(side_file, fcntl.LOCK_EX)  # Closing the file releases the lock, also when the process is killed.
        yield


def _folder() -> Path:
    folder = Path(settings.BATCH_KEYS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _version_path(version: str) -> Path:
    return Path(settings.BATCH_KEYS) / f"{VERSION}{version}{KEY}"


def _batch_path(batch_key: UUID) -> Path:
    return Path(settings.BATCH_KEYS) / f"{BATCH}{batch_key}{KEY}"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise KeyMissing(f"{path.name} is not in the key folder") from None


def _write(path: Path, secret: bytes) -> None:
    """Puts a secret on disk under its name, or not at all: a report must never be sealed under a key that a crash
    forgets."""
    folder = _folder()
    aside = folder / f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}"
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        aside.rename(path)
    except OSError:  # The disk may be full.
        aside.unlink(missing_ok=True)
        raise
    _sync(folder)


def _unlink(path: Path) -> None:
    path.unlink(missing_ok=True)
    _sync(_folder())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
