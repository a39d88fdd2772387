"""This module is about the words of a record of destruction: what is gone, and what is not."""

from datetime import date, timedelta
from typing import Any

FORMAT = "datahub-shred-record/1"
BACKUPS_HOLD = "the wrapped keys, which open with the root passphrase or three recovery sheets and with nothing else"
REMAIN = (
    "the number, ids and tags of the records, in the registry and the log of writes, until they are dropped",
    "index tokens, bucket labels and lengths, in the document store, until the collection is dropped",
    "the database's own freed pages and write-ahead files, until it next cleans them",
)


def shred_statement(ref: str, fingerprint: str, field_keys: int, day: date, backup_days: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "ref": ref,
        "destroyed": {"data_set_key_sha256": fingerprint, "field_keys": field_keys},
        "day": day.isoformat(),
        "backups": {
            "kept_days": backup_days,
            "none_after": (day + timedelta(days=backup_days)).isoformat(),
            "hold": BACKUPS_HOLD,
        },
        "remain": list(REMAIN),
    }
