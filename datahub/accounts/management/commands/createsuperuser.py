"""This command replaces Django's, which would make a person whom neither sign-in nor the audit log knows."""

from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "DataHub has no superusers; this says how to make an administrator."

    def add_arguments(self, parser: CommandParser) -> None:
        for option in ("--email", "--username", "--database"):
            parser.add_argument(option)
        parser.add_argument("--noinput", "--no-input", action="store_true")

    def handle(self, *args: Any, **options: Any) -> NoReturn:
        raise CommandError("DataHub has no superusers. Make an administrator: manage.py administrator EMAIL")
