"""Whoever runs the store sees which pieces of a table are rewritten, and nothing of the rows in them."""

from collections import Counter
from typing import Any
from uuid import uuid4

import pytest

from datahub.api.ref import Ref
from datahub.jobs import execution
from datahub.vault import rotation
from datahub.vault.services import ROWS as NAME
from datahub.vault.store.port import Document, DocumentStore
from datahub.vault.tests.columns.factories import NAMES, ROWS, Table
from datahub.vault.tests.factories import a_permit

pytestmark = pytest.mark.django_db
Rewritten = list[tuple[str, Document]]  # each rewritten piece comes with the name of its collection in the store


def rewritten(table: Table, monkeypatch: pytest.MonkeyPatch) -> Rewritten:
    """Returns the pieces that the store is asked to replace while the keys of a table rotate."""
    replace, noted = type(table.store).replace, Rewritten()

    def watched(store: Any, collection: str, document: Document) -> bool:
        noted.append((collection, document))
        return replace(store, collection, document)

    job = rotation.start(a_permit(table.ref), table.ref, name=NAME)
    with monkeypatch.context() as patch:
        patch.setattr(type(table.store), "replace", watched)
        execution.run(job.pk)
    return noted


def test_a_rotation_shows_that_each_piece_is_rewritten_under_its_id_and_at_its_length(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = {
        (f"{table.stored_as}.{column}", document.id, document.version + 1, len(document.sealed))
        for column, name in enumerate(NAMES)
        for document in table.documents(name)
    }
    pieces = [
        (place, document.id, document.version, len(document.sealed))
        for place, document in rewritten(table, monkeypatch)
    ]
    assert len(pieces) == len(stored)
    assert set(pieces) == stored


def test_a_rotation_of_a_table_that_differs_in_one_cell_looks_the_same(
    store: DocumentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = [*ROWS[:7], (None, *ROWS[7][1:]), *ROWS[8:]]
    looks = [
        Counter(
            (place.partition(".")[2], document.id[8:], document.version, len(document.sealed))
            for place, document in rewritten(Table(store, Ref("dataset", str(uuid4())), rows), monkeypatch)
        )
        for rows in (ROWS, changed)
    ]
    assert looks[0] == looks[1]
