import pytest

from datahub.api.ref import Ref
from datahub.vault.collections import pieces
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.columns.factories import Table


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes blocks of 64 rows, windows of 256 and wide columns of several pieces, so that a few hundred rows are
    many."""
    monkeypatch.setattr(pieces, "MOST_ROWS", 64)
    monkeypatch.setattr(pieces, "LEAST_ROWS", 8)
    monkeypatch.setattr(pieces, "WINDOW_ROWS", 256)
    monkeypatch.setattr(pieces, "MOST_BYTES", 1024)


@pytest.fixture
def table(store: DocumentStore, ref: Ref) -> Table:
    return Table(store, ref)
