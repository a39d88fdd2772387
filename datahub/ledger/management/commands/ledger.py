"""`manage.py ledger status|acknowledge` says whether the record of spent budget is whole, and goes on after a
restore."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datahub.ledger.rules import Standing
from datahub.ledger.services.recovery import acknowledge, stands

MESSAGES = {
    Standing.EVEN: "The database and the journal agree.",
    Standing.NEW: "Nothing was spent yet.",
    Standing.UNFINISHED: "The journal is one line ahead after a crash; the next use of a budget carries it out.",
    Standing.RESTORED: "The database is older than the journal: a backup was restored. No budget is given out until"
    " somebody runs: manage.py ledger acknowledge. What the journal holds is then charged again.",
    Standing.LOST: "The journal is missing, older than the database, or of another one. No budget is given out until"
    " somebody runs: manage.py ledger acknowledge --close-accounts. Nothing is then left on any account until its owner"
    " sets a new limit.",
}


class Command(BaseCommand):
    help = "Say whether database and journal of the ledger agree, or acknowledge that a backup was restored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["status", "acknowledge"])
        parser.add_argument("--close-accounts", action="store_true", help="where the journal cannot be trusted")

    def handle(self, *args: Any, **options: Any) -> None:
        standing = stands()
        if options["action"] == "status":
            self.stdout.write(MESSAGES[standing])
            return
        if standing == Standing.LOST and not options["close_accounts"]:
            raise CommandError(MESSAGES[standing])
        done = acknowledge(actor=None)
        self.stdout.write(f"{done.charged} lines of the journal charged again, {done.closed} accounts closed.")
