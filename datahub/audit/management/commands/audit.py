"""`manage.py audit verify` checks that the audit log is unchanged."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datahub.audit.services import verify_whole


class Command(BaseCommand):
    help = "Verify the whole audit log and sign its head; names the first entry that was changed, removed or added."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["verify"])

    def _tell(self, done: int, total: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"{done} of {total} entries", ending="\r")

    def handle(self, *args: Any, **options: Any) -> None:
        verification = verify_whole(progress=self._tell)
        verification.save()
        if verification.reason:
            raise CommandError(f"the audit log is broken: {verification.reason}")
        self.stdout.write(
            f"{verification.entries} entries, each names the one before it; none was changed; head {verification.head}"
        )
