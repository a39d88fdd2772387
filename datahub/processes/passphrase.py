"""A command gets the passphrase of a backup from a file, or asks for it twice."""

from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path

from django.core.management.base import CommandError


def add_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--passphrase-file", type=Path, help="a file that holds it; without, it is asked for")


def ask(file: Path | None, *, twice: bool) -> str:
    if file is not None:
        return file.read_text("utf-8").strip()
    given = getpass("Passphrase of the backup: ")
    if twice and getpass("The same again: ") != given:
        raise CommandError("The two are not the same.")
    return given
