"""This job makes a measured report on synthetic rows: the price is spent, the vault is read, and the noisy
result is sealed.

Killed anywhere, it is done again: nobody sees a draw before the transaction that keeps it, and from the start on the
price is spent whatever happens.
"""

from typing import Any
from uuid import UUID

from datahub.analyses.models import Appraisal, MeasuredReport
from datahub.analyses.paid import closing_transaction, price_back_on_refusal
from datahub.analyses.sealed import model_in, question_of, sealed_report
from datahub.analyses.stored import serve
from datahub.analyses.synthesise.domain.rows import codes_by
from datahub.analyses.synthesise.job import columns_in_vault
from datahub.analyses.synthesise.measured.question import ENGINE, Question, found_in
from datahub.analyses.synthesise.measured.request import asked_about
from datahub.analyses.synthesise.selectors import ref_of_version
from datahub.api.writes.locking import row_in
from datahub.jobs.claims import Claim
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND, Answer, commit, drawing, permit_to_start, start_held
from datahub.policies.decide.conditions import NOTHING_KNOWN
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text
from mechanisms.common.aes_ctr_entropy import AesCtrEntropy
from mechanisms.synthesis.measured.report import measured_report

STEPS = 3  # progress shows only reading, measuring and sealing


def make(claim: Claim) -> None:
    spend_id = UUID(claim.payload[SPEND])
    permit = permit_to_start(claim, "dataset.synthesise", spend_id, context=NOTHING_KNOWN)
    rows = Appraisal.objects.select_related("synthesis__version", "synthesis__model", "spend")
    report_row = row_in(rows.filter(pk=claim.payload["appraisal"]))
    with price_back_on_refusal(claim, spend_id):
        plan, question = asked_about(
            permit, report_row.synthesis, question_of(permit, claim.subject, report_row)["asked"]
        )
    stored = answer_of(question.digest, ref_of_version(report_row.synthesis.version))
    if stored is not None:
        own = Appraisal.objects.filter(pk=report_row.pk)
        serve(claim, permit, report_row.spend, stored, lambda: own.update(report=stored.body["report"]))
        return
    if report_row.synthesis.model is None:
        raise RuntimeError("the model of the rows is gone")
    likeness = plan.engine.likeness(model_in(permit, claim.subject, report_row.synthesis.model))
    start_held(claim, spend_id)
    claim.progress(0, STEPS, "reading")
    columns = columns_in_vault(permit, report_row.synthesis.version, plan.names, codes_by(plan.domain), plan.rows)
    claim.progress(1, STEPS, "measuring")
    with drawing(claim, spend_id):
        report = measured_report(
            columns, likeness, rho=question.rho, target=question.target, group=question.group, entropy=AesCtrEntropy()
        )
    claim.progress(2, STEPS, "sealing")
    _keep(claim, permit, report_row, question, found_in(report, plan, question))


def _keep(claim: Claim, permit: Permit, report_row: Appraisal, question: Question, figures: dict[str, Any]) -> None:
    version = report_row.synthesis.version
    content = sealed_report(permit, claim.subject, version.pk, question.digest, figures)
    with closing_transaction(claim):
        report, _ = MeasuredReport.objects.get_or_create(
            version=version, digest=question.digest, defaults={"content": content}
        )
        body = {"report": str(report.pk), "engine": ENGINE, "rho": decimal_text(question.rho)}
        answer = Answer(plan_digest=question.digest, data_version=str(ref_of_version(version)), body=body)
        commit(report_row.spend_id, fence=claim.fence, answer=answer)
        Appraisal.objects.filter(pk=report_row.pk).update(report=report)
