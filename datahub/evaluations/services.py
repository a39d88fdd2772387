"""These services ask for an evaluation, carry it out, and delete it."""

import secrets
from itertools import count
from uuid import UUID

from django.db import transaction

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.services import ref_of, take_turns
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row_alone, row_in
from datahub.evaluations.models import Evaluation
from datahub.evaluations.rules import findings
from datahub.evaluations.rules.study import Study, check_work, read
from datahub.evaluations.selectors import UNFINISHED, evaluations_of
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job
from datahub.jobs.services import call_off, submit

# A person has at most two evaluations at work, because surveys wait for the same worker.
MOST_AT_ONCE = 2
MOST_KEPT = 100  # a person keeps at most this many evaluations
SEED_BITS = 48  # a seed of this many bits can still be read out and typed in


def drawn_seed() -> int:
    """Returns a random seed, for a request that names none; the evaluation keeps it, so that its figures can be
    repeated."""
    return secrets.randbits(SEED_BITS)


@transaction.atomic
def ask(*, actor: Person, id: UUID, study: Study) -> Evaluation:
    """Asks for an evaluation and returns it, queued with its job. If the id exists, the existing evaluation is
    returned."""
    check_work(study)
    take_turns(actor)
    known = Evaluation.objects.filter(pk=id).select_related("job").first()
    if known is not None:
        return known
    own = evaluations_of(actor)
    if own.filter(job__state__in=UNFINISHED).count() >= MOST_AT_ONCE:
        raise TooMany(f"{MOST_AT_ONCE} of your evaluations are at work. Cancel one, or wait for it.")
    if own.count() >= MOST_KEPT:
        raise TooMany(f"You have {MOST_KEPT} evaluations. Delete one first.")
    ref = Ref("evaluation", str(id))
    job = submit(kind="evaluations.run", subject=ref, owner=ref_of(actor), payload={"evaluation": str(id)})
    return Evaluation.objects.create(id=id, owner=actor, job=job, asked=study.to_json())


def run(claim: Claim) -> None:
    """Simulates a study, survey by survey; it stops before the next survey when the job is cancelled."""
    evaluation = row_in(Evaluation.objects.filter(pk=claim.payload["evaluation"]))
    study = read(evaluation.asked)
    counts = study.counts()
    total, done = findings.surveys(study), count(1)
    trials = list(findings.rows(study, counts, after_each=lambda: claim.progress(next(done), total)))
    kept = {
        "trials": [row for _, row in trials],
        "curves": findings.curves(study, counts),
        "best": findings.best([trial for trial, _ in trials]),
        "top": findings.top_of(counts),
    }
    with transaction.atomic():
        claim.finish({"surveys": total})
        Evaluation.objects.filter(pk=evaluation.pk).update(findings=kept)


def delete(*, actor: Ref, rule: str, evaluation: Evaluation) -> None:
    """Deletes an evaluation and cancels its job. The job stays as the record that there was one."""
    call_off(actor=actor, rule=rule, jobs=Job.objects.filter(pk=evaluation.job_id))
    with transaction.atomic():
        lock_row_alone(Evaluation.objects.filter(pk=evaluation.pk)).delete()
