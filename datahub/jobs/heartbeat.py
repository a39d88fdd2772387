"""A heartbeat holds a job for as long as its task runs."""

import logging
import threading
from types import TracebackType
from typing import Self

from django.db import DatabaseError, connection

from datahub.jobs.claims import Claim
from datahub.jobs.errors import ClaimLost
from datahub.jobs.rules import HEARTBEAT_SECONDS

log = logging.getLogger(__name__)


class Heartbeat:
    """A heartbeat is a thread with its own database connection that extends the lease while the claim holds.

    It beats while the task computes, and also while the task's own connection is in a transaction or broken.
    """

    def __init__(self, claim: Claim, *, every: float = HEARTBEAT_SECONDS) -> None:
        self._claim = claim
        self._every = every
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"heartbeat-{claim.job_id}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._over.wait(self._every):
                self._extend()
        except ClaimLost:
            # The task itself learns of the lost claim when it writes next.
            log.info("job %s is not ours any more", self._claim.job_id)
        finally:
            connection.close()

    def _extend(self) -> None:
        try:
            self._claim.extend()
        except DatabaseError as error:  # the next beat opens a new connection; a lease outlasts several failed beats
            log.warning("heartbeat of job %s: %s", self._claim.job_id, type(error).__name__)
            connection.close()
