"""JSON that is made of data and stands in the SQL database is sealed under the keys of its data set."""

import json
from collections.abc import Mapping
from typing import Any

from datahub.vault.keys.keyring import KeyRing

# A note is filled up to this many bytes, or to the next power of two, so that its length tells little of its content.
SHORTEST = 1024


def seal_note(ring: KeyRing, content: Mapping[str, Any], of: bytes) -> bytes:
    """Seals a note. `of` says what it is about; moved elsewhere it cannot be opened."""
    text = json.dumps(content).encode()
    return ring.chunk().seal(text.ljust(max(SHORTEST, 1 << (len(text) - 1).bit_length())), of)


def open_note(ring: KeyRing, sealed: bytes | memoryview, of: bytes) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(ring.chunk().open(bytes(sealed), of))
    return content
