"""An owner looks at rows as they are: the only way to them, and the log says that it was taken."""

import logging
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from datahub.api.problem import Problem
from datahub.api.ref import PLATFORM, Ref
from datahub.audit.services import record
from datahub.policies.services import Permit, permit_of_accepted
from datahub.releases.models import Release
from datahub.releases.sealed import note_of, rows_beside, sealed_note, sealed_rows

NONE: dict[str, Any] = {"columns": [], "rows": []}  # what is shown of one that was made before any were kept

log = logging.getLogger(__name__)


@transaction.atomic
def see_rows(permit: Permit, release: Release) -> dict[str, Any]:
    """Of one that is blocked, waits or is released; NothingSealed of others."""
    shown = rows_beside(permit, release)
    detail = {"release": str(release.pk)}
    record(actor=permit.viewer, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)
    return shown


def move_apart() -> int:
    """Out of the notes in which rows were kept at first, into a field that no download opens; how many were moved.

    Keys are not at hand while a database is migrated, so the sweep does it. One that cannot be opened is left for the
    next sweep, and keeps no other waiting.
    """
    moved = 0
    for release_id in list(_not_apart().values_list("pk", flat=True)):
        try:
            moved += _move(release_id)
        except Problem as refusal:
            log.warning("The rows of release %s lie in its note still: %s", release_id, refusal.code)
    return moved


def _not_apart() -> QuerySet[Release]:
    kept = Release.objects.filter(kind=Release.Kind.ANONYMISED)
    return kept.filter(said__isnull=False, rows_beside__isnull=True).order_by("pk")


@transaction.atomic
def _move(release_id: UUID) -> bool:
    release = _not_apart().select_for_update().filter(pk=release_id).first()
    if release is None:
        return False  # withdrawn meanwhile
    permit = permit_of_accepted(
        viewer=PLATFORM, operation="dataset.administer", ref=Ref.parse(release.data_set), rule="rows are kept apart"
    )
    note = note_of(permit, release)
    rows = note.pop("rows", NONE)
    release.said, release.rows_beside = sealed_note(permit, release, note), sealed_rows(permit, release, rows)
    release.save(update_fields=["said", "rows_beside"])
    return True
