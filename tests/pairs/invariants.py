"""These invariants must hold of the whole database when two requests are over, whichever came first."""

from collections.abc import Iterable

from django.db.models import Model, Sum

from datahub.analyses.models import Anonymisation, Appraisal, Synthesis
from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.audit.selectors import read_whole
from datahub.datasets.models import Chunk, Lineage
from datahub.datasets.pieces import folder_of
from datahub.jobs.models import Job
from datahub.ledger.models import Account, Spend, SpendLine
from datahub.ledger.rules import Standing, State
from datahub.ledger.services.recovery import stands
from datahub.policies.models import Invitation, Place, Role, WrittenPolicy

# For each kind of job: the name in its payload, and the model that it refers to.
WORK: dict[str, tuple[str, type[Model]]] = {
    "analyses.candidates": ("anonymisation", Anonymisation),
    "analyses.synthesise": ("synthesis", Synthesis),
    "analyses.synthesise_joined": ("synthesis", Synthesis),
    "analyses.appraise": ("appraisal", Appraisal),
    "analyses.appraise_joined": ("appraisal", Appraisal),
}


def faults() -> list[str]:
    return [*_orphans(), *_broken_log(), *_ledger(), *_missing_chunks(), *_work_for_nothing()]


def _orphans() -> Iterable[str]:
    for model in (Role, Invitation, Place, WrittenPolicy):
        refs = {Ref.parse(text) for text in model._default_manager.values_list("object", flat=True).distinct()}
        gone = refs - set(describe(refs))
        if gone:
            yield f"{model.__name__} of {sorted(map(str, gone))}, which is gone"
    if Lineage.objects.filter(data_sets=None).exists():
        yield "people without a data set, though none was destroyed"


def _broken_log() -> Iterable[str]:
    _, _, broken = read_whole(lambda done, of: None)  # noqa: ARG005 - nobody watches the progress
    if broken is not None:
        yield f"the log is broken: {broken}"


def _ledger() -> Iterable[str]:
    if stands() not in {Standing.NEW, Standing.EVEN}:
        yield f"the ledger stands {stands()}"
    for account in Account.objects.all():
        lines = SpendLine.objects.filter(account=account)
        for column, states in (("reserved_rho", [State.RESERVED]), ("spent_rho", [State.EXECUTING, State.COMMITTED])):
            booked = lines.filter(spend__state__in=states).aggregate(sum=Sum("rho"))["sum"] or 0
            if getattr(account, column) != booked:
                yield f"{account}: {column} is not what its lines say"
    for spend in Spend.objects.filter(state=State.RESERVED).exclude(lines=None):
        if not Job.objects.filter(payload__spend=str(spend.pk), state__in=["queued", "running"]).exists():
            yield f"{spend} is set aside for no work"


def _missing_chunks() -> Iterable[str]:
    for chunk in Chunk.objects.all():
        if not (folder_of(chunk.upload_id) / str(chunk.number)).is_file():
            yield f"{chunk} is said to be there, and is not"


def _work_for_nothing() -> Iterable[str]:
    for kind, (part, model) in WORK.items():
        for job in Job.objects.filter(state=Job.State.QUEUED, kind=kind):
            if part in job.payload and not model._default_manager.filter(pk=job.payload[part]).exists():
                yield f"{kind} waits for what is gone"
