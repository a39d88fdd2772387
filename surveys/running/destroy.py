"""A published survey is deleted for good: first its keys, then its rows, then a signed record says so.

It is asked for in one short transaction and done by a job, in pieces: a large survey has more rows than one
transaction may hold. What each piece destroyed is counted in the transaction that destroys it, so that the record is
exact whenever the work was interrupted.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.api.signing import public_key, sign
from datahub.api.writes.locking import lock_row, lock_row_alone
from datahub.audit.services import record
from datahub.jobs.claims import Claim
from datahub.jobs.services import call_off_other_work, submit
from datahub.policies import services as policies
from mechanisms.common.canonical import digest
from surveys import keys
from surveys.drafts.services import lock_survey, ref_to
from surveys.errors import NeverPublished, TitleDiffers
from surveys.models import (
    Batch,
    BatchKey,
    Counts,
    Deletion,
    Estimate,
    InboxRow,
    Report,
    SimulatedTruth,
    Survey,
    Version,
)
from surveys.running.close import close_for_good

FORMAT = "datahub-deletion-record/1"
AT_ONCE = 2000  # A transaction deletes so many rows: on SQLite none may last longer than 100 ms.
NAMED = ("reports", "inbox_rows", "batches", "counts", "estimates", "truths", "batch_keys", "versions")


@transaction.atomic
def ask_for_destruction(*, actor: Ref, rule: str, survey_id: UUID, title: str) -> Deletion:
    """Closes the survey and starts its destruction: no report is accepted from now on. Asking again is asking once."""
    survey = lock_survey(survey_id)
    if title != survey.title:
        raise TitleDiffers("Type the title of the survey exactly, to say that it is this one.", fields=WRONG_TITLE)
    versions = list(survey.versions.order_by("number"))
    if not versions:
        raise NeverPublished("This survey was never published; delete it as the draft that it is.")
    deletion, is_new = Deletion.objects.get_or_create(
        survey=survey.pk, defaults={"destroyed": {"versions": [version.hash for version in versions], "key_files": []}}
    )
    if is_new:
        close_for_good(survey)
        submit(kind="surveys.destroy", subject=ref_to(survey), key=f"surveys.destroy:{survey.pk}", owner=actor)
        record(
            actor=actor,
            operation="survey.delete",
            subject=ref_to(survey),
            reason=rule,
            detail={"versions": len(versions)},
        )
    return deletion


WRONG_TITLE = {"confirm": "is not the title of the survey"}


def destroy(claim: Claim) -> None:
    survey_id = UUID(claim.subject.id)
    call_off_other_work(claim)
    _destroy_keys(survey_id)
    for name, rows in _pieces(survey_id):
        while _destroy_some(survey_id, name, rows):
            claim.extend()
    _finish(claim, survey_id)


def _destroy_keys(survey_id: UUID) -> None:
    """Destroys the keys of a survey before anything else: from then on nobody can read the waiting reports, not even
    from a copy of the database."""
    batch_keys = set(BatchKey.objects.filter(version__survey=survey_id).values_list("pk", flat=True))
    there = [batch_key for batch_key in batch_keys if keys.has_batch_key(batch_key)]
    hashes = Version.objects.filter(survey=survey_id).values_list("hash", flat=True)
    secrets = [hash for hash in hashes if keys.has_version_secrets(hash)]
    names = [keys.name_of_batch_key(batch_key) for batch_key in there] + [
        keys.name_of_version_secrets(hash) for hash in secrets
    ]
    # The hashes are recorded before the files are destroyed, so a kill in between loses none.
    with transaction.atomic():
        deletion = lock_row(Deletion.objects.filter(survey=survey_id))
        known = set(deletion.destroyed["key_files"])
        deletion.destroyed["key_files"] = sorted(known | {sha256(name.encode()).hexdigest() for name in names})
        deletion.save(update_fields=["destroyed"])
    for batch_key in there:
        keys.destroy_batch_key(batch_key)
    for hash in secrets:
        keys.destroy_version_secrets(hash)


def _pieces(survey_id: UUID) -> Iterator[tuple[str, QuerySet[Any]]]:
    """Yields the rows to destroy, by name, in an order in which nothing points to what is gone."""
    yield "reports", Report.objects.filter(batch__version__survey=survey_id)
    yield "inbox_rows", InboxRow.objects.filter(version__survey=survey_id)
    models: dict[str, type[Model]] = {
        "batches": Batch, "counts": Counts, "estimates": Estimate, "truths": SimulatedTruth, "batch_keys": BatchKey,
    }  # fmt: skip
    for name, model in models.items():
        yield name, model._default_manager.filter(version__survey=survey_id)


def _destroy_some(survey_id: UUID, name: str, rows: QuerySet[Any]) -> bool:
    with transaction.atomic():
        some = list(rows.values_list("pk", flat=True)[:AT_ONCE])
        if some:
            rows.model._default_manager.filter(pk__in=some).delete()
            deletion = lock_row(Deletion.objects.filter(survey=survey_id))
            deletion.destroyed[name] = deletion.destroyed.get(name, 0) + len(some)
            deletion.save(update_fields=["destroyed"])
    return bool(some)


def _finish(claim: Claim, survey_id: UUID) -> None:
    with transaction.atomic():
        claim.extend()
        survey = lock_row_alone(Survey.objects.filter(pk=survey_id))
        deletion = lock_row(Deletion.objects.filter(survey=survey_id))
        Version.objects.filter(survey=survey_id).delete()
        survey.delete()
        policies.forget(claim.subject)
        statement = _statement(deletion)
        deletion.record, deletion.signature = statement, sign(statement)
        deletion.public_key = public_key()
        deletion.save(update_fields=["record", "signature", "public_key"])
        record(
            actor=None,
            operation="survey.delete",
            subject=claim.subject,
            reason="all that was kept of the survey is destroyed",
            detail={"sha256": digest(statement)},
        )
        claim.finish({})


def _statement(deletion: Deletion) -> dict[str, Any]:
    """Returns the statement of what was destroyed. It gives the day only, as a time would reveal more about the last
    respondents than needed."""
    destroyed = deletion.destroyed
    rows = {name: destroyed.get(name, 0) for name in NAMED if name != "versions"}
    return {
        "format": FORMAT,
        "survey": str(deletion.survey),
        "versions": destroyed["versions"],
        "rows": rows | {"versions": len(destroyed["versions"])},
        "key_files": destroyed["key_files"],
        "day": f"{timezone.now():%Y-%m-%d}",
    }
