"""Questions to a collection are answered here. The store narrows down by token where it may; the proxy opens, filters,
sorts and adds.

What the store gives is a superset: the conditions are tried again on the opened values.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from datahub.vault.collections.indexing import Buckets, Deterministic, Equality, Ordered
from datahub.vault.collections.records import Record, Records
from datahub.vault.collections.rules import values
from datahub.vault.collections.rules.plan import ORDERED
from datahub.vault.collections.rules.values import Value
from datahub.vault.store.port import AT_ONCE, Document

Between = tuple[Value, Value]  # a range has a lower and an upper bound; None leaves a side open
TOTAL_FORM = (int, float, Decimal)


@dataclass(frozen=True, slots=True)
class Conditions:
    """These are the conditions of a search, all of which must hold. An absent value equals an absent one, and is
    between nothing."""

    equal: Mapping[str, Value] = field(default_factory=dict)
    between: Mapping[str, Between] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys([*self.equal, *self.between]))

    def hold(self, row: Mapping[str, Value]) -> bool:
        return all(row[name] == value for name, value in self.equal.items()) and all(
            _is_between(row[name], low, high) for name, (low, high) in self.between.items()
        )


def check(records: Records, conditions: Conditions) -> None:
    """Checks conditions. ValueRefused names a field that is not there, or a value that the field cannot have."""
    fields = {field.name: field for field in records.plan.fields}
    for name in conditions.names:
        if name not in fields:
            raise values.unknown_field(name)
    for name, value in conditions.equal.items():
        values.check(fields[name], value)
    for name, bounds in conditions.between.items():
        if fields[name].type not in ORDERED:
            raise values.refused(fields[name], f"{fields[name].type} has no order to be between")
        for bound in bounds:
            values.check(fields[name], bound)


def matching(records: Records, conditions: Conditions) -> Iterator[Document]:
    """Yields the documents that match conditions, each once, checked; opened are only the fields that the conditions
    name."""
    check(records, conditions)
    reader = records.of_records.reader_of(conditions.names)
    names, seen = conditions.names, set()
    for piece in _candidates(records, conditions):
        for document in piece:
            if document.id in seen:
                continue
            opened = reader.open(document.id, document.version, document.sealed)
            if conditions.hold(dict(zip(names, opened, strict=True))):
                seen.add(document.id)  # a store may return a document twice
                yield document


def find(records: Records, conditions: Conditions, order_by: str | None, limit: int | None) -> list[Record]:
    """Returns the records that match, sorted by one field, absent values last; `-name` turns the order round."""
    name = (order_by or "").removeprefix("-")
    if order_by is not None and name not in records.plan.names:
        raise values.unknown_field(name)
    opened: list[Record] = []
    for document in matching(records, conditions):
        opened.append(records.opened(document))
        if order_by is None and limit is not None and len(opened) >= limit:
            break
    if order_by is not None:
        present = [record for record in opened if record.values[name] is not None]
        absent = [record for record in opened if record.values[name] is None]
        present.sort(key=lambda record: record.values[name], reverse=order_by.startswith("-"))  # type: ignore[arg-type, return-value]  # a field's values have one type
        opened = present + absent
    return opened[:limit]


def column(records: Records, name: str, conditions: Conditions) -> Iterator[Value]:
    """Yields the values of one field where the conditions hold, in no order."""
    if name not in records.plan.names:
        raise values.unknown_field(name)
    reader = records.of_records.reader_of([name])
    for document in matching(records, conditions):
        yield reader.open(document.id, document.version, document.sealed)[0]


def total(column: Sequence[Value]) -> int | float | Decimal:
    """Returns the sum of a column, exact for whole numbers and decimals, rounded once for floating-point ones; absent
    values add nothing."""
    numbers = [value for value in column if isinstance(value, TOTAL_FORM) and not isinstance(value, bool)]
    if any(isinstance(number, float) for number in numbers):
        return math.fsum(numbers)
    return sum(numbers)


def _candidates(records: Records, conditions: Conditions) -> Iterator[list[Document]]:
    for name, value in conditions.equal.items():
        index = records.indexes.get(name)
        if isinstance(index, Equality | Deterministic | Buckets):
            tokens = [index.token(index.draft(value))]
            return records.checked(records.store.find(records.stored_as, index.stored_as, tokens), AT_ONCE)
    bounds: dict[str, Between] = {
        **conditions.between,
        **{name: (at, at) for name, at in conditions.equal.items() if at is not None},
    }
    for name, (low, high) in bounds.items():
        index = records.indexes.get(name)
        if isinstance(index, Buckets):
            labels = index.between(low, high)
            return records.checked(records.store.find(records.stored_as, index.stored_as, labels), AT_ONCE)
        if isinstance(index, Ordered):
            first, last = index.between(low, high)
            return records.checked(records.store.find_between(records.stored_as, index.stored_as, first, last), AT_ONCE)
    return records.everything()


def _is_between(value: Value, low: Value, high: Value) -> bool:
    if value is None:
        return False
    return (low is None or value >= low) and (high is None or value <= high)  # type: ignore[operator]  # `check` made sure that both have one type
