"""`manage.py check --deploy` tests the data folder as a start of a web or worker process does, and writes nothing into
the database."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Info
from django.db import DatabaseError

from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.data_folder.identity import check_known_identity, folders
from datahub.processes.data_folder.locks import check_locks


def check_folders(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:  # noqa: ARG001 - Django defines the signature
    try:
        check_locks(folders().values())
        check_known_identity()
    except FolderRefused as refusal:
        return [Error(str(refusal), hint="docs/how-to/several-machines.md", id="processes.E001")]
    except DatabaseError as error:
        detail = f"Whether the data folder is that of the database is unknown: {type(error).__name__}."
        return [Info(detail, hint="Run manage.py migrate, and look whether the database answers.", id="processes.I001")]
    return []
