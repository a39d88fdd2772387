"""This service asks for a report on rows of two tables: the people of both pay, and a job measures them on the true
rows."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import Appraisal, Synthesis
from datahub.analyses.sealed import sealed
from datahub.analyses.synthesise.measured.request import NOTE, check_room, known_among
from datahub.analyses.synthesise.request import lock_data_sets
from datahub.analyses.synthesise.two_tables.request import note_both, set_aside_of_both, still_checked_plan
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan
from datahub.analyses.synthesise.two_tables.rules.question import read_two_tables_question
from datahub.api.writes.locking import lock_row
from datahub.jobs.services import submit
from datahub.ledger.services.carry_out import SPEND
from datahub.policies.jobs import asked_with
from datahub.policies.services import Permit


@transaction.atomic
def request_two_tables_report(
    *,
    actor: Person,
    permit: Permit,
    of_children: Permit,
    id: UUID,
    synthesis: Synthesis,
    plan: TwoTablesPlan,
    fields: Mapping[str, Any],
) -> Appraisal:
    """Returns a report of two tables, queued with its job; `plan` is what both permits still let somebody use of the
    rows. The same question again gives the report there is, and is free. The people of both tables are charged alike,
    each the larger of the two losses.

    NotInThisState before there are rows; PlanRefused, NotPermitted, BudgetExceeded, NoBudget: then nothing is set
    aside.
    """
    versions = synthesis.both_versions
    lock_data_sets(*versions)
    lock_row(Synthesis.objects.filter(pk=synthesis.pk))
    if synthesis.model_id is None:
        raise NotInThisState("There are no rows yet.")
    question = read_two_tables_question(fields, plan)
    still_checked_plan(permit, of_children, synthesis, cost=question.cost)
    own = Appraisal.objects.filter(synthesis=synthesis)
    known = known_among(own.select_related("job", "spend", "report"), id, question.digest)
    if known is not None:
        return known
    of_two_tables = Appraisal.objects.exclude(synthesis__children=None)
    check_room(of_two_tables.filter(synthesis__version__data_set=synthesis.version.data_set_id), own)
    spend = set_aside_of_both(
        permit, of_children, f"joined-appraisal:{id}", versions, question, NOTE, synthesis.purpose
    )
    job = submit(
        kind="analyses.appraise_joined",
        subject=permit.ref,
        owner=ref_of(actor),
        payload={"appraisal": str(id), "children": of_children.ref.id, SPEND: str(spend.pk), **asked_with(permit)},
    )
    measured_report = Appraisal.objects.create(
        id=id,
        synthesis=synthesis,
        job=job,
        spend=spend,
        digest=question.digest,
        asked=sealed(permit, permit.ref, "joined appraisal", id, {"asked": dict(fields)}),
    )
    note_both(permit, of_children, synthesis, {"appraisal": str(id)})
    return measured_report
