"""Everything that stands in clear after some work: each table of the SQL database, with it the embedded store, each
file below a folder, and each line of the log; ids, times and random bytes are normalised.

Of bytes that look random only the length is kept. Six equal bytes one after the other, as in a number that is packed
and not sealed, do not look random: a megabyte of ciphertext has them once in a million.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.db import connection

from datahub.vault.collections.pieces import BLOCK_BYTES

REPEATED = re.compile(rb"(.)\1{5}", re.DOTALL)
SHORTEST_TEXT = 16  # A shorter text that is all letters may be chance.
NORMALISED = (
    (re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"), "<id>"),
    (re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"), "<time>"),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{16,}(?![0-9a-f])"), "<hexadecimal>"),
    (re.compile(r"(?<![\w-])[\w-]{40,}={0,2}(?![\w-])"), "<random letters>"),
)

SESSIONS = "django_session"  # The table holds random letters, and a time written in letters.
RECORD = "record"  # The id of a piece begins with random bytes.

Shown = Counter[tuple[str, ...]]


def of_the_tables() -> Shown:
    """Returns the rows of each table, with the names of their columns; numbers that the database gives out are left
    out."""
    shown: Shown = Counter()
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - {SESSIONS}:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our own table names
            names = [column[0] for column in cursor.description]
            shown.update((table, *_row(names, row)) for row in cursor.fetchall())
    return shown


def of_the_files(folder: Path) -> Shown:
    """Returns the name and the content of each file below a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return Counter((normalised(str(path.relative_to(folder))), _of_bytes(path.read_bytes())) for path in files)


def of_the_log(messages: Iterable[str]) -> Shown:
    return Counter(("log", normalised(message)) for message in messages)


def normalised(text: str) -> str:
    for pattern, name in NORMALISED:
        text = pattern.sub(name, text)
    return text


def _row(names: Sequence[str], row: Sequence[Any]) -> list[str]:
    return [
        f"{name} {bytes(value)[BLOCK_BYTES:].hex() if name == RECORD else _cell(value)}"
        for name, value in zip(names, row, strict=True)
        if not (isinstance(value, int) and (name == "id" or name.endswith("_id")))
    ]


def _cell(value: Any) -> str:
    if isinstance(value, bytes | memoryview):
        return _of_bytes(bytes(value))
    return "<time>" if isinstance(value, datetime | date) else normalised(str(value))


def _of_bytes(content: bytes) -> str:
    text = content.decode("utf-8", "replace")
    if len(content) >= SHORTEST_TEXT and text.isprintable() and "\N{REPLACEMENT CHARACTER}" not in text:
        return normalised(text)
    return content.hex() if REPEATED.search(content) else f"<{len(content)} bytes>"
