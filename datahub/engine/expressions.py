"""The questions for an engine are Ibis expressions: the same become the SQL of DuckDB and of Spark.

Tables hold integers under names that are made here (w0, s0, k0 ...); nothing that a person wrote is in them.
"""

from collections.abc import Sequence

import ibis
import pyarrow as pa
from ibis.expr.types import Table

COUNT = "n"
CLASS = "class"


def table(name: str, schema: pa.Schema) -> Table:
    return ibis.table({field.name: str(field.type).replace("decimal128", "decimal") for field in schema}, name=name)


def named(expression: Table, name: str) -> Table:
    """Returns a table that holds what the expression gives."""
    return ibis.table(expression.schema(), name=name)


def counted(rows: Table, by: Sequence[str]) -> Table:
    """Returns the number of rows for each combination of values of the columns `by`."""
    return rows.group_by(list(by)).agg(rows.count().name(COUNT))


def added(parts: Table, by: Sequence[str]) -> Table:
    """Returns the counts of parts added up, in the order of what they are counted by."""
    return parts.group_by(list(by)).agg(parts[COUNT].sum().name(COUNT)).order_by(list(by))


def classed(rows: Table, classes: Table, tuples: Sequence[str], carried: Sequence[str]) -> Table:
    """Returns rows with the class of their tuple, counted by class and by what they carry."""
    joined = rows.inner_join(classes, list(tuples)).select(CLASS, *carried)
    return counted(joined, [CLASS, *carried])


def sql(expression: Table, dialect: str = "duckdb") -> str:
    return str(ibis.to_sql(expression, dialect=dialect))
