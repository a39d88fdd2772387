"""This module counts one chunk of rows after the other and adds the counts up before they fill the memory. It holds a
number for each kind of row, and never the rows."""

from collections.abc import Callable, Iterable, Sequence

import pyarrow as pa
from ibis.expr.types import Table

from datahub.engine import expressions
from datahub.engine.database import Database

PARTS = "parts"
SHARE_HELD = 4  # a quarter of the memory: adding up holds the old and the new for a moment
BYTES_A_NUMBER = 8


def gather(
    database: Database, chunks: Iterable[pa.Table], question: Callable[[Table], Table], by: Sequence[str]
) -> Table:
    """Returns a table of the counts that `question` asks of each chunk; one kind may stand there several times."""
    room = database.memory_bytes // SHARE_HELD // (BYTES_A_NUMBER * (len(by) + 2))  # a count has two numbers
    row_count, most = 0, room
    for chunk in chunks:
        query = question(expressions.table("chunk", chunk.schema))
        parts = expressions.named(query, PARTS)
        row_count += database.add(PARTS, chunk, query)
        if row_count > most:
            row_count = database.rewrite(PARTS, expressions.added(parts, by))
            most = max(room, 2 * row_count)  # else it would be added up after every chunk from then on
    return parts
