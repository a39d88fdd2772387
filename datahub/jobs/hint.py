"""A hint tells a worker in another process to look at a job now. A hint that is lost costs time, never the job."""

import logging
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from datahub.jobs.shares import share_of

log = logging.getLogger(__name__)


def hint(job_id: UUID, kind: str) -> None:
    """Sends the message about a job to the workers of its kind, if a broker connects the processes;
    otherwise their doorbell finds the row."""
    if not settings.REDIS_URL:
        return
    try:
        import_string(settings.QUEUE_APP).send_task("jobs.run", args=[str(job_id)], queue=share_of(kind), retry=False)
    except OperationalError:
        log.warning("the broker does not answer; job %s waits for a doorbell", job_id)
