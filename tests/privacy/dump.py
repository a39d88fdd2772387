"""An administrator of the store can look in a dump of it for values in any dress, lengths, order, equalities.

Each function returns the faults it finds, in words.
"""

import base64
import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import sqrt

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from scipy.stats import rankdata

from datahub.vault.store.port import Document

SHORTEST = 4
CHUNK = 4 * 1024 * 1024
HASHES = ("md5", "sha1", "sha256")
STANDARD_ERRORS = 4.0

Bytes = NDArray[np.uint8]
Cell = int | str | None


def _base64(value: bytes) -> list[bytes]:
    """Returns a value as it looks inside a longer text, 0, 1 or 2 bytes after its beginning; letters shared with others
    left out."""
    forms = []
    for before in range(3):
        text = base64.b64encode(bytes(before) + value).rstrip(b"=")
        first = -(-8 * before // 6)
        forms.append(text[first : 8 * (before + len(value)) // 6])
    return forms


def _hashed(name: str) -> Callable[[bytes], list[bytes]]:
    def both(value: bytes) -> list[bytes]:
        digest = hashlib.new(name, value, usedforsecurity=False).digest()
        return [digest, digest.hex().encode()]

    return both


def of_the_database() -> bytes:
    """Returns every cell of every table of the SQL database, as a dump shows it."""
    cells: list[bytes] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our own table names
            for row in cursor.fetchall():
                cells += [bytes(cell) if isinstance(cell, bytes | memoryview) else str(cell).encode() for cell in row]
    return b"\0".join(cells)


DRESSES: dict[str, Callable[[bytes], list[bytes]]] = {
    "UTF-8": lambda value: [value],
    "hex": lambda value: [value.hex().encode(), value.hex().upper().encode()],
    "base64": _base64,
    **{name.upper(): _hashed(name) for name in HASHES},
}


def needles_of(cells: Iterable[Cell]) -> dict[bytes, str]:
    """Returns every text to look for, with its meaning."""
    values = {str(cell) for cell in cells if cell is not None and len(str(cell)) >= SHORTEST}
    return {
        needle: f"{value!r} as {dress}"
        for value in values
        for dress, texts in DRESSES.items()
        for needle in texts(value.encode())
    }


class Search:
    """This is a search for many texts at once: three bytes, then eight, then all are compared."""

    def __init__(self, needles: Mapping[bytes, str]) -> None:
        self._needles = needles
        self._begins = np.zeros(1 << 24, dtype=bool)
        by_length: dict[int, list[int]] = defaultdict(list)
        self._by_prefix: dict[bytes, list[bytes]] = defaultdict(list)
        for needle in needles:
            self._begins[int.from_bytes(needle[:3], "big")] = True
            by_length[min(8, len(needle))].append(int.from_bytes(needle[:8].ljust(8, b"\0"), "big"))
            self._by_prefix[needle[:8]].append(needle)
        self._prefixes = {
            length: np.unique(np.array(prefixes, dtype=np.uint64)) for length, prefixes in by_length.items()
        }

    def hits(self, dump: bytes) -> set[str]:
        """Returns the texts that are found anywhere in the dump."""
        hits: set[str] = set()
        for start in range(0, len(dump), CHUNK):
            chunk = np.frombuffer(dump[start : start + CHUNK + 8].ljust(CHUNK + 8, b"\0"), dtype=np.uint8)
            for place, length in _candidates(chunk, self._begins, self._prefixes):
                at = start + place
                for needle in self._by_prefix.get(dump[at : at + length], []):
                    if dump.startswith(needle, at):
                        hits.add(self._needles[needle])
        return hits


def _candidates(
    chunk: Bytes, begins: NDArray[np.bool_], prefixes: Mapping[int, NDArray[np.uint64]]
) -> list[tuple[int, int]]:
    """Returns positions, and how many bytes agree with the beginning of a needle there."""
    wide = chunk.astype(np.uint32)
    places = np.flatnonzero(begins[(wide[:-8] << 16) | (wide[1:-7] << 8) | wide[2:-6]])
    eight = np.zeros(len(places), dtype=np.uint64)
    for offset in range(8):
        eight = (eight << np.uint64(8)) | chunk[places + offset].astype(np.uint64)
    candidates = []
    for length, wanted in prefixes.items():
        dropped = np.uint64(8 * (8 - length))
        agree = np.isin((eight >> dropped) << dropped, wanted)
        candidates += [(int(place), length) for place in places[agree]]
    return candidates


def length_faults(documents: Iterable[Document]) -> list[str]:
    shapes = Counter(
        (
            len(document.sealed),
            len(document.tag),
            len(document.id),
            tuple(sorted((name, len(token)) for name, token in document.tokens.items())),
        )
        for document in documents
    )
    return [] if len(shapes) == 1 else [f"records have {len(shapes)} lengths"]


def order_faults(columns: Mapping[str, Sequence[Cell]]) -> list[str]:
    """Returns columns in stored order whose ranks agree with their positions (Spearman) by more than chance."""
    faults = []
    for name, cells in columns.items():
        ranks = rankdata(_numbers(cells))
        places = np.arange(len(ranks))
        if ranks.std() > 0:
            correlation = float(np.corrcoef(places, ranks)[0, 1])
            if abs(correlation) > STANDARD_ERRORS / sqrt(len(ranks) - 1):
                faults.append(f"the stored order goes with {name}: {correlation:+.3f}")
    return faults


def leakage_faults(groups: Sequence[Hashable], tokens: Sequence[bytes], rows_a_token: int) -> list[str]:
    """Returns the faults of a declared equality, which must reveal only what is declared: one token for each group, and
    many rows for each token."""
    tokens_of: dict[Hashable, set[bytes]] = defaultdict(set)
    for group, token in zip(groups, tokens, strict=True):
        tokens_of[group].add(token)
    faults = [f"a group has {len(tokens)} tokens" for tokens in tokens_of.values() if len(tokens) != 1]
    rows = Counter(tokens)
    if len(rows) < 2:
        faults.append("the declared leakage is not there: all rows have one token")
    if min(rows.values()) < rows_a_token:
        faults.append(f"a token has {min(rows.values())} rows")
    return faults


def _numbers(cells: Sequence[Cell]) -> list[float]:
    """Returns numbers as they are, and texts by their alphabetical rank, absent ones first."""
    if any(isinstance(cell, str) for cell in cells):
        order = {text: float(place) for place, text in enumerate(sorted({str(cell or "") for cell in cells}))}
        return [order[str(cell or "")] for cell in cells]
    return [-1.0 if cell is None else float(cell) for cell in cells]
