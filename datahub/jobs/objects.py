"""Other packages see through these functions who owns a job: the owner may look at it and cancel it."""

from collections.abc import Sequence

from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids
from datahub.jobs.models import Job


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    return dict(_facts(job) for job in Job.objects.filter(pk__in=uuids(ids)))


def _facts(job: Job) -> tuple[Ref, Facts]:
    ref = Ref("job", str(job.id))
    return ref, Facts(
        name=job.kind,
        url=f"/api/v1/jobs/{job.id}/",
        owner=Ref.parse(job.owner) if job.owner else None,
        parent=Ref.parse(job.subject),
        state=job.state,
        attributes={"kind": job.kind},
    )
