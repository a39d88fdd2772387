"""Check the signed record of a deleted survey: `manage.py verify_deletion record.json --key <public key>`."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from datahub.api.signing import is_signed, public_key


class Command(BaseCommand):
    help = "Check that a platform signed this record of a deletion, as /api/v1/deletions/{id}/ answers it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the answer, saved")
        parser.add_argument("--key", default="", help="the public key you trust; default: this installation's own")

    def handle(self, *args: Any, file: str, key: str, **options: Any) -> None:
        try:
            answer = json.loads(Path(file).read_text(encoding="utf-8"))
            statement, signature = answer["record"], answer["signature"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{file} holds no record: {error!r}") from None
        if not isinstance(statement, dict) or not is_signed(statement, str(signature), key or public_key()):
            raise CommandError("The signature does not belong to this record and this key: do not believe it.")
        rows = ", ".join(f"{count} {name}" for name, count in statement["rows"].items())
        self.stdout.write(f"Signed. Survey {statement['survey']}, destroyed on {statement['day']}: {rows}.")
