"""These statements are sent to either database in the transaction that accepts reports. Plain SQL: the ORM would take
longer than the disk."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from surveys.models import BatchKey, InboxRow, Version

INBOX, VERSION, BATCH_KEY = (model._meta.db_table for model in (InboxRow, Version, BatchKey))
COLUMNS = "key_mac, body_mac, version_id, batch_key_id, sealed"
UNLESS_KNOWN = "ON CONFLICT (key_mac) DO NOTHING RETURNING key_mac"
STATES = (
    "SELECT id, state, paused, opens_at, closes_at, cap_reports - accepted"  # noqa: S608 - only names
    f" FROM {VERSION} WHERE id IN "
)
CURRENT = (
    f"SELECT version_id, id FROM {BATCH_KEY}"  # noqa: S608 - only names
    " WHERE state = 'current' AND version_id IN "
)

Values = tuple[bytes, bytes, int, Any, bytes]  # The values of COLUMNS.
State = tuple[int, str, bool, datetime | None, datetime | None, int | None]
StoredStates = tuple[Sequence[State], Sequence[tuple[int, Any]]]  # The rows that STATES and CURRENT return.


class Statements(Protocol):
    def lock(self, versions: Sequence[int], *, alone: bool) -> StoredStates:
        """Locks the versions in the given order, so that two processes never wait for each other; then reads their
        batch keys under the lock. A caller that counts slots locks `alone`; other callers share the lock, as they only
        need the version to stay unchanged."""

    def insert(self, rows: Sequence[Values]) -> set[bytes]:
        """Returns the keys that were new."""


Transaction = AbstractContextManager[Statements]
