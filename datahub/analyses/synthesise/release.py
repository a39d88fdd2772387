"""A release of synthetic rows is made by a job, which draws them from a model that was paid for.

They cost nothing more, and add nothing to what releases reveal of anybody: so the ledger is not asked, nor
are they compared with releases of the same people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import Synthesis
from datahub.analyses.sealed import plan_of
from datahub.analyses.synthesise.request import still_checked
from datahub.analyses.synthesise.rules.checks import checks_of
from datahub.analyses.synthesise.rules.files import WRITTEN, Texts, rows_taken
from datahub.analyses.synthesise.rules.report import guarantee_of_rows
from datahub.analyses.synthesise.selectors import ref_of_version, rows_to_release
from datahub.api.problem import Problem
from datahub.api.ref import Ref
from datahub.datasets.rules.columns import Column
from datahub.datasets.services.create import locked
from datahub.jobs.claims import Claim
from datahub.jobs.services import submit
from datahub.policies.jobs import asked_with, permit_of_job
from datahub.policies.services import Permit
from datahub.policies.write.policy_json import write_rows
from datahub.releases.findings import HOLDS
from datahub.releases.limits import terms_of
from datahub.releases.models import Release
from datahub.releases.rules.synthetic import named
from datahub.releases.rules.tables import FORMS
from datahub.releases.services.begin import announce, fail
from datahub.releases.services.keep import ToKeep, keep_checked
from mechanisms.accounting.event import decimal_text

MOST_AT_ONCE = 2  # a data set has at most this many releases at work


@transaction.atomic
def release_rows(
    *, actor: Person, permit: Permit, id: UUID, synthesis: Synthesis, fields: Mapping[str, Any]
) -> Release:
    """Begins a release of synthetic rows and returns it. If the id exists, the existing release is returned.

    NotInThisState before there is a model, and for rows of two tables; NotPermitted for a limit of the role, also one
    that it was given since; PlanRefused for more rows than are taken at once.
    """
    data_set = locked(synthesis.version.data_set_id)  # the lock makes two requests at once take turns
    known = Release.objects.filter(pk=id, data_set=str(permit.ref)).first()
    if known is not None:
        return known
    if synthesis.children_id is not None:
        raise NotInThisState("Rows of two tables cannot be released yet. Take them as an archive.")
    if synthesis.model is None:
        raise NotInThisState("There are no rows yet; release them when they are there.")
    plan, _ = still_checked(permit, synthesis)
    rows_taken(len(plan.columns), fields.get("rows"), 1)
    _check_room(permit.ref)
    release = announce(
        permit=permit,
        id=id,
        kind=Release.Kind.SYNTHETIC,
        version=ref_of_version(synthesis.version),
        number=synthesis.version.number,
        people=Ref("lineage", str(data_set.lineage_id)),
        columns=[{"name": column.name, "role": column.role} for column in plan.columns],
        guarantee=guarantee_of_rows(plan_of(permit, permit.ref, synthesis)["plan"], plan),
        models=(),
        population=None,
        compared_with=None,
        second_person=fields["audience"] == Release.Audience.PUBLIC,
        purpose=synthesis.purpose,
        noise={
            "rho": decimal_text(plan.rho),
            "mechanisms": sorted(plan.engine.mechanisms),
            "rows": write_rows(plan.rows),
        },
        fields={part: fields[part] for part in ("title", "audience", "licence", "citation")},
    )
    wish = {"synthesis": str(synthesis.pk), "rows": fields.get("rows"), "release": str(id)}
    payload = {**wish, **asked_with(permit)}
    job = submit(kind="analyses.release_rows", subject=permit.ref, owner=ref_of(actor), payload=payload)
    release.job = job.pk
    release.save(update_fields=["job"])
    return release


def make(claim: Claim) -> None:
    """Makes an announced release of synthetic rows; if anything ends the job early, the release is marked as failed and
    nothing of it is left."""
    release_id = UUID(claim.payload["release"])
    try:
        permit = permit_of_job(claim, "dataset.synthesise")
        _draw(claim, permit, release_id)
    except Problem:
        with transaction.atomic():
            claim.extend()  # ClaimLost: another attempt has taken over
            fail(release_id)
        raise


def _draw(claim: Claim, permit: Permit, release_id: UUID) -> None:
    rows = Synthesis.objects.select_related("version", "model").filter(pk=claim.payload["synthesis"])
    synthesis = rows.first()
    if synthesis is None:
        raise NotInThisState("The rows were thrown away before they could be released.")
    plan, limits = still_checked(permit, synthesis)
    claim.progress(0, 0, "making")
    drawn = rows_to_release(synthesis, permit, claim.payload["rows"], terms_of(limits, synthesis.purpose))
    release = Release.objects.get(pk=release_id)
    card = named(drawn.card, title=release.title, licence=release.licence, citation=release.citation)
    claim.progress(0, 0, "verifying")
    tables, findings = _written(drawn.cells, plan.columns, card)
    files = {form: [table] for form, table in tables.items()}
    keep_checked(
        claim, permit, release_id, ToKeep(tables=files, card=card, report={}, classes=None, rows=None), findings
    )


def _written(
    cells: Texts, columns: Sequence[Column], card: Mapping[str, Any]
) -> tuple[dict[str, bytes], dict[str, list[dict[str, Any]]]]:
    """Returns the tables by form, and the findings on each file. No file is written after one that fails: a cell
    that is no declared value has no declared type."""
    tables, findings = {}, {}
    for form in FORMS:
        tables[form] = WRITTEN[form](cells, columns, card)
        findings[form] = [asdict(check) for check in checks_of(form, tables[form], columns, card)]
        if any(check["outcome"] != HOLDS for check in findings[form]):
            break
    return tables, findings


def _check_room(data_set: Ref) -> None:
    making = Release.objects.filter(data_set=str(data_set), kind=Release.Kind.SYNTHETIC, state=Release.State.MAKING)
    if making.count() >= MOST_AT_ONCE:
        raise TooMany(f"{MOST_AT_ONCE} releases of synthetic rows are being made. Wait for one.")
