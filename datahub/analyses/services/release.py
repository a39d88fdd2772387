"""A candidate is chosen: a job makes it again, compares it with earlier releases, and hands it down to be kept."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import (
    IntersectionUnproven,
    Intersects,
    NeedsDifferentialPrivacy,
    NotInThisState,
    PlanRefused,
)
from datahub.analyses.models import Anonymisation
from datahub.analyses.reading import declared_columns
from datahub.analyses.rules import written
from datahub.analyses.rules.asked import least_k
from datahub.analyses.rules.figures import before, figures
from datahub.analyses.rules.plan import Plan, read_plan
from datahub.analyses.rules.side_by_side import side_by_side
from datahub.analyses.sealed import asked_of, found_of
from datahub.analyses.services.ask import check_limits
from datahub.analyses.services.candidates import columns_of, made_of, rows_of
from datahub.analyses.services.repeated import check_alone, class_map, refusal_beside
from datahub.api.problem import Problem
from datahub.api.ref import Ref
from datahub.datasets.services.create import locked
from datahub.jobs.claims import Claim
from datahub.jobs.services import submit
from datahub.policies.jobs import asked_with, permit_of_job
from datahub.policies.services import Permit
from datahub.releases.models import Release
from datahub.releases.rules.states import PROMISED_NOT, against_public
from datahub.releases.rules.tables import FORMS
from datahub.releases.selectors import counting_of
from datahub.releases.services.begin import announce, fail
from datahub.releases.services.keep import Handed, keep

INSTEAD = "Ask for answers with differential privacy instead, or give the table to named recipients."


@transaction.atomic
def choose(
    *, actor: Person, permit: Permit, id: UUID, anonymisation: Anonymisation, candidate: int, said: Mapping[str, Any]
) -> Release:
    """A release that is being made. Under an id that exists, that one is answered."""
    data_set = locked(anonymisation.version.data_set_id)
    known = Release.objects.filter(pk=id, data_set=str(permit.ref)).first()
    if known is not None:
        return known
    asked, chosen = asked_of(permit, permit.ref, anonymisation), _chosen(permit, anonymisation, candidate)
    plan = read_plan(asked["plan"], declared_columns(anonymisation.version))
    models, people = asked["candidates"][candidate], Ref("lineage", str(data_set.lineage_id))
    check_limits(permit, plan, least=least_k(models))
    check_alone(people)
    _check_beside(chosen)
    columns = columns_of(plan)
    if said["audience"] == Release.Audience.PUBLIC:
        against = against_public(columns, models, released_before=counting_of(people).exists())
        if against:
            raise NeedsDifferentialPrivacy(" ".join((*against, INSTEAD)), fields={"audience": against})
    release = announce(
        permit=permit,
        id=id,
        version=Ref("dataset_version", str(anonymisation.version_id)),
        number=anonymisation.version.number,
        people=people,
        columns=columns,
        guarantee=chosen["guarantee"],
        second_person=said["audience"] == Release.Audience.PUBLIC or permit.obligations.four_eyes,
        said=said,
    )
    payload = {"anonymisation": str(anonymisation.pk), "candidate": candidate, "release": str(id), **asked_with(permit)}
    job = submit(kind="analyses.release", subject=permit.ref, owner=ref_of(actor), payload=payload)
    release.job = job.pk
    release.save(update_fields=["job"])
    return release


def _chosen(permit: Permit, anonymisation: Anonymisation, candidate: int) -> dict[str, Any]:
    found = (found_of(permit, permit.ref, anonymisation) or {}).get("candidates")
    if found is None:
        raise NotInThisState("Nothing was found yet; choose among candidates when they are there.")
    if candidate >= len(found):
        raise PlanRefused(f"There are {len(found)} candidates.", fields={"candidate": "is none of them"})
    chosen: dict[str, Any] = found[candidate]
    if chosen["refused"]:
        raise PlanRefused(f"This candidate was refused: {chosen['refused']}", fields={"candidate": "was refused"})
    return chosen


def _check_beside(chosen: Mapping[str, Any]) -> None:
    """As the candidate was found; the job compares again, with what was released since."""
    said = chosen["beside"]
    if said is not None:
        refusals = {refusal.code: refusal for refusal in (Intersects, IntersectionUnproven)}
        raise refusals[said["code"]](said["detail"])


def make(claim: Claim) -> None:
    """Whatever ends it early, the release says that it failed, and nothing of it is left."""
    release_id = UUID(claim.payload["release"])
    try:
        permit = permit_of_job(claim, "dataset.anonymise")
        keep(claim, permit, release_id, _handed(claim, permit))
    except Problem:
        with transaction.atomic():
            claim.extend()  # ClaimLost: another attempt has taken over
            fail(release_id)
        raise


def _handed(claim: Claim, permit: Permit) -> Handed:
    anonymisation = Anonymisation.objects.select_related("version__data_set").get(pk=claim.payload["anonymisation"])
    asked = asked_of(permit, claim.subject, anonymisation)
    plan: Plan = read_plan(asked["plan"], declared_columns(anonymisation.version))
    models = asked["candidates"][claim.payload["candidate"]]
    rows = rows_of(permit, anonymisation.version, plan, lambda done, of: claim.progress(done, of, "reading"))
    claim.progress(0, 0, "making")
    try:
        made = made_of(permit, rows, models)
    except ValueError as why:
        raise PlanRefused(str(why)) from None
    claim.progress(0, 0, "comparing")
    classes = class_map(permit, Ref("dataset_version", str(anonymisation.version_id)), rows, made, models)
    beside = refusal_beside(permit, Ref("lineage", str(anonymisation.version.data_set.lineage_id)), classes)
    if beside is not None:
        raise beside
    table, trees = written.written(rows, made), written.trees(rows)
    digests = {file: hashlib.sha256(content).hexdigest() for file, content in trees.items()}
    claim.progress(0, 0, "verifying")
    return Handed(
        tables={form: write(table.names, table.rows) for form, write in FORMS.items()},
        card=written.card(rows, table, models, digests),
        trees=trees,
        original=written.original(rows),
        assignment=written.assignment(table),
        classes=json.dumps(classes.to_json()).encode(),
        rows=side_by_side(rows, made),
        report={
            **figures(rows, made, models),
            "before": before(rows),
            "promised": [made.release.guarantee],
            "not_promised": list(PROMISED_NOT),
        },
    )
