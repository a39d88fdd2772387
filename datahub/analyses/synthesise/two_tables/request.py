"""This service asks for synthetic rows of two data sets joined by a key; the viewer needs permits for both, and both
pay."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import no_rows
from datahub.analyses.models import Synthesis
from datahub.analyses.sealed import plan_of, sealed
from datahub.analyses.synthesise.limits import check_two_tables_synthesis
from datahub.analyses.synthesise.request import (
    check_loaded,
    check_room,
    check_rows_known,
    known_synthesis,
    lock_data_sets,
)
from datahub.analyses.synthesise.rules.rows_read import rows_in
from datahub.analyses.synthesise.selectors import check_as_asked, columns_of, ref_of_version
from datahub.analyses.synthesise.two_tables.rules.plan import ALL_ROWS, RowsOfTwo, TwoTablesPlan, read_two_tables_plan
from datahub.analyses.synthesise.two_tables.rules.question import TwoTablesQuestion
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.datasets.models import Version
from datahub.jobs.services import submit
from datahub.ledger.models import Spend
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND
from datahub.ledger.services.reserve import check_unused, reserve, reserve_stored
from datahub.policies.decide.obligations import Obligations
from datahub.policies.jobs import asked_with
from datahub.policies.services import Permit
from datahub.policies.write.policy_json import write_rows
from mechanisms.accounting.zcdp import Cost

NOTE = "rows of two tables"
OPERATION = "dataset.synthesise"


@dataclass(frozen=True, kw_only=True)
class StillAsked:
    """A request that is still allowed has its plan, as written and as read, and the limits of both roles that it keeps
    to."""

    fields: dict[str, Any]
    plan: TwoTablesPlan
    of_parents: Obligations
    of_children: Obligations


@transaction.atomic
def synthesise_two_tables(
    *,
    actor: Person,
    permit: Permit,
    of_children: Permit,
    id: UUID,
    version: Version,
    fields: Mapping[str, Any],
    purpose: str,
) -> Synthesis:
    """Returns a synthesis of two tables, queued with its job. `permit` is for the parents' data set, `of_children` for
    the one that the plan names. The same plan again for the same purpose returns the person's synthesis, at no cost.
    The people of both are charged alike: the larger of the two losses.

    PlanRefused, NotPermitted, BudgetExceeded, NoBudget, RequestReused, RequestReleased: then nothing is set aside.
    """
    children = children_of(fields)
    lock_data_sets(version, children)
    plan = checked_two_tables_plan(permit, of_children, version, children, fields, purpose)
    known = known_synthesis(actor, id, version, plan.digest, purpose)
    if known is not None:
        return known
    check_room(Synthesis.objects.exclude(children=None), actor, version)
    request = f"joined:{id}"
    check_unused(request)
    spend = set_aside_of_both(permit, of_children, request, (version, children), plan, NOTE, purpose)
    job = submit(
        kind="analyses.synthesise_joined",
        subject=permit.ref,
        owner=ref_of(actor),
        payload={"synthesis": str(id), "children": of_children.ref.id, SPEND: str(spend.pk), **asked_with(permit)},
    )
    synthesis = Synthesis.objects.create(
        id=id,
        version=version,
        children=children,
        asked_by=str(ref_of(actor)),
        job=job,
        spend=spend,
        digest=plan.digest,
        purpose=purpose,
        asked=sealed(permit, permit.ref, "joined", id, {"plan": _as_json(fields), "rows": _rows_json(plan)}),
    )
    note_both(permit, of_children, synthesis, {})
    return synthesis


def children_of(fields: Mapping[str, Any]) -> Version:
    """Returns the version of the children that a plan names. PlanRefused if it does not exist."""
    named = fields["children"]
    version = Version.objects.filter(data_set=named["data_set"], number=named["version"]).first()
    if version is None:
        raise no_rows("children.version", f"is {named['version']}, and there is no such version")
    return version


def checked_two_tables_plan(
    permit: Permit,
    of_children: Permit,
    parents: Version,
    children: Version,
    fields: Mapping[str, Any],
    purpose: str,
) -> TwoTablesPlan:
    """Returns the plan of two loaded versions of different people, within the limits of the roles that let somebody
    ask, and of the rows that they show."""
    plan = _read(parents, children, fields, ALL_ROWS)
    of_parents, of_the_children = (
        check_two_tables_synthesis(by, names, cost=plan.cost, purpose=purpose, rows=None)
        for by, names in ((permit, plan.of_parents), (of_children, plan.of_children))
    )
    check_rows_known(of_parents.rows, columns_of(parents))
    check_rows_known(of_the_children.rows, columns_of(children))
    rows = RowsOfTwo(parents=of_parents.rows, children=of_the_children.rows)
    return plan if rows == ALL_ROWS else _read(parents, children, fields, rows)


def _read(parents: Version, children: Version, fields: Mapping[str, Any], rows: RowsOfTwo) -> TwoTablesPlan:
    for version in (parents, children):
        check_loaded(version)
    if parents.data_set.lineage_id == children.data_set.lineage_id:
        raise no_rows("children.data_set", "is about the same people as the parents, of whom each has one row in both")
    return read_two_tables_plan(fields, columns_of(parents), columns_of(children), version=children.pk, rows=rows)


def still_checked_plan(
    permit: Permit, of_children: Permit, synthesis: Synthesis, *, cost: Cost | None = None
) -> StillAsked:
    """Returns the plan of a synthesis of two tables, as it was asked for and as it is read, with the limits of both
    roles that it keeps to now. NotPermitted if a role on either was limited since, NotInThisState if columns are
    declared otherwise now. `cost` is for a question about the rows, whose price is not that of the rows."""
    note, (parents, children) = plan_of(permit, permit.ref, synthesis), synthesis.both_versions
    rows = RowsOfTwo(
        parents=rows_in(note["rows"]["parents"], columns_of(parents)),
        children=rows_in(note["rows"]["children"], columns_of(children)),
    )
    plan = _read(parents, children, note["plan"], rows)
    check_as_asked(synthesis, plan.digest)
    of_parents, of_the_children = (
        check_two_tables_synthesis(by, names, cost=cost or plan.cost, purpose=synthesis.purpose, rows=read)
        for by, names, read in (
            (permit, plan.of_parents, rows.parents),
            (of_children, plan.of_children, rows.children),
        )
    )
    return StillAsked(fields=note["plan"], plan=plan, of_parents=of_parents, of_children=of_the_children)


@transaction.atomic
def note_taken(permit: Permit, of_children: Permit, synthesis: Synthesis, form: str) -> None:
    """Records in the audit log of both data sets that somebody downloaded files of synthetic rows, which costs no
    budget."""
    note_both(permit, of_children, synthesis, {"form": form})


def set_aside_of_both(
    permit: Permit,
    of_children: Permit,
    request: str,
    versions: tuple[Version, Version],
    question: TwoTablesPlan | TwoTablesQuestion,
    note: str,
    purpose: str,
) -> Spend:
    """Sets the cost aside on the accounts of both people and of whoever asks; for an answer that is stored already, on
    the account of whoever asks alone."""
    stored = answer_of(question.digest, ref_of_version(versions[0]))
    parts = {"request": request, "note": note, "purpose": purpose}
    if stored is not None:
        return reserve_stored(permit=permit, answer=stored, beside=[of_children], **parts)
    people = [Ref("lineage", str(version.data_set.lineage_id)) for version in versions]
    return reserve(permit=permit, accounts=[*people, permit.viewer], cost=question.cost, beside=[of_children], **parts)


def note_both(permit: Permit, of_children: Permit, synthesis: Synthesis, more: Mapping[str, Any]) -> None:
    """Records in the audit log of both data sets what was joined with each, for those who look after it. Call it last
    in a transaction."""
    parents, children = synthesis.both_versions
    for of, other, version in ((permit, of_children, parents), (of_children, permit, children)):
        about = {"synthesis": str(synthesis.pk), "joined_with": str(other.ref), "purpose": synthesis.purpose}
        detail = {"version": version.number, **about, **more}
        record(actor=of.viewer, operation=OPERATION, subject=of.ref, reason=of.rule, detail=detail)


def _rows_json(plan: TwoTablesPlan) -> dict[str, Any]:
    return {"parents": write_rows(plan.parents.rows), "children": write_rows(plan.children.rows)}


def _as_json(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the plan as it was asked for, with the data set of the children as a text."""
    return {**fields, "children": {**fields["children"], "data_set": str(fields["children"]["data_set"])}}
