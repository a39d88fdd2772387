"""Every web and worker process, on every machine, must see one and the same data folder: it holds the batch keys, the
secrets of marks, the root key and the journal of the ledger, which are in no database.

Each of its folders has a file of 32 random bytes, and the database an HMAC under them. A process compares the two when
it starts. The parts are looked at one by one, because each may be mounted from somewhere else.
"""

import hmac
import os
from pathlib import Path

from django.conf import settings
from django.db import transaction

from datahub.api.ref import PLATFORM
from datahub.audit.services import record
from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.models import DataFolder
from datahub.vault.keys.key_files import write_durably
from surveys.running.lost_keys import give_up_lost_rows

FILE = "folder-id"  # no backup holds it: a restored folder is another folder
ID_BYTES = 32
ANOTHER = (
    "{path} does not belong to this database: its file {file} {fault}. Every web and worker process must see the same"
    " data folder, on every machine. Mount that folder here, or set DATAHUB_DATA to it. Only if it is lost and no"
    " process uses it: restore a backup, or run manage.py data_folder accept --the-other-is-lost."
)


def folders() -> dict[str, Path]:
    """Returns the folders that hold what processes share outside the database, by the name of what they hold."""
    return {
        "data": Path(settings.DATA),
        "keys": Path(settings.BATCH_KEYS),
        "roots": Path(settings.ROOT_KEYS),
        "ledger": Path(settings.LEDGER_FOLDER),
    }


def check_identity() -> None:
    """Refuses a folder that the database does not know. The first start of all gives the folders their ids."""
    for name, path in folders().items():
        row = DataFolder.objects.filter(pk=name).first()
        if row is None:  # of several processes that start at once, the first one writes the row
            row, _ = DataFolder.objects.get_or_create(pk=name, defaults={"digest": digest_of(name, new_id(path))})
        check_row(row, path)


def check_known_identity() -> None:
    """Refuses a folder that the database does not know, and writes nothing: neither an id nor a row."""
    for row in DataFolder.objects.filter(pk__in=folders()):
        check_row(row, folders()[row.pk])


def check_row(row: DataFolder, path: Path) -> None:
    id = id_in(path)
    if id is None:
        raise FolderRefused(ANOTHER.format(path=path, file=FILE, fault="is missing"))
    if not hmac.compare_digest(row.digest, digest_of(row.name, id)):
        raise FolderRefused(ANOTHER.format(path=path, file=FILE, fault="is of another folder"))


@transaction.atomic
def accept() -> int:
    """Makes the folders that this process sees those of the database, where the others are lost. Returns how many
    accepted reports are lost with their batch keys."""
    adopt()
    lost = give_up_lost_rows()
    record(
        actor=None,
        operation="platform.accept_folder",
        subject=PLATFORM,
        reason="the data folder of before is lost",
        detail={"reports_lost": lost},
    )
    return lost


def adopt() -> None:
    """Writes the folders that this process sees into the database. Processes that see others are refused from their
    next start on."""
    for name, path in folders().items():
        DataFolder.objects.update_or_create(pk=name, defaults={"digest": digest_of(name, new_id(path))})


def new_id(path: Path) -> bytes:
    """Returns the id of a folder; one that has none gets one, of several processes from the first."""
    write_durably(path / FILE, os.urandom(ID_BYTES))
    return (path / FILE).read_bytes()


def id_in(path: Path) -> bytes | None:
    try:
        return (path / FILE).read_bytes()
    except FileNotFoundError:
        return None


def digest_of(name: str, id: bytes) -> str:
    """Returns what the database keeps of an id. The id is the key, so that nobody can find it by trying."""
    return hmac.digest(id, f"datahub folder: {name}".encode(), "sha256").hex()
