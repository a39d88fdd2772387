"""This job makes a measured report on rows of two tables: the price is spent, both versions are read, and
the noisy result is sealed, each half under the keys of its data set.

Killed anywhere, it is done again: nobody sees a draw before the transaction that keeps it, and from the start on the
price is spent whatever happens.
"""

from typing import Any
from uuid import UUID

from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import Appraisal, MeasuredReport
from datahub.analyses.paid import closing_transaction, price_back_on_refusal
from datahub.analyses.sealed import halves_of, question_of, sealed_half
from datahub.analyses.stored import serve
from datahub.analyses.synthesise.selectors import ref_of_version
from datahub.analyses.synthesise.two_tables.job import both_in_vault, check_children, permit_of_children
from datahub.analyses.synthesise.two_tables.request import OPERATION, still_checked_plan
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan
from datahub.analyses.synthesise.two_tables.rules.question import (
    ENGINE,
    TwoTablesQuestion,
    halves_found,
    likeness_in,
    read_two_tables_question,
)
from datahub.jobs.claims import Claim
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND, Answer, commit, drawing, permit_to_start, start_held
from datahub.policies.decide.conditions import NOTHING_KNOWN
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text
from mechanisms.common.aes_ctr_entropy import AesCtrEntropy
from mechanisms.synthesis.measured.two_tables import measured_joined
from mechanisms.synthesis.two_tables.counting import counted_rows

STEPS = 3  # progress shows only reading, measuring and sealing
ReportRequest = tuple[Appraisal, TwoTablesPlan, TwoTablesQuestion]


def make(claim: Claim) -> None:
    spend_id = UUID(claim.payload[SPEND])
    permit = permit_to_start(claim, OPERATION, spend_id, context=NOTHING_KNOWN)
    with price_back_on_refusal(claim, spend_id):
        of_children = permit_of_children(claim, permit)
        measured_report, plan, question = _report_request(claim, permit, of_children)
    synthesis = measured_report.synthesis
    stored = answer_of(question.digest, ref_of_version(synthesis.version))
    if stored is not None:
        own = Appraisal.objects.filter(pk=measured_report.pk)
        keep = lambda: own.update(report=stored.body["report"])  # noqa: E731 - the function is called once, below
        serve(claim, permit, measured_report.spend, stored, keep, beside=[of_children])
        return
    if synthesis.model is None:
        raise RuntimeError("the model of the rows is gone")
    likeness = likeness_in(*halves_of(permit, of_children, synthesis.model), plan)
    start_held(claim, spend_id)
    claim.progress(0, STEPS, "reading")
    tables = both_in_vault(permit, of_children, synthesis, plan)
    claim.progress(1, STEPS, "measuring")
    with drawing(claim, spend_id):
        rows = counted_rows(plan.declared.most, **tables, entropy=AesCtrEntropy())
        report = measured_joined(rows, likeness, rho=question.rho)
    claim.progress(2, STEPS, "sealing")
    _keep(claim, permit, of_children, measured_report, question, halves_found(report))


def _report_request(claim: Claim, permit: Permit, of_children: Permit) -> ReportRequest:
    rows = Appraisal.objects.select_related(
        "synthesis__version__data_set", "synthesis__children__data_set", "synthesis__model", "spend"
    )
    measured_report = rows.filter(pk=claim.payload["appraisal"]).first()
    if measured_report is None:
        raise NotInThisState("What was asked for is gone, and with it the rows that it was of.")
    fields = question_of(permit, permit.ref, measured_report)["asked"]
    plan = still_checked_plan(permit, of_children, measured_report.synthesis).plan
    question = read_two_tables_question(fields, plan)
    still_checked_plan(permit, of_children, measured_report.synthesis, cost=question.cost)
    return measured_report, plan, question


def _keep(
    claim: Claim,
    permit: Permit,
    of_children: Permit,
    measured_report: Appraisal,
    question: TwoTablesQuestion,
    reports: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    (version, children), (of_parents, rest) = measured_report.synthesis.both_versions, reports
    halves = {
        "children": children,
        "content": sealed_half(permit, version.pk, question.digest, of_parents),
        "of_children": sealed_half(of_children, children.pk, question.digest, rest),
    }
    with closing_transaction(claim):
        check_children(children)
        report, _ = MeasuredReport.objects.get_or_create(version=version, digest=question.digest, defaults=halves)
        body = {"report": str(report.pk), "engine": ENGINE, "rho": decimal_text(question.rho)}
        answer = Answer(plan_digest=question.digest, data_version=str(ref_of_version(version)), body=body)
        commit(measured_report.spend_id, fence=claim.fence, answer=answer)
        Appraisal.objects.filter(pk=measured_report.pk).update(report=report)
