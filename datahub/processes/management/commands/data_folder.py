"""`manage.py data_folder status | accept` says whether this is the data folder of the database, or makes it so after
the other was lost."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.data_folder.identity import accept, check_known_identity, folders
from datahub.processes.data_folder.locks import check_locks

CONSEQUENCES = (
    "Whatever lies in the other folder alone stays lost: batch keys, secrets of open versions, the root key and the"
    " journal of the ledger. No process may use the other folder any more. If it is lost for certain, say"
    " --the-other-is-lost."
)


class Command(BaseCommand):
    help = "Say whether the data folder is the one that the database knows, or accept another one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["status", "accept"])
        parser.add_argument("--the-other-is-lost", action="store_true", help="nobody has the folder of before")

    def handle(self, *args: Any, action: str, the_other_is_lost: bool, **options: Any) -> None:
        try:
            check_locks(folders().values())
            if action == "status":
                check_known_identity()
        except FolderRefused as refusal:
            raise CommandError(str(refusal)) from None
        if action == "accept":
            if not the_other_is_lost:
                raise CommandError(CONSEQUENCES)
            self.stdout.write(f"{accept()} accepted reports waited for their batch and are lost.")
        self.stdout.write("This is the data folder of the database, and its locks hold on this machine.")
