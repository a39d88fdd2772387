"""A draft becomes a version that people can answer."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from datahub.api.ref import Ref
from datahub.audit.services import record
from surveys import keys
from surveys.drafts.questionnaire import check_complete
from surveys.drafts.services import lock_survey, ref_to
from surveys.errors import BeingDeleted
from surveys.models import BatchKey, Bundle, Counts, Deletion, Survey, Version
from surveys.publishing import bundles
from surveys.publishing import definition as rules
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition
from surveys.publishing.versions import close_open


@transaction.atomic
def publish(*, actor: Ref, rule: str, survey_id: UUID) -> Version:
    """Publishes a draft as a new version and closes the open version: a survey has at most one open version."""
    survey = lock_survey(survey_id)
    if Deletion.objects.filter(survey=survey.pk).exists():
        raise BeingDeleted("This survey is being deleted.")
    check_complete(survey.draft, timezone.now())
    close_open(survey)
    version = _create(survey, bundles.keep_current())
    record(
        actor=actor,
        operation="survey.publish",
        subject=ref_to(survey),
        reason=rule,
        detail={"number": version.number, "version": version.hash},
    )
    return version


def _create(survey: Survey, bundle: Bundle) -> Version:
    newest = survey.versions.order_by("-number").first()
    number = 1 if newest is None else newest.number + 1
    text = text_of(
        build(survey.draft, survey=str(survey.pk), number=number, bundle=bundle.hash, simulated=survey.simulated)
    )
    definition = rules.read(text)
    version = Version.objects.create(
        survey=survey,
        number=number,
        hash=definition.hash,
        definition=text,
        bundle=bundle,
        published_at=timezone.now(),
        opens_at=definition.opens_at,
        closes_at=definition.closes_at,
        cap_reports=definition.cap_reports,
        batch_least=definition.batch_least,
    )
    Counts.objects.bulk_create(_zeros(version, definition))
    _open_with_keys(version)
    return version


def _open_with_keys(version: Version) -> None:
    """The files come first: a row that names a key file is only ever committed after the file is on disk."""
    batch_key = BatchKey(version=version)
    keys.create_version_secrets(version.hash)
    keys.create_batch_key(batch_key.pk)
    batch_key.save(force_insert=True)


def _zeros(version: Version, definition: Definition) -> list[Counts]:
    return [
        Counts(version=version, level=level.id, block=part.field, supports=[0] * part.mechanism.count_length)
        for level in definition.levels
        for part in level.parts
    ]
