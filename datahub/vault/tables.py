"""Records as Arrow tables: what everything that computes reads."""

from collections.abc import Iterator, Sequence

import pyarrow as pa

from datahub.vault.records import Records
from datahub.vault.rules import plan as plans
from datahub.vault.rules import values
from datahub.vault.rules.plan import Field

_TYPES = {
    plans.BOOL: pa.bool_(),
    plans.INT: pa.int64(),
    plans.FLOAT: pa.float64(),
    plans.TEXT: pa.string(),
    plans.DATE: pa.date32(),
    plans.BYTES: pa.binary(),
}


def schema_of(fields: Sequence[Field]) -> pa.Schema:
    return pa.schema([(field.name, _type_of(field)) for field in fields])


def batches(records: Records, names: Sequence[str]) -> Iterator[pa.RecordBatch]:
    by_name = {field.name: field for field in records.plan.fields}
    for name in names:
        if name not in by_name:
            raise values.unknown_field(name)
    schema = schema_of([by_name[name] for name in names])
    slots = records.sealing.slots_of(names)
    for piece in records.everything():
        rows = [records.sealing.open(one.id, one.version, one.sealed, slots) for one in piece]
        columns = zip(*rows, strict=True) if names else ()
        arrays = [pa.array(column, type) for column, type in zip(columns, schema.types, strict=True)]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _type_of(field: Field) -> pa.DataType:
    if field.type == plans.DECIMAL:
        return pa.decimal128(values.MOST_DIGITS, field.decimals)
    return _TYPES[field.type]
