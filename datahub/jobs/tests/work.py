"""These tasks and this broker serve the tests of jobs, by dotted paths as in settings.JOBS."""

from typing import Any
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError

from datahub.api.problem import Problem
from datahub.api.ref import PLATFORM, Ref
from datahub.jobs import claims, services
from datahub.jobs.claims import Claim
from datahub.jobs.models import Job

KINDS = {
    name: f"{__name__}.{name.removeprefix('test.')}"
    for name in ("test.count", "test.forget", "test.refuse", "test.break_down", "test.be_called_off")
} | dict.fromkeys(("test.compute", "test.mail", "test.must"), f"{__name__}.count")
OWNER = Ref("person", "0f3c")


class NoSuchBatch(Problem):
    code = "no_such_batch"


def count(claim: Claim) -> None:
    with transaction.atomic():
        claim.finish({"counted": claim.payload["most"]})


def forget(claim: Claim) -> None:
    """Returns without finishing the job, as if all were well."""


def refuse(claim: Claim) -> None:
    raise NoSuchBatch("There is no batch 7.")


def break_down(claim: Claim) -> None:
    raise ValueError(f"{claim.payload['most']} is an answer")


def be_called_off(claim: Claim) -> None:
    services.cancel(actor=OWNER, rule="owner", job_id=claim.job_id)
    with transaction.atomic():
        claim.finish({})


class Broker:
    """Stores messages, or refuses them while it is down."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, list[str]]] = []
        self.queues: list[str] = []
        self.down = False

    def send_task(self, name: str, *, args: list[str], queue: str, retry: bool) -> None:
        if self.down or retry:  # a request must not wait until a broker comes back
            raise OperationalError("connection refused")
        self.messages.append((name, args))
        self.queues.append(queue)


broker = Broker()


def submitted(kind: str = "test.count", **wish: Any) -> Job:
    return services.submit(**{"kind": kind, "subject": PLATFORM, "payload": {"most": 3}, **wish})


def claimed(job: Job) -> Claim:
    claim = claims.take(job.id)
    assert claim is not None
    return claim


def called_off(job: Job) -> Job:
    return services.cancel(actor=OWNER, rule="owner", job_id=job.id)


def state_of(job_id: UUID) -> tuple[str, str]:
    job = Job.objects.get(pk=job_id)
    return job.state, job.error
