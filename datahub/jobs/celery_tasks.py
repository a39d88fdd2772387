"""Only these two messages exist. Either may be lost or arrive twice, because the Job table decides what is done."""

import time
from uuid import UUID

from celery import shared_task

from datahub.jobs import clock, execution


@shared_task(name="jobs.run")  # type: ignore[untyped-decorator]  # Celery has no types
def run(job_id: str) -> None:
    execution.run_next(UUID(job_id))


@shared_task(name="jobs.tick")  # type: ignore[untyped-decorator]  # Celery has no types
def tick() -> None:
    clock.tick(time.time())
