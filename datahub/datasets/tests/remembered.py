"""The start of many tests is made through the API once, and after that put back as it was found then.

To load a data set takes ten requests and two jobs. The rows and files that they wrote are kept in the process, and
written again for the next test that asks for the same from the same start; from any other start they are made anew.
Where MongoDB holds the contents, which no end of a test rolls back, each collection is put back as it was written.
"""

from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from django.apps import apps
from django.conf import settings
from django.db.models import Model
from pymongo.database import Database

from datahub.vault.store.mongo import DEFAULT_DATABASE, client

Value = TypeVar("Value")
Rows = dict[type[Model], dict[Any, tuple[Any, ...]]]
FOLDERS = ("DATA", "LEDGER_FOLDER")
NOT_OF_THE_START = {"django_session", "accounts_session", "accounts_person", "account_emailaddress"}


class File(NamedTuple):
    content: bytes
    mode: int


# Files are kept by the name of the setting that names their folder, and by their path below it.
Files = dict[tuple[str, str], File]


class Stored(NamedTuple):
    documents: list[dict[str, Any]]
    indexed: list[str]


Collections = dict[str, Stored]  # MongoDB's collections are kept by name: each load writes one of its own


class Memory(NamedTuple):
    rows: Rows
    files: Files
    written_rows: list[Model]
    written_files: Files
    written_collections: Collections
    value: object


_memories: dict[str, Memory] = {}


def remembered(what: str, make: Callable[[], Value]) -> Value:
    """Returns what `make` returns - plain values, such as identifiers - with all that it writes, but for people and
    their sessions, which are each test's own. `what` names all on which `make` depends apart from what is stored: also
    who does it."""
    rows, files = _rows(), _files()
    memory = _memories.get(what)
    if memory is None or (memory.rows, memory.files) != (rows, files):
        there = _collections()
        result = make()
        written = {name: _stored(name) for name in _collections() - there}
        _memories[what] = Memory(rows, files, _written_rows(rows), _written_files(files), written, result)
        return result
    for row in memory.written_rows:
        copy(row).save_base(raw=True, force_insert=row.pk not in rows[type(row)])
    for path, file in memory.written_files.items():
        _write(path, file)
    for name, stored in memory.written_collections.items():
        _store(name, stored)
    return cast("Value", memory.value)  # the `make` of this name returned the value


def _rows() -> Rows:
    models = [
        model for model in apps.get_models(include_auto_created=True) if model._meta.db_table not in NOT_OF_THE_START
    ]
    return {model: {row[0]: row for row in model._base_manager.values_list("pk", *_fields(model))} for model in models}


def _fields(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _written_rows(start: Rows) -> list[Model]:
    rows_now = list[Model]()
    for model, rows in _rows().items():
        assert start[model].keys() <= rows.keys(), f"{model} lost rows, which is not put back"
        new = [key for key, row in rows.items() if start[model].get(key) != row]
        rows_now += [model._base_manager.get(pk=key) for key in new]
    return rows_now


def _files() -> Files:
    return {
        (setting, str(path.relative_to(folder))): File(path.read_bytes(), path.stat().st_mode)
        for setting, folder in ((setting, Path(getattr(settings, setting))) for setting in FOLDERS)
        for path in folder.rglob("*")
        if path.is_file()
    }


def _written_files(start: Files) -> Files:
    files = _files()
    assert start.keys() <= files.keys(), "files are gone, which is not put back"
    return {path: file for path, file in files.items() if start.get(path) != file}


def _write(at: tuple[str, str], file: File) -> None:
    setting, name = at
    path = Path(getattr(settings, setting)) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.content)
    path.chmod(file.mode)


def _database() -> "Database[dict[str, Any]]":
    return client(settings.MONGO_URL).get_default_database(DEFAULT_DATABASE)


def _collections() -> set[str]:
    return set(_database().list_collection_names()) if settings.MONGO_URL else set()


def _stored(name: str) -> Stored:
    collection = _database()[name]
    indexed = [key for index in collection.list_indexes() for key in index["key"] if key != "_id"]
    return Stored(list(collection.find()), indexed)


def _store(name: str, stored: Stored) -> None:
    collection = _database()[name]
    collection.drop()
    if stored.documents:
        collection.insert_many(stored.documents)
    for key in stored.indexed:
        collection.create_index(key)
