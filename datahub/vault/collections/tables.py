"""Records are given as Arrow tables, which every analysis reads."""

from collections.abc import Iterator, Sequence

import pyarrow as pa

from datahub.vault.collections import column_tables
from datahub.vault.collections.columns import array_of, type_of
from datahub.vault.collections.records import Records
from datahub.vault.collections.rules import values
from datahub.vault.collections.rules.plan import COLUMNS, Field


def schema_of(fields: Sequence[Field]) -> pa.Schema:
    return pa.schema([(field.name, type_of(field)) for field in fields])


def batches(records: Records, names: Sequence[str]) -> Iterator[pa.RecordBatch]:
    by_name = {field.name: field for field in records.plan.fields}
    for name in names:
        if name not in by_name:
            raise values.unknown_field(name)
    fields = [by_name[name] for name in names]
    schema = schema_of(fields)
    if records.plan.layout == COLUMNS:
        yield from column_tables.batches(records, fields, schema)
        return
    reader = records.of_records.reader_of(names)
    for piece in records.everything():
        rows = [reader.packed(document.id, document.version, document.sealed) for document in piece]
        columns = zip(*rows, strict=True) if names else ()
        arrays = [array_of(field, column) for field, column in zip(fields, columns, strict=True)]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)
