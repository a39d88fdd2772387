"""These tests change every column of every table of the vault by hand: what the verification names, and what it
leaves alone.

The test fails for a new column, because it stands in no list.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, models, transaction

from datahub.api.ref import Ref
from datahub.vault import upkeep
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.integrity import log
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys import keyring
from datahub.vault.models import DataSetKey, RegisteredRecord, WrappedKey
from datahub.vault.services import create_collection
from datahub.vault.store.chosen import MONGO
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db
PLAN = Plan((Field(name="pay", type="int"), Field(name="city", type="text", kind="eq", bits=16)))

ROW = "the row itself, deleted"
NAMED = {
    "datasetkey": {ROW, "id", "ref", "root", "wrapped", "destroyed_at"},
    "wrappedkey": {ROW, "data_set", "collection", "field", "purpose", "number", "wrapped", "is_current"},
    "shredrecord": {ROW, "ref", "statement", "signature", "public_key"},
    "register": {ROW, "id", "ref", "collection", "count", "masked", "nonce", "plan"},
    "registeredrecord": {ROW, "register", "record", "version", "tag", "next_version"},
    "logentry": {ROW, "number", "ref", "collection", "content", "signature"},
    "logend": {ROW, "id", "size", "roots"},
    "signedhead": {"size", "statement", "signature", "public_key"},
    "securecollection": {
        ROW, "ref", "name", "stored_as", "store", "state", "plan", "plan_number",
    },
    "storeddocument": {ROW, "collection", "record", "version", "body"},
    "storedtoken": {ROW, "collection", "name", "token", "record"},
}  # fmt: skip
LEFT_ALONE = {
    # Names the root that wraps next; each wrapped key opens only under its own root.
    "rootkey": {ROW, "id", "is_current"},
    "datasetkey": {"created_at"},
    "wrappedkey": {"id", "created_at"},
    "shredrecord": {"id"},
    "registeredrecord": {"next_tag", "begun_at"},  # these columns have no meaning while a record has no next version
    "signedhead": {ROW},  # heads are also in the file beside the database
    "securecollection": {"id", "created_at"},
    # The table lists places to be emptied, which no collection uses.
    "leftplace": {ROW, "stored_as", "ref", "store", "left_at"},
}


def of_vault(name: str) -> type[models.Model]:
    return apps.get_model("vault", name)


@pytest.fixture
def ref(store: DocumentStore) -> Ref:
    """Returns a data set with a record that was changed, and another one that was destroyed."""
    ref, gone = a_data_set(), a_data_set()
    collection = create_collection(a_permit(ref), ref, PLAN)
    collection.bulk_load([(1, "Oslo"), (2, "Bern")])
    [id] = collection.insert([{"pay": 3, "city": "Rome"}])
    collection.update(id, {"pay": 4})
    keyring.create(gone)
    keyring.destroy(a_permit(gone), gone)
    log.sign_head()
    return ref


def rows_of(name: str, ref: Ref) -> models.QuerySet[Any]:
    """Returns the rows of which one is changed: of the data set that is there, of the key of a field, of the destroyed
    one."""
    if name == "datasetkey":
        return DataSetKey.objects.filter(ref=str(ref))
    if name == "wrappedkey":
        return WrappedKey.objects.filter(field="pay")
    if name == "registeredrecord":
        return RegisteredRecord.objects.filter(version=2)
    return of_vault(name)._default_manager.all()


def other(column: "models.Field[Any, Any]", value: Any) -> Any:
    if isinstance(column, models.BooleanField):
        return not value
    if isinstance(column, models.DateTimeField):
        return value + timedelta(days=400) if value else "2026-11-22T00:00:00Z"
    if isinstance(column, models.JSONField):
        return {**value, "said": "more"}
    if isinstance(column, models.BinaryField):
        return bytes([value[0] ^ 1]) + bytes(value[1:]) if value else os.urandom(32)
    if isinstance(column, models.AutoField):
        return value + 1000  # no other row has this number
    if isinstance(value, str):
        return "loading" if column.name == "state" else "ab" * 6
    return 3 if value is None else value + 1  # the next version after the second is 3


def changes(name: str, ref: Ref) -> Iterator[tuple[str, bool]]:
    """Yields each column, and whether the database refused its change or the verification named it; each change is
    undone."""
    row = rows_of(name, ref).order_by("pk")[0]
    itself = type(row)._default_manager.filter(pk=row.pk)
    for column in (None, *row._meta.concrete_fields):
        is_noticed = True
        with suppress(DatabaseError), transaction.atomic():
            if column is None:
                itself._raw_delete(itself.db)
            else:
                itself.update(**{column.attname: other(column, getattr(row, column.attname))})
            is_noticed = any(True for _ in (*log_findings(), *upkeep.findings()))
            transaction.set_rollback(True)
        yield column.name if column else ROW, is_noticed


def test_every_column_of_every_table_stands_in_one_list() -> None:
    columns = {
        model._meta.model_name: {ROW, *(column.name for column in model._meta.concrete_fields)}
        for model in apps.get_app_config("vault").get_models()
    }
    listed = {name: NAMED.get(name, set()) | LEFT_ALONE.get(name, set()) for name in {*NAMED, *LEFT_ALONE}}
    assert listed == columns


@pytest.mark.parametrize("name", NAMED)
def test_each_change_is_named_where_the_lists_say(ref: Ref, name: str, store_name: str) -> None:
    if name.startswith("stored") and store_name == MONGO:
        assert not rows_of(name, ref).exists()  # the documents are in MongoDB
        return
    assert [*log_findings(), *upkeep.findings()] == []
    assert {column for column, is_named in changes(name, ref) if is_named} == NAMED[name]
