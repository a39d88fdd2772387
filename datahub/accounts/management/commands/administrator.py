"""This command makes an administrator, on the host only: the API has no way to become one."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from datahub.accounts import services
from datahub.api.problem import Problem


class Command(BaseCommand):
    help = "Make a person an administrator with a proven address; registers them first if the address is new."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--password-file", type=Path, help="read the password from the first line of this file")
        parser.add_argument("--keep-password", action="store_true", help="the person exists and keeps their password")

    def handle(self, *args: Any, **options: Any) -> None:
        password = None if options["keep_password"] else self._password(options["password_file"])
        try:
            person = services.make_administrator(email=options["email"], password=password)
        except Problem as refusal:
            why = " ".join(sentence for sentences in refusal.fields.values() for sentence in sentences)
            raise CommandError(f"{refusal.detail} {why}".strip()) from refusal
        self.stdout.write(f"{person.email} is an administrator.")

    def _password(self, file: Path | None) -> str:
        if file is not None:
            try:
                return file.read_text(encoding="utf-8").partition("\n")[0]
            except OSError as error:
                raise CommandError(f"--password-file {file}: {error.strerror}") from error
        if not sys.stdin.isatty():
            raise CommandError("There is no terminal to ask for a password; use --password-file.")
        password = getpass("Password: ")
        if getpass("Again: ") != password:
            raise CommandError("The two passwords differ.")
        return password
