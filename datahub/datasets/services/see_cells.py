"""An owner sees the first cells of a file that is being declared only through this function, and the log records it."""

from contextlib import nullcontext
from threading import Lock
from typing import Any

from django.db import transaction

from datahub.audit.services import record
from datahub.datasets.errors import FileRefused
from datahub.datasets.models import Upload, Version
from datahub.datasets.readers.table import Format
from datahub.datasets.sealed import opened_size
from datahub.datasets.services.look import pieces_of
from datahub.datasets.services.read_apart import APART, ReaderEnded, opened
from datahub.policies.services import Permit
from datahub.vault.collections.file_chunks import SealedFile, buffered

CELLS, LETTERS = 3, 40
ROWS = 1000  # so many rows are looked through for cells that differ
_one_apart_at_a_time = Lock()  # what is read apart takes a process and its memory
LARGEST_APART = 8 << 20  # a larger workbook takes longer to open than a page may wait


def see_cells(permit: Permit, version: Version) -> list[list[str]]:
    """Returns a few cells of each column; none once the pieces are gone. Nothing of them is stored. Of files that are
    read apart, one is read at a time in each web process; others wait."""
    if version.state != Version.State.DRAFT or version.upload.state != Upload.State.FOUND or not version.format:
        return []
    cells = _first_cells(permit, version.upload, Format(**version.format))
    detail = {"version": version.number}
    with transaction.atomic():  # only now: whoever writes to the log waits for this lock
        record(actor=permit.viewer, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)
    return cells


def _first_cells(permit: Permit, upload: Upload, format: Format) -> list[list[str]]:
    size = opened_size(permit, upload)
    if format.kind in APART and size > LARGEST_APART:
        return []
    source = buffered(SealedFile(pieces_of(permit, upload), size=size, chunk_size=upload.chunk_size))
    try:
        turn = _one_apart_at_a_time if format.kind in APART else nullcontext()
        with turn, opened(source, format=format, size=size) as table:
            block: Any = next(table.blocks(), ())
            return [_some(cells[:ROWS]) for cells in block]
    except (FileRefused, ReaderEnded):  # the job that read the file has said so already
        return []


def _some(cells: Any) -> list[str]:
    """Returns the first cells that differ and are not empty, shortened to what a line of the page holds."""
    some: dict[str, None] = {}
    for cell in cells if isinstance(cells, list | tuple) else cells.to_pylist():
        text = cell.strip()
        if text and len(some) < CELLS:
            some.setdefault(text if len(text) <= LETTERS else f"{text[:LETTERS]} …", None)
    return list(some)
