"""Many requests share one transaction: all reports that wait for the disk are written together.

Request threads put a row on a queue and wait. One thread in each process takes whatever is waiting, writes it in one
transaction and answers all of them. The slower the disk, the more share one sync.

A thread that waits costs more than the work it waits for, so each wait is one bare lock.
"""

import atexit
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence

from django.db import Error, connection

from surveys.intake.inbox import Outcome, Row

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500
PAUSE_SECONDS = 0.2  # The pause after a database error; PostgreSQL needs about as long to notice its restart.
PATIENCE_SECONDS = 5.0  # After this time, waiting senders are told to try again.
IDLE_SECONDS = 2.0  # The connection is closed after this time without a report.
# A commit waits so long for more rows if the previous commit had several, as each transaction has a fixed cost.
GATHER_SECONDS = 0.001

Write = Callable[[Sequence[Row]], list[Outcome]]


class NotWritten(Exception):
    """The database did not take the batch. Whether the row is stored is unknown; sending it again will tell."""


class Waiting:
    """This is a row that waits to be written, with the lock on which its sender waits."""

    __slots__ = ("_outcome", "_settled", "row")

    def __init__(self, row: Row) -> None:
        self.row = row
        self._outcome: Outcome | None = None
        self._settled = threading.Lock()
        self._settled.acquire()

    def settle(self, outcome: Outcome | None) -> None:
        """Sets the outcome of a waiting row, once; None where the row was not written."""
        self._outcome = outcome
        self._settled.release()

    def outcome(self, seconds: float) -> Outcome:
        """Raises NotWritten, also when nothing was heard for so long."""
        if not self._settled.acquire(timeout=seconds):
            raise NotWritten
        self._settled.release()  # The lock is released so that a second call returns the same outcome.
        if self._outcome is None:
            raise NotWritten
        return self._outcome


class GroupCommit:
    """This is the queue and its thread, which starts with the first row; a forked child starts its own."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._last = 0  # The number of rows in the previous commit.
        os.register_at_fork(after_in_child=self._begin_anew)
        atexit.register(self.stop)

    def put(self, row: Row) -> Waiting:
        waiting = Waiting(row)
        self._queue.put(waiting)
        if self._thread is None:
            self._start()
        return waiting

    def stop(self) -> None:
        """Write what waits, close the connection, end the thread. The next row starts a new one."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            thread.join(2 * PATIENCE_SECONDS)

    def _begin_anew(self) -> None:
        self._lock, self._queue, self._thread = threading.Lock(), queue.SimpleQueue(), None

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="group-commit", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        try:
            going_on = True
            while going_on:
                batch, going_on = self._take()
                if batch:
                    self._commit(batch)
        finally:
            connection.close()

    def _take(self) -> tuple[list[Waiting], bool]:
        """Takes the waiting rows from the queue: at least one, unless the thread shall stop."""
        batch: list[Waiting] = []
        try:
            item = self._queue.get(timeout=IDLE_SECONDS)
            if self._last > 1:
                time.sleep(GATHER_SECONDS)
            while item is not None:
                batch.append(item)
                if len(batch) == MOST_AT_ONCE:
                    return batch, True
                item = self._queue.get_nowait()
        except queue.Empty:
            if not batch:
                connection.close()
            return batch, True
        return batch, False

    def _commit(self, batch: list[Waiting]) -> None:
        self._last = len(batch)
        outcomes = self._written([waiting.row for waiting in batch])
        for place, waiting in enumerate(batch):
            waiting.settle(None if outcomes is None else outcomes[place])

    def _written(self, rows: Sequence[Row]) -> list[Outcome] | None:
        """Writes rows and returns their outcomes. It repeats the write until the database answers: if only the answer
        to COMMIT was lost, the keys show at the second try that the rows are stored."""
        patient_until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return self._write(rows)
            except Error as error:
                log.warning("%s reports were not written: %s", len(rows), type(error).__name__)
            except Exception as error:  # noqa: BLE001 - the thread must continue after any error; the rows are not lost
                log.error("%s reports were not written: %s", len(rows), type(error).__name__)
                patient_until = 0.0
            connection.close()
            if time.monotonic() + PAUSE_SECONDS > patient_until:
                return None
            time.sleep(PAUSE_SECONDS)
