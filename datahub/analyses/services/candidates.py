"""A job tries every candidate on the rows of the version, and keeps what each risks and loses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from datahub.analyses.errors import PlanRefused
from datahub.analyses.models import Anonymisation
from datahub.analyses.reading import check_size, declared_columns, read_columns
from datahub.analyses.rules.drawing import KeyedEntropy
from datahub.analyses.rules.figures import Found, before, figures, found
from datahub.analyses.rules.plan import Plan, read_plan
from datahub.analyses.rules.side_by_side import side_by_side
from datahub.analyses.rules.table import Prepared, prepared
from datahub.analyses.sealed import asked_of, sealed
from datahub.analyses.services.repeated import class_map, refusal_beside
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.jobs.claims import Claim
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit
from datahub.releases.rules.states import against_public
from datahub.releases.selectors import counting_of
from datahub.vault import keyring

Models = Sequence[Mapping[str, Any]]
NOTHING_FOUND: Mapping[str, Any] = {
    "guarantee": "", "risk": None, "utility": None, "beside": None, "public": [], "rows": None,
}  # fmt: skip


def try_candidates(claim: Claim) -> None:
    """A candidate that cannot be is refused beside the others; a plan that cannot be ends the job. Both say why."""
    anonymisation = Anonymisation.objects.select_related("version__data_set").get(pk=claim.payload["anonymisation"])
    permit = permit_of_job(claim, "dataset.anonymise")
    asked = asked_of(permit, claim.subject, anonymisation)
    plan = read_plan(asked["plan"], declared_columns(anonymisation.version))
    try:
        rows = rows_of(permit, anonymisation.version, plan, lambda done, of: claim.progress(done, of, "reading"))
        tried = []
        for place, models in enumerate(asked["candidates"]):
            claim.progress(place, len(asked["candidates"]), "trying")
            tried.append(_tried(permit, anonymisation.version, rows, models))
    except PlanRefused as refusal:
        with transaction.atomic():
            claim.extend()
            _keep(permit, claim, anonymisation, {"refusal": refusal.to_json()})
            claim.fail(refusal.code)
        return
    claim.progress(len(tried), len(tried), "trying")
    with transaction.atomic():
        _keep(permit, claim, anonymisation, {"before": before(rows), "candidates": tried})
        claim.finish({"candidates": len(tried), "refused": sum(one["refused"] != "" for one in tried)})


def rows_of(permit: Permit, version: Version, plan: Plan, progress: Callable[[int, int], None]) -> Prepared:
    check_size(version)
    names = [column.name for column in plan.columns]  # also those that are left out: they tell who a row is about
    columns = declared_columns(version)
    return prepared(plan, columns, read_columns(permit, version, plan, names, progress))


def made_of(permit: Permit, rows: Prepared, models: Models) -> Found:
    """The same however often it is made, and however the rows are stored: draws are keyed by the data set."""
    secret = keyring.keys_of(permit, permit.ref).field("releases", "draws", "mac").secret
    return found(rows, models, KeyedEntropy(secret, {"models": [dict(model) for model in models]}))


def _tried(permit: Permit, version: Version, rows: Prepared, models: Models) -> dict[str, Any]:
    """`beside` says why it cannot stand beside what was released before; `public` why not for everybody; `rows` are for
    owners alone."""
    try:
        made = made_of(permit, rows, models)
    except ValueError as why:
        return {**NOTHING_FOUND, "refused": str(why)}
    people = Ref("lineage", str(version.data_set.lineage_id))
    new = class_map(permit, Ref("dataset_version", str(version.pk)), rows, made, models)
    beside = refusal_beside(permit, people, new)
    return {
        "refused": "",
        **figures(rows, made, models),
        "beside": None if beside is None else {"code": beside.code, "detail": beside.detail},
        "public": against_public(columns_of(rows.plan), models, released_before=counting_of(people).exists()),
        "rows": side_by_side(rows, made),
    }


def columns_of(plan: Plan) -> list[dict[str, str]]:
    """Those of the file."""
    return [{"name": column.name, "role": column.role} for column in plan.released]


def _keep(permit: Permit, claim: Claim, anonymisation: Anonymisation, said: Mapping[str, Any]) -> None:
    found = sealed(permit, claim.subject, "found", anonymisation.pk, said)
    Anonymisation.objects.filter(pk=anonymisation.pk).update(found=found)
