"""`manage.py restore FILE` restores a backup into an empty database and a fresh data folder."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from datahub.processes import passphrase
from datahub.processes.backup import NotRestored, restore
from datahub.processes.dumps import CannotDump
from datahub.processes.folder import FolderInUse, hold
from datahub.processes.sealed_file import NotOpened


class Command(BaseCommand):
    help = "Put a backup in place of an empty database, check it, and say what could not be brought back."
    requires_system_checks = ()  # an empty database has nothing to check

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        passphrase.add_argument(parser)

    def handle(self, *args: Any, file: Path, passphrase_file: Path | None, **options: Any) -> None:
        os.umask(0o077)
        try:
            with hold(settings.DATA / "lock"):
                done = restore(file, passphrase.ask(passphrase_file, twice=False))
        except (NotRestored, NotOpened, CannotDump, FolderInUse, ValueError, OSError) as refusal:
            raise CommandError(f"Nothing was restored: {refusal}") from None
        self.stdout.write(f"{done.rows} rows restored; the audit log of {done.entries} entries is whole.")
        self.stdout.write(
            f"{done.lost} accepted reports waited for their batch and are lost: batch keys are in no backup."
        )
