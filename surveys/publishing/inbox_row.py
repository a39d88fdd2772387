"""An inbox row holds, before it is sealed, the report's level or levels, its record, and zeros up to one length."""

from collections.abc import Sequence

from surveys.publishing.definition import LEVEL_BYTES, Definition
from surveys.publishing.level_choice import layout_of


def pad(level: int | str, record: bytes, row_bytes: int) -> bytes:
    """Returns a row of one length for every level of a version, so that the length of a sealed row says nothing."""
    stated = level.encode("ascii") if isinstance(level, str) else level.to_bytes(LEVEL_BYTES, "big")
    row = stated + record
    return row + b"\0" * (row_bytes - len(row))


def unpad(row: bytes, record_bytes: Sequence[int]) -> tuple[int, bytes]:
    """Returns the level and record of a padded row; `record_bytes` holds the length for each level."""
    level = int.from_bytes(row[:LEVEL_BYTES], "big")
    return level, row[LEVEL_BYTES : LEVEL_BYTES + record_bytes[level]]


def unpad_by_block(row: bytes, definition: Definition) -> tuple[str, bytes]:
    """Returns the levels and the record of a padded row where each block has a level of its own."""
    length = LEVEL_BYTES * len(definition.blocks)
    level = row[:length].decode("ascii")
    return level, row[length : length + layout_of(definition, level).record_bytes]
