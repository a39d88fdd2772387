"""A piece that was lost, doubled, moved, cut, edited or put back stops every read of its column, and verification names
it; a column that was not touched is read."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.columns.factories import NAMES, ROWS, Table
from datahub.vault.tests.factories import all_findings

pytestmark = pytest.mark.django_db
NOTE, AGE = NAMES.index("note"), NAMES.index("age")


def lose(table: Table) -> None:
    table.take_away("age", table.documents("age")[1])


def edit(table: Table) -> None:
    piece = table.documents("age")[1]
    table.plant("age", replace(piece, sealed=piece.sealed[:30] + bytes([piece.sealed[30] ^ 1]) + piece.sealed[31:]))


def cut(table: Table) -> None:
    piece = table.documents("age")[1]
    table.plant("age", replace(piece, sealed=piece.sealed[:20]))


def swap_with_another_block(table: Table) -> None:
    first, second, *_ = table.documents("age")
    table.plant("age", replace(first, sealed=second.sealed, tag=second.tag))


def swap_with_another_column(table: Table) -> None:
    piece, other = table.documents("age")[0], table.documents("sex")[0]
    table.plant("age", replace(piece, sealed=other.sealed, tag=other.tag))


def double(table: Table) -> None:
    piece = table.documents("age")[0]
    table.plant("age", replace(piece, id=bytes(8) + piece.id[8:]))


def move_to_another_column(table: Table) -> None:
    piece = table.documents("sex")[0]
    table.take_away("sex", piece)
    table.plant("age", piece)


def copy_to_another_column(table: Table) -> None:
    table.plant("age", table.documents("sex")[0])


def plant_another_id(table: Table) -> None:
    piece = table.documents("age")[0]
    table.plant("age", replace(piece, id=bytes(8) + piece.id[8:]))


@pytest.mark.parametrize(
    ("attack", "column"),
    [
        (lose, "age"),
        (edit, "age"),
        (cut, "age"),
        (swap_with_another_block, "age"),
        (swap_with_another_column, "age"),
        (double, "age"),
        (move_to_another_column, "sex"),
        (move_to_another_column, "age"),
        (copy_to_another_column, "age"),
        (plant_another_id, "age"),
    ],
)
def test_an_attacked_column_is_not_read_and_verification_finds_it(
    table: Table, attack: Callable[[Table], None], column: str
) -> None:
    assert all_findings() == set()
    attack(table)
    for names in ([column], ["note", column], None):
        with pytest.raises(RecordNotAsWritten):
            table.rows(names)
    assert all_findings()
    assert Counter(table.rows(["note"])) == Counter((row[NOTE],) for row in ROWS)


def test_one_piece_of_several_of_a_block_is_missed(table: Table) -> None:
    pieces = table.documents("note")
    assert len(pieces) > len(table.documents("age"))
    table.take_away("note", pieces[-1])
    with pytest.raises(RecordNotAsWritten, match="note"):
        table.rows(["note"])
    assert Counter(table.rows(["age"])) == Counter((row[AGE],) for row in ROWS)


def test_a_server_that_answers_with_pieces_of_another_column_is_not_believed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece that is read again, because it differs, must be the one that was asked for."""
    store, others = type(table.store), table.documents("sex")
    scan = store.scan

    def edited(own: DocumentStore, collection: str, *given: Any) -> Any:
        for documents in scan(own, collection, *given):
            yield [replace(document, tag=bytes(32)) for document in documents]

    monkeypatch.setattr(store, "scan", edited)
    monkeypatch.setattr(store, "get", lambda *_: others)
    with pytest.raises(RecordNotAsWritten):
        table.rows(["age"])


def test_a_piece_of_an_earlier_load_does_not_open_in_a_later_one_under_its_own_id(table: Table) -> None:
    piece = table.documents("age")[0]
    assert table.opened()._records.of_pieces.open(piece.id, piece.version, piece.sealed)
    table.opened().drop()
    again = Table(table.store, table.ref)
    with pytest.raises(RecordNotAsWritten):
        again.opened()._records.of_pieces.open(piece.id, piece.version, piece.sealed)
