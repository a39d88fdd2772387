"""These factories make the tables of the tests of tables in columns."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Self

from datahub.api.ref import Ref
from datahub.vault.collections.rules.plan import COLUMNS, Field, Plan
from datahub.vault.collections.rules.values import Value
from datahub.vault.models import SecureCollection
from datahub.vault.services import Collection, create_collection, open_collection
from datahub.vault.store.parted import place_of
from datahub.vault.store.port import Document, DocumentStore
from datahub.vault.tests.factories import a_permit

FIRST, LAST = date(1920, 1, 1), date(2020, 12, 31)
PLAN = Plan(
    (
        Field(name="age", type="int", low=0, high=120),
        Field(name="sex", type="text", values=("f", "m", "x")),
        Field(name="born", type="date", low=FIRST.toordinal(), high=LAST.toordinal()),
        Field(name="pay", type="decimal", decimals=2, low=-100, high=10**9),
        Field(name="note", type="text", width=40),  # a value takes 43 bytes, so that a block has several pieces
    ),
    COLUMNS,
)
NAMES = list(PLAN.names)
Row = tuple[Value, ...]


def a_row(number: int) -> Row:
    return (
        number % 121,
        ("f", "m", "x", None)[number % 4],
        None if number % 11 == 0 else date.fromordinal(FIRST.toordinal() + number % 30_000),
        Decimal(number % 1000).scaleb(-2),
        f"note {number}",
    )


ROWS = [a_row(number) for number in range(300)]


class Table:
    """A table in columns, with access to the store below it, as the store's administrator has."""

    def __init__(self, store: DocumentStore, ref: Ref, rows: Sequence[Row] = ROWS, plan: Plan = PLAN) -> None:
        self.store, self.ref = store, ref
        create_collection(a_permit(ref), ref, plan).bulk_load(rows)

    @classmethod
    def of(cls, store: DocumentStore, ref: Ref) -> Self:
        """Returns a table that was loaded before."""
        table = cls.__new__(cls)
        table.store, table.ref = store, ref
        return table

    @property
    def stored_as(self) -> str:
        return SecureCollection.objects.get(ref=str(self.ref)).stored_as

    def opened(self) -> Collection:
        return open_collection(a_permit(self.ref), self.ref)

    def rows(self, names: Sequence[str] | None = None) -> list[Row]:
        """Returns the rows in the order in which they are read."""
        return [
            row
            for batch in self.opened().scan(names)
            for row in zip(*(column.to_pylist() for column in batch.columns), strict=True)
        ]

    def documents(self, column: str) -> list[Document]:
        place = place_of(self.stored_as, self.opened().plan.names.index(column))
        return [document for documents in self.store.scan(place) for document in documents]

    def plant(self, column: str, document: Document) -> None:
        """Puts a document into the collection of a column, in place of the one with its id."""
        place = place_of(self.stored_as, self.opened().plan.names.index(column))
        for standing in self.store.get(place, [document.id]):
            self.store.delete(place, standing.id, standing.version)
        self.store.put(place, [document])

    def take_away(self, column: str, document: Document) -> None:
        place = place_of(self.stored_as, self.opened().plan.names.index(column))
        self.store.delete(place, document.id, document.version)
