"""What was asked and found of a data set, sealed under its keys."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from datahub.analyses.models import Anonymisation, ValueCounts
from datahub.api.ref import Ref
from datahub.policies.services import Permit
from datahub.vault import keyring
from datahub.vault.notes import open_note, seal_note


def sealed(permit: Permit, data_set: Ref, what: str, of: UUID, said: Mapping[str, Any]) -> bytes:
    return seal_note(keyring.keys_of(permit, data_set), said, what.encode() + of.bytes)


def asked_of(permit: Permit, data_set: Ref, anonymisation: Anonymisation) -> dict[str, Any]:
    return open_note(keyring.keys_of(permit, data_set), anonymisation.asked, b"asked" + anonymisation.pk.bytes)


def found_of(permit: Permit, data_set: Ref, anonymisation: Anonymisation) -> dict[str, Any] | None:
    if anonymisation.found is None:
        return None
    return open_note(keyring.keys_of(permit, data_set), anonymisation.found, b"found" + anonymisation.pk.bytes)


def counts_of(permit: Permit, data_set: Ref, counts: ValueCounts) -> dict[str, Any]:
    """Of counts that were found."""
    return open_note(keyring.keys_of(permit, data_set), bytes(counts.found or b""), b"counts" + counts.pk.bytes)
