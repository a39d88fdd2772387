"""Rows as they are lie apart from the figures of candidates: out of the notes in which they were kept at first."""

import logging
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from datahub.analyses.models import Anonymisation
from datahub.analyses.sealed import found_of, sealed
from datahub.analyses.selectors.anonymisations import data_set_of
from datahub.api.problem import Problem
from datahub.api.ref import PLATFORM
from datahub.jobs.models import Job
from datahub.policies.services import permit_of_accepted

log = logging.getLogger(__name__)


def drop_rows() -> int:
    """Of candidates tried before rows lay apart; of how many anonymisations. They are shown to nobody, so none is kept.

    One that cannot be opened is left for the next time, and keeps no other waiting.
    """
    dropped = 0
    for tried in list(_not_apart().values_list("pk", flat=True)):
        try:
            dropped += _drop(tried)
        except Problem as refusal:
            log.warning("The rows of anonymisation %s lie among its figures still: %s", tried, refusal.code)
    return dropped


def _not_apart() -> QuerySet[Anonymisation]:
    """Those that were refused as a whole never had any."""
    return Anonymisation.objects.filter(found__isnull=False, rows_beside__isnull=True, job__state=Job.State.DONE)


@transaction.atomic
def _drop(id: UUID) -> bool:
    tried = _not_apart().select_for_update(of=("self",)).select_related("version").filter(pk=id).first()
    if tried is None:
        return False  # thrown away meanwhile
    data_set = data_set_of(tried)
    permit = permit_of_accepted(
        viewer=PLATFORM, operation="dataset.administer", ref=data_set, rule="rows are kept apart"
    )
    note = found_of(permit, data_set, tried) or {}
    kept = [{part: said for part, said in one.items() if part != "rows"} for one in note["candidates"]]
    tried.found = sealed(permit, data_set, "found", tried.pk, {**note, "candidates": kept})
    tried.rows_beside = sealed(permit, data_set, "rows beside", tried.pk, {"rows": []})
    tried.save(update_fields=["found", "rows_beside"])
    return True
