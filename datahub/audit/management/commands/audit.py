"""`manage.py audit verify`: whether the log still is what was written."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datahub.audit.selectors import verify


class Command(BaseCommand):
    help = "Verify the hash chain of the audit log; names the first entry that was changed, removed or added."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["verify"])

    def handle(self, *args: Any, **options: Any) -> None:
        count, head, broken = verify()
        if broken is not None:
            raise CommandError(f"the audit log is broken: {broken.reason}")
        self.stdout.write(f"{count} entries, each names the one before it; none was changed; head {head}")
