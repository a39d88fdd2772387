"""`manage.py openapi [--check]` writes docs/reference/openapi.yaml from the code."""

from typing import Any

import yaml
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from datahub.api.description.openapi import openapi


class _Plain(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


class Command(BaseCommand):
    help = "Write docs/reference/openapi.yaml; with --check say whether it is up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / "docs" / "reference" / "openapi.yaml"
        text = yaml.dump(openapi(), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=120)
        if not options["check"]:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            raise CommandError("docs/reference/openapi.yaml is out of date; run `manage.py openapi`")
