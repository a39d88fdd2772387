"""Backup and restore cover the database and the files beside it, but never a batch key.

Batch keys are what keeps arrival and report apart. A copy of one, beside a copy of the inbox, would undo that for good;
so a restore cannot open the rows that waited under them. They are counted, logged as lost, and each open version goes
on with a new key.
"""

import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.db import connection, transaction

from datahub.api.ref import PLATFORM
from datahub.audit.selectors import read_whole
from datahub.audit.services import record
from datahub.processes import dumps
from datahub.processes.data_folder.identity import adopt
from datahub.processes.models import DataFolder
from datahub.processes.sealed_file import SealedReader, SealedWriter
from surveys.running.lost_keys import give_up_lost_rows

FORMAT = "datahub-backup/1"
MANIFEST, DATABASE = "manifest.json", "database"
ALONE = ("secret_key", "platform.key")  # these files lie in the data folder itself
# The root keys of data sets; their passphrase, which opens them, is never in a backup.
ROOT = "keys/root.json"
NOT_LARGER = 64 * 1024  # a file of more bytes is no key


class NotRestored(Exception):
    """A restore did not happen. The text says why, for whoever started the command, and names whatever was put in
    place."""


class NotMade(ValueError):
    """The files that a backup would put together do not belong together."""


@dataclass(frozen=True)
class Restored:
    rows: int
    entries: int  # the restored audit log has this many entries
    lost: int  # this many accepted reports waited for their batch, and are lost


def back_up(to: Path, passphrase: str) -> dict[str, Any]:
    """Backs up a service that may be running. The file is complete under its name, or not there.

    The database is copied first. Secrets of a version that is published meanwhile are then in the copy without need,
    and none that the copied database names is missing.
    """
    aside = to.with_name(f".{to.name}.{os.getpid()}")
    roots = _roots()
    with tempfile.TemporaryDirectory(dir=settings.DATA, prefix=".backup-") as folder:
        copy = Path(folder) / DATABASE
        counted = dumps.dump(copy)
        beside = {name: path.read_bytes() for name, path in _beside()}
        if _roots() != roots:
            raise NotMade("the root key of data sets was changed meanwhile; make the backup again")
        digests = {name: hashlib.sha256(raw).hexdigest() for name, raw in beside.items()}
        manifest = {
            "format": FORMAT,
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "database": connection.vendor,
            "rows": counted,
            "sha256": {DATABASE: _digest(copy)} | digests,
        }
        try:
            _seal(aside, passphrase, {MANIFEST: json.dumps(manifest).encode()} | beside, copy)
            os.link(aside, to)  # unlike a rename, a link never replaces an existing backup
        finally:
            aside.unlink(missing_ok=True)
    return manifest


def _seal(to: Path, passphrase: str, beside: dict[str, bytes], copy: Path) -> None:
    descriptor = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with (
        os.fdopen(descriptor, "wb") as file,
        SealedWriter(file, passphrase) as sealed,
        tarfile.open(mode="w|gz", fileobj=cast(BinaryIO, sealed)) as tar,
    ):
        for name, raw in beside.items():
            about = tarfile.TarInfo(name)
            about.size = len(raw)
            tar.addfile(about, io.BytesIO(raw))
        tar.add(copy, DATABASE, filter=_nobodys)


def restore(source: Path, passphrase: str) -> Restored:
    """Restores a backup into an empty database and a data folder without keys, while no service runs on them."""
    if not dumps.is_empty():
        raise NotRestored("the database is not empty; restore into a new one")
    if left := [path.name for _, path in _beside() if path.name not in ALONE]:
        raise NotRestored(f"the data folder holds keys of another database: {', '.join(sorted(left)[:3])}")
    with tempfile.TemporaryDirectory(dir=settings.DATA, prefix=".restore-") as folder:
        manifest = _unpack(source, passphrase, Path(folder))
        if manifest["database"] != connection.vendor:
            raise NotRestored(f"this is a backup of {manifest['database']}, and the settings name {connection.vendor}")
        for name in manifest["sha256"]:
            if name != DATABASE:
                _put(name, (Path(folder) / name).read_bytes())
        dumps.load(Path(folder) / DATABASE)
    return _checked(manifest)


def _checked(manifest: dict[str, Any]) -> Restored:
    if (row_counts := dumps.rows()) != manifest["rows"]:
        wrong = sorted(
            name for name in row_counts | manifest["rows"] if row_counts.get(name) != manifest["rows"].get(name)
        )
        raise NotRestored(f"the restored database has other numbers of rows in {', '.join(wrong)}")
    entries, _, broken = read_whole()
    if broken is not None:
        raise NotRestored(f"the restored audit log is broken: {broken.reason}")
    with transaction.atomic():
        if DataFolder._meta.db_table in row_counts:  # else the next start migrates, and writes the rows
            adopt()
        lost = give_up_lost_rows()
        record(
            actor=None,
            operation="platform.restore",
            subject=PLATFORM,
            reason="a backup was restored",
            detail={"made_at": manifest["made_at"], "reports_lost": lost},
        )
    return Restored(sum(row_counts.values()), entries, lost)


def _beside() -> Iterator[tuple[str, Path]]:
    """Yields the name in the backup and the path of what belongs to the database and is not in it."""
    for name in ALONE:
        if (path := settings.DATA / name).is_file():
            yield name, path
    for path in sorted(Path(settings.BATCH_KEYS).glob("version-*.key")):
        yield f"keys/{path.name}", path
    if (path := _root_path()).is_file():
        yield ROOT, path


def _root_path() -> Path:
    return Path(settings.ROOT_KEYS) / Path(ROOT).name


def _roots() -> bytes:
    """Returns the file of root keys. It is read before and after the database, because a data set's key under a root
    that the file lacks opens nothing."""
    return path.read_bytes() if (path := _root_path()).is_file() else b""


def _unpack(source: Path, passphrase: str, folder: Path) -> dict[str, Any]:
    """Unpacks the files that the manifest names, if their names are allowed and their contents match it."""
    with (
        source.open("rb") as file,
        tarfile.open(mode="r|gz", fileobj=cast(BinaryIO, SealedReader(file, passphrase))) as tar,
    ):
        manifest: dict[str, Any] = {}
        for member in tar:
            content = tar.extractfile(member)
            if content is None:
                raise NotRestored(f"{member.name} is no file")
            if not manifest:
                manifest = json.loads(content.read(NOT_LARGER))
                if manifest.get("format") != FORMAT:
                    raise NotRestored("the backup has a format that this version does not know")
                continue
            if member.name not in manifest["sha256"] or not _is_ours(member.name):
                raise NotRestored(f"{member.name} does not belong into a backup")
            path = folder / member.name
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as copy:
                while piece := content.read(NOT_LARGER):
                    copy.write(piece)
    for name, expected in manifest["sha256"].items():
        if _digest(folder / name) != expected:
            raise NotRestored(f"{name} is not what was backed up")
    return manifest


def _is_ours(name: str) -> bool:
    folder, _, file = name.rpartition("/")
    return name in {DATABASE, ROOT, *ALONE} or (
        folder == "keys" and file.startswith("version-") and file.endswith(".key")
    )


def _put(name: str, raw: bytes) -> None:
    path = settings.DATA / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(raw)
        os.fsync(file.fileno())


def _nobodys(about: tarfile.TarInfo) -> tarfile.TarInfo:
    about.uid = about.gid = about.mtime = 0
    about.uname = about.gname = ""
    return about


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
