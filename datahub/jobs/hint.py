"""Tell a worker in another process to look at a job now. A hint that is lost costs time, never the job."""

import logging
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def hint(job_id: UUID) -> None:
    """Send the message, if there is a broker that travels between processes; otherwise a doorbell sees the row."""
    if not settings.REDIS_URL:
        return
    try:
        import_string(settings.QUEUE_APP).send_task("jobs.run", args=[str(job_id)], retry=False)
    except OperationalError:
        log.warning("the broker does not answer; job %s waits for a doorbell", job_id)
