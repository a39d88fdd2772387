"""Requests about a data set and their results are sealed here under the keys of the data set."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from datahub.analyses.models import Anonymisation, Appraisal, ColumnCounts, MeasuredReport, Synthesis, SyntheticModel
from datahub.api.ref import Ref
from datahub.policies.services import Permit
from datahub.releases.sealed import SEES
from datahub.vault.collections.notes import open_note, seal_note
from datahub.vault.errors import PermitRefused
from datahub.vault.keys import keyring

# Counts have each value, None if it is missing, and its number of rows.
Counts = Sequence[tuple[str | None, int]] | None


def sealed(permit: Permit, data_set: Ref, what: str, of: UUID, content: Mapping[str, Any]) -> bytes:
    return seal_note(keyring.keys_of(permit, data_set), content, what.encode() + of.bytes)


def asked_of(permit: Permit, data_set: Ref, anonymisation: Anonymisation) -> dict[str, Any]:
    return open_note(keyring.keys_of(permit, data_set), anonymisation.asked, b"asked" + anonymisation.pk.bytes)


def found_of(permit: Permit, data_set: Ref, anonymisation: Anonymisation) -> dict[str, Any] | None:
    if anonymisation.found is None:
        return None
    return open_note(keyring.keys_of(permit, data_set), anonymisation.found, b"found" + anonymisation.pk.bytes)


def rows_beside(permit: Permit, data_set: Ref, anonymisation: Anonymisation) -> list[dict[str, Any] | None]:
    """Returns the rows that are shown beside each candidate. PermitRefused unless the Door was asked about rows; empty
    where none were kept apart."""
    if permit.operation != SEES:
        raise PermitRefused(f"a permit for {permit.operation} opens no rows")
    if anonymisation.rows_beside is None:
        return []
    ring, of = keyring.keys_of(permit, data_set), b"rows beside" + anonymisation.pk.bytes
    rows: list[dict[str, Any] | None] = open_note(ring, anonymisation.rows_beside, of)["rows"]
    return rows


def sealed_counts(permit: Permit, data_set: Ref, version: UUID, column: str, counts: Counts) -> bytes:
    """Seals the counts of a column, bound to that column. The length reveals how many values it has, to a power of
    two."""
    return sealed(permit, data_set, f"counts of {column}", version, {"counts": counts})


def counts_of(permit: Permit, data_set: Ref, stored: ColumnCounts) -> Counts:
    """Returns the counts of the values of one column; None where the column has too many different values."""
    belongs_to = f"counts of {stored.name}".encode() + stored.of_id.bytes
    counts: Counts = open_note(keyring.keys_of(permit, data_set), stored.found, belongs_to)["counts"]
    return counts


def plan_of(permit: Permit, data_set: Ref, synthesis: Synthesis) -> dict[str, Any]:
    label = b"synthesis" if synthesis.children_id is None else b"joined"
    return open_note(keyring.keys_of(permit, data_set), synthesis.asked, label + synthesis.pk.bytes)


def question_of(permit: Permit, data_set: Ref, measured_report: Appraisal) -> dict[str, Any]:
    label = b"appraisal" if measured_report.synthesis.children_id is None else b"joined appraisal"
    return open_note(keyring.keys_of(permit, data_set), measured_report.asked, label + measured_report.pk.bytes)


def sealed_model(permit: Permit, data_set: Ref, version: UUID, digest: str, model: Mapping[str, Any]) -> bytes:
    return seal_note(keyring.keys_of(permit, data_set), model, _of_model(version, digest))


def model_in(permit: Permit, data_set: Ref, model: SyntheticModel) -> dict[str, Any]:
    return open_note(keyring.keys_of(permit, data_set), model.content, _of_model(model.version_id, model.digest))


def sealed_report(permit: Permit, data_set: Ref, version: UUID, digest: str, report: Mapping[str, Any]) -> bytes:
    return seal_note(keyring.keys_of(permit, data_set), report, _of_report(version, digest))


def report_in(permit: Permit, data_set: Ref, report: MeasuredReport) -> dict[str, Any]:
    return open_note(keyring.keys_of(permit, data_set), report.content, _of_report(report.version_id, report.digest))


def sealed_half(permit: Permit, version: UUID, digest: str, content: Mapping[str, Any]) -> bytes:
    """Returns the sealed part, of a model or report of two tables, that belongs to the permit's data set."""
    return seal_note(keyring.keys_of(permit, permit.ref), content, _of_half(version, digest))


def halves_of(
    of_parents: Permit, of_children: Permit, halves: SyntheticModel | MeasuredReport
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns both parts of a model or report of two tables, of parents and of children, each opened by its own permit.
    PermitRefused for what is of one table."""
    if halves.children_id is None or halves.of_children is None:
        raise PermitRefused(f"{halves} is of one table")
    parents = keyring.keys_of(of_parents, of_parents.ref)
    children = keyring.keys_of(of_children, of_children.ref)
    return (
        open_note(parents, halves.content, _of_half(halves.version_id, halves.digest)),
        open_note(children, halves.of_children, _of_half(halves.children_id, halves.digest)),
    )


def _of_model(version: UUID, digest: str) -> bytes:
    return b"synthetic model" + version.bytes + digest.encode()


def _of_report(version: UUID, digest: str) -> bytes:
    return b"measured report" + version.bytes + digest.encode()


def _of_half(version: UUID, digest: str) -> bytes:
    return b"half of two tables" + version.bytes + digest.encode()
