"""The adversary has copied everything, and knows who came when and into which batch: can they say whose report is
whose?

Each view is an order of the reports of a batch: of rows, of ids, of transactions, of first places in raw files. The
adversary lays it beside the order of arrival and guesses that the first report is that of the first person, and so on.
"""

import mmap
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from django.db import connection

from surveys.models import Report


def views(mark: bytes) -> dict[str, list[bytes]]:
    """Records of all batches, in the order each view gives them. All end in `mark`, by which files are searched."""
    orders = {"id": _by("id"), "record": _by("record")}
    if connection.vendor == "postgresql":
        return orders | {
            "ctid": _by("ctid"),
            "xmin, ctid": _by("xmin::text::bigint, ctid"),
            "tables": _record_order(_files_of_postgres("base"), mark),
            "WAL": _record_order(_files_of_postgres("pg_wal"), mark),
        }
    path = Path(str(connection.settings_dict["NAME"]))
    return orders | {
        "rowid": _by("rowid"),
        "file": _record_order([path], mark),
        "WAL": _record_order([path.with_name(f"{path.name}-wal")], mark),
        "file, last places": _record_order([path], mark, last=True),
    }


def linked(arrived: Sequence[bytes], batches: Sequence[Sequence[bytes]], order: Sequence[bytes]) -> int:
    """Returns how many of the people this view links. `arrived` are records by arrival; a record tells a person.

    A view that lost a report guesses nothing about the batch it was in. Both directions are tried, the better counts.
    """
    place = {record: number for number, record in enumerate(order)}
    at = {record: number for number, record in enumerate(arrived)}
    forth = back = 0
    for batch in batches:
        if not all(record in place for record in batch):
            continue
        people, reports = sorted(batch, key=at.__getitem__), sorted(batch, key=place.__getitem__)
        forth += sum(person == report for person, report in zip(people, reports, strict=True))
        back += sum(person == report for person, report in zip(people, reversed(reports), strict=True))
    return max(forth, back)


def neighbours(arrived: Sequence[bytes], batches: Sequence[Sequence[bytes]], order: Sequence[bytes]) -> int:
    """Returns how many pairs of people who came one after the other, of those in their batch, stand side by side in
    this view.

    At most two for each batch by chance. It finds an order that is kept in parts, where the first report is not the
    first's, and needs no report that the view lost.
    """
    place = {record: number for number, record in enumerate(order)}
    at = {record: number for number, record in enumerate(arrived)}
    pairs = 0
    for batch in batches:
        came = {record: number for number, record in enumerate(sorted(batch, key=at.__getitem__))}
        stand = sorted(place.keys() & batch, key=place.__getitem__)
        pairs += sum(abs(came[key] - came[next]) == 1 for key, next in pairwise(stand))
    return pairs


def holds(words: bytes) -> bool:
    """Returns whether the words stand anywhere in what the database keeps on disk, freed pages and log included."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CHECKPOINT")
        files = [*_files_of_postgres("base"), *_files_of_postgres("pg_wal")]
    else:
        path = Path(str(connection.settings_dict["NAME"]))
        files = [path, path.with_name(f"{path.name}-wal")]
    return any(raw.find(words) >= 0 for raw in _contents(files))


def _by(columns: str) -> list[bytes]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT record FROM {Report._meta.db_table} ORDER BY {columns}")  # noqa: S608 - our own names
        return [bytes(record) for (record,) in cursor.fetchall()]


def _record_order(files: Sequence[Path], mark: bytes, *, last: bool = False) -> list[bytes]:
    """Records in the order in which their bytes first (or last) stand in the files.

    All are found in one pass: the logs of a database that has been at work for a while hold a thousand megabytes. None
    is cut by the end of a file, since each begins with a head.
    """
    known = set(_by("id"))
    [length] = {len(record) for record in known}
    ends_here = re.compile(re.escape(mark))
    records: dict[bytes, None] = {}  # The records keep the order of their positions.
    for raw in _contents(files):
        for end in ends_here.finditer(raw):
            record = raw[max(0, end.end() - length) : end.end()]
            if last:
                records.pop(record, None)
            if record in known:
                records.setdefault(record)
    return list(records)


def _contents(files: Sequence[Path]) -> Iterator[mmap.mmap]:
    for file in files:
        if file.exists() and file.stat().st_size:
            with file.open("rb") as opened, closing(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)) as raw:
                yield raw


def _files_of_postgres(part: str) -> list[Path]:
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        folder = Path(cursor.fetchone()[0])
        cursor.execute("CHECKPOINT")
        cursor.execute("SELECT pg_relation_filepath(%s)", [Report._meta.db_table])
        table = folder / cursor.fetchone()[0]
    if part == "base":
        return [table]
    return sorted(path for path in (folder / part).iterdir() if path.is_file())
