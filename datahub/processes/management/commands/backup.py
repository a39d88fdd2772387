"""`manage.py backup FILE` writes database and keys, encrypted, of a service that may be running."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from datahub.processes import passphrase
from datahub.processes.backup import back_up
from datahub.processes.dumps import CannotDump


class Command(BaseCommand):
    help = (
        "Write an encrypted backup. Batch keys are never in it: reports that wait for their batch cannot be restored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        passphrase.add_argument(parser)

    def handle(self, *args: Any, file: Path, passphrase_file: Path | None, **options: Any) -> None:
        try:
            manifest = back_up(file, passphrase.ask(passphrase_file, twice=True))
        except (CannotDump, ValueError, OSError) as refusal:
            raise CommandError(f"No backup was made: {refusal}") from None
        tables, keys = manifest["rows"], len(manifest["sha256"]) - 1
        self.stdout.write(f"{file}: {sum(tables.values())} rows of {len(tables)} tables, {keys} keys.")
