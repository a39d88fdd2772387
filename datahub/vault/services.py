"""Other packages keep rows of data in secure collections, not in database tables. Nothing opens without a Permit.

Each collection has a fixed set of fields with a plan for each (`rules.plan`), and belongs to a data set by Ref. Every
write of a record is begun in the registry, then made in the store, then ended in the registry.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from decimal import Decimal
from typing import Any

import pyarrow as pa
from django.db import IntegrityError, transaction

from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.policies.services import Permit
from datahub.vault.collections import addresses, querying, tables
from datahub.vault.collections.codes import Column as ColumnOfValues
from datahub.vault.collections.column_load import ColumnLoad
from datahub.vault.collections.loading import Load, Progress, untold
from datahub.vault.collections.pieces import Shape
from datahub.vault.collections.plans import keep_plan, opened_plan
from datahub.vault.collections.querying import Between, Conditions
from datahub.vault.collections.records import Record, Records, Row, records_of
from datahub.vault.collections.rules.plan import COLUMNS, Column, Plan, check_guard_rails
from datahub.vault.collections.rules.values import Value
from datahub.vault.errors import CollectionMissing, CollectionNotReady, PlanRefused, RecordInUse, StoreAway
from datahub.vault.integrity.registry import forget
from datahub.vault.integrity.rows import GONE
from datahub.vault.keys import keyring
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules import purposes
from datahub.vault.models import SecureCollection
from datahub.vault.store.chosen import name_for_new_collections, store_named
from datahub.vault.store.port import Document

ROWS = "rows"  # a data set's only collection has this name
EMPTY, LOADING, OPEN = SecureCollection.State.EMPTY, SecureCollection.State.LOADING, SecureCollection.State.OPEN


def check_plan(plan: Plan, columns: Mapping[str, Column]) -> None:
    """Checks that a plan leaks no more than is allowed, and that rows of a table fit. PlanRefused names the field."""
    check_guard_rails(plan, columns)
    if plan.layout == COLUMNS:
        Shape(plan)


def create_collection(
    permit: Permit, ref: Ref, plan: Plan, *, name: str = ROWS, columns: Mapping[str, Column] | None = None
) -> "Collection":
    """Creates an empty collection. `columns` has the facts that the guard-rails need on fields that are det or ope."""
    check_plan(plan, columns or {})
    keyring.create(ref)
    ring = keyring.keys_of(permit, ref)
    try:
        with transaction.atomic():
            row = SecureCollection(
                ref=str(ref), name=name, stored_as=addresses.new_address(), store=name_for_new_collections()
            )
            keep_plan(ring, row, plan)
            _note(permit, row, "vault.create", fields=len(plan.fields), store=row.store)
    except IntegrityError:
        raise PlanRefused(f"{ref} has a collection {name!r} already.") from None
    return Collection(permit, row, ring)


def open_collection(permit: Permit, ref: Ref, *, name: str = ROWS) -> "Collection":
    ring = keyring.keys_of(permit, ref)
    row = SecureCollection.objects.filter(ref=str(ref), name=name).first()
    if row is None:
        raise CollectionMissing(f"{ref} has no collection {name!r}.")
    return Collection(permit, row, ring)


def drop_shredded(permit: Permit, ref: Ref) -> int:
    """Drops what the store still holds of a data set whose keys are destroyed; returns how many collections that was.

    Keys are destroyed first, which needs no store; if the store is away, the job calls this function again later.
    """
    keyring.check(permit, ref, purposes.DESTROYS)
    rows = list(SecureCollection.objects.filter(ref=str(ref)))
    for row in rows:
        store_named(row.store).drop(row.stored_as)
        with suppress(CollectionMissing):  # another attempt dropped it first
            _end(permit, row)
    addresses.sweep(str(ref))
    return len(rows)


class Collection:
    """A collection is opened for one use and never kept, because it holds keys."""

    def __init__(self, permit: Permit, row: SecureCollection, ring: KeyRing) -> None:
        self._permit, self._row, self._ring = permit, row, ring
        self._records = records_of(row, ring)

    def __repr__(self) -> str:
        return f"Collection({self._row.ref} {self._row.name!r})"

    @property
    def plan(self) -> Plan:
        return self._records.plan

    # --- Writing -----------------------------------------------------------------------------------------------------
    def insert(self, rows: Sequence[Row]) -> list[bytes]:
        """Inserts rows and returns their ids, in order. If StoreAway is raised, the registry later ends or takes back
        what was begun."""
        ids = self._records.insert([self._records.sequence_of(row) for row in rows])
        with transaction.atomic():
            self._open_first()
            _note(self._permit, self._row, "vault.insert", count=len(ids))
        return ids

    def update(self, id: bytes, row: Row) -> None:
        """Changes the named fields; raises RecordInUse if somebody else changed the record meanwhile."""
        document = self._document(id)
        changed = {**self._records.opened(document).values, **row}
        self._records.replace(id, document.version, self._records.sequence_of(changed))
        _note(self._permit, self._row, "vault.update", id=id.hex())

    def delete(self, id: bytes) -> None:
        document = self._document(id)
        self._records.delete(id, document.version)
        _note(self._permit, self._row, "vault.delete", id=id.hex())

    def bulk_load(self, rows: Iterable[Sequence[Value]], progress: Progress = untold) -> int:
        """Loads everything the collection will hold, or nothing: a load that fails leaves it empty.

        Rows have one value for each field of the plan, in its order. Whoever begins a load takes the collection from
        a load that has not ended; that one was killed, or hears RecordInUse and touches nothing of this one.
        """
        return self._fill(lambda load: load.take(rows, progress), progress)

    def load_columns(self, chunks: Iterable[Sequence[ColumnOfValues]], progress: Progress = untold) -> int:
        """Loads chunks that have the values of some rows column by column, with the same guarantee as `bulk_load`."""
        return self._fill(lambda load: load.take_columns(chunks, progress), progress)

    def _fill(self, take: Callable[[Load | ColumnLoad], None], progress: Progress) -> int:
        self._begin_load()
        try:
            addresses.sweep(self._row.ref)
            with closing(self._load()) as load:
                take(load)
                plan = load.finish_plan()
                load.store(progress)
            self._end_load(plan)
        except Exception:
            self._clear_after_failure()
            raise
        return load.count

    def _load(self) -> Load | ColumnLoad:
        return ColumnLoad(self._records) if self.plan.layout == COLUMNS else Load(self._records)

    def leave(self) -> None:
        """Ends the collection. Its documents stay in the store until they are swept."""
        _end(self._permit, self._row)

    def drop(self) -> None:
        """Ends the collection as `leave` does, and sweeps it at once; StoreAway: `upkeep` sweeps it, when the store is
        there again."""
        self.leave()
        addresses.sweep(self._row.ref)

    # --- Reading -----------------------------------------------------------------------------------------------------
    def read(self, id: bytes) -> Record | None:
        try:
            return self._records.opened(self._document(id))
        except CollectionMissing:
            return None

    def find(
        self,
        *,
        equal: Mapping[str, Value] | None = None,
        between: Mapping[str, Between] | None = None,
        order_by: str | None = None,
        limit: int | None = None,
    ) -> list[Record]:
        """Returns the records for which all conditions hold; bounds are included. `order_by` is a field, or `-field`
        for the largest first."""
        return querying.find(self._records, Conditions(equal or {}, between or {}), order_by, limit)

    def scan(self, fields: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yields every record; at the end RecordNotAsWritten if the store left one out or gave one twice."""
        return tables.batches(self._records, list(fields or self.plan.names))

    def sum(self, field: str, conditions: Conditions | None = None) -> int | float | Decimal:
        return querying.total(list(querying.column(self._records, field, conditions or Conditions())))

    def average(self, field: str, conditions: Conditions | None = None) -> float | Decimal | None:
        """Returns the average of a field; None where no value is present."""
        values = [
            value for value in querying.column(self._records, field, conditions or Conditions()) if value is not None
        ]
        return querying.total(values) / len(values) if values else None

    def count(self, field: str | None = None, conditions: Conditions | None = None) -> int:
        """Returns how many records there are, or those whose `field` is present."""
        if field is None and conditions is None:
            return self._records.count
        if field is None:
            return sum(1 for _ in querying.matching(self._records, conditions or Conditions()))
        column = querying.column(self._records, field, conditions or Conditions())
        return sum(1 for value in column if value is not None)

    def _document(self, id: bytes) -> Document:
        for document in self._records.get([id]):
            if document.id == id:
                return document
        raise CollectionMissing(f"There is no record {id.hex()}.")

    def _open_first(self) -> None:
        """Opens an empty collection that now holds records; the plan is sealed again, because the state is sealed with
        it."""
        row = SecureCollection.objects.select_for_update().filter(pk=self._row.pk, state=EMPTY).first()
        if row is not None:
            plan = opened_plan(self._ring, row)
            row.state = OPEN
            keep_plan(self._ring, row, plan)

    def _begin_load(self) -> None:
        with transaction.atomic():
            row = SecureCollection.objects.select_for_update().filter(pk=self._row.pk).first()
            if row is None:
                raise RecordInUse(GONE)
            if row.state == OPEN:
                raise CollectionNotReady("The data set holds records already; load them into a new version.")
            self._begin_anew(row, LOADING)

    def _end_load(self, plan: Plan) -> None:
        with transaction.atomic():
            row = self._of_this_load()
            if row is None:
                raise RecordInUse(GONE)
            row.state = OPEN
            keep_plan(self._ring, row, plan)
            _note(self._permit, row, "vault.load")
        self._row, self._records = row, records_of(row, self._ring)

    def _clear_after_failure(self) -> None:
        """Clears only what belongs to this load: its place, and the collection if no other load has begun meanwhile."""
        with transaction.atomic():
            row = self._of_this_load()
            if row is not None:
                self._begin_anew(row, EMPTY)
        with suppress(StoreAway):  # the documents left there belong to no collection, and are swept later
            addresses.sweep(self._row.ref)

    def _of_this_load(self) -> SecureCollection | None:
        """Returns the row of this load, locked until the end of the transaction. No other load has its place."""
        mine = SecureCollection.objects.select_for_update().filter(pk=self._row.pk, state=LOADING)
        return mine.filter(stored_as=self._row.stored_as).first()

    def _begin_anew(self, row: SecureCollection, state: str) -> None:
        """Gives the collection a new place and a new register, so that writes of an earlier load reach neither."""
        plan = opened_plan(self._ring, row)
        addresses.leave(row)
        forget(Ref.parse(row.ref), row.name)
        row.state, row.stored_as = state, addresses.new_address()
        keep_plan(self._ring, row, plan)
        self._row, self._records = row, Records(row, self._ring, plan)


@transaction.atomic
def _end(permit: Permit, row: SecureCollection) -> None:
    locked_row = SecureCollection.objects.select_for_update().filter(pk=row.pk).first()
    if locked_row is None:
        raise CollectionMissing(f"{row.ref} has no collection {row.name!r} any more.")
    addresses.leave(locked_row)
    forget(Ref.parse(locked_row.ref), locked_row.name)
    locked_row.delete()
    _note(permit, row, "vault.drop")


def _note(permit: Permit, row: SecureCollection, operation: str, **detail: Any) -> None:
    subject = Ref.parse(row.ref)
    detail = {"collection": row.name, **detail}
    record(actor=permit.viewer, operation=operation, subject=subject, reason=permit.rule, detail=detail)
