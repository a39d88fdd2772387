"""Sixteen impatient phones send reports: each repeats a report until it is accepted, and now and then sends an old one
again. Where a service has several webs, a phone whose web does not answer goes to the next."""

import hashlib
import random
import threading
from collections import Counter
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from itertools import cycle

from tests.faults.service import PATIENCE_SECONDS
from tests.faults.survey import OpenSurvey

THREADS = 16
REPLAYED = 0.1
PAUSE_SECONDS = 0.02  # Each thread pauses between reports, so the service keeps some of two cores.
AGAIN_SECONDS = 0.05
TRY_AGAIN = {None, 429, 503}  # Any other failure of the service is a fault, and is recorded in `refused`.
JSON = {"Content-Type": "application/json"}


class Respondents:
    """`acknowledged` holds level and record of every report answered by 202, once for each key."""

    def __init__(self, survey: OpenSurvey, seed: int, *ports: int) -> None:
        self._ports = ports
        self._survey = survey
        self._over = threading.Event()
        chances = [random.Random(f"{seed} respondent {number}") for number in range(THREADS)]  # noqa: S311 - a drill needs no secrets
        self._threads = [
            threading.Thread(target=self._send_all, args=[chance, number]) for number, chance in enumerate(chances)
        ]
        self.acknowledged: list[str] = []  # All threads append to this list; appending is atomic.
        self.replayed = 0
        self.refused: list[str] = []
        self.heard: Counter[int | None] = Counter()  # The number of answers by status; None is no answer.
        self.mute: list[str] = []  # Answers 429 or 503 without a time to retry.

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def finish(self) -> None:
        """Every report that was begun is acknowledged before its thread ends."""
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            if thread.is_alive():
                raise AssertionError(f"a report was not accepted within {PATIENCE_SECONDS} s")

    def _send_all(self, chance: random.Random, number: int) -> None:
        phone = Phone(*self._ports[number % len(self._ports) :], *self._ports[: number % len(self._ports)])
        mine: list[bytes] = []
        while not self._over.wait(PAUSE_SECONDS):
            if mine and chance.random() < REPLAYED:
                self._send(phone, chance.choice(mine))
                self.replayed += 1
                continue
            body, line = self._survey.report(chance)
            if self._send(phone, body):
                mine.append(body)
                self.acknowledged.append(line)
        phone.hang_up()

    def _send(self, phone: "Phone", body: bytes) -> bool:
        while True:
            status, answer = phone.post(body)
            self.heard[status] += 1
            if status in {429, 503} and "retry-after" not in phone.headers:
                self.mute.append(f"{status} {answer}")
            if status == 202:
                return True
            if status not in TRY_AGAIN:
                self.refused.append(f"{status} {answer}")
                return False
            threading.Event().wait(AGAIN_SECONDS)


class Phone:
    """A phone keeps a connection, and opens a new one after a failure, to the next of its ports. The status None means
    no answer."""

    def __init__(self, *ports: int) -> None:
        self._connections = cycle([HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS / 4) for port in ports])
        self._connection = next(self._connections)
        self.headers: Mapping[str, str] = {}
        self.hung = False  # True where the server neither answered nor closed the connection.

    def post(
        self, body: bytes, path: str = "/api/v1/reports/", headers: Mapping[str, str] = JSON
    ) -> tuple[int | None, str]:
        return self.ask("POST", path, body, headers)

    def get(self, path: str) -> tuple[int | None, str]:
        return self.ask("GET", path, None, {})

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int | None, str]:
        self.headers, self.hung = {}, False
        try:
            self._connection.request(method, path, body, headers)
            # An answer that a kill cut short keeps its socket until it is closed.
            with self._connection.getresponse() as answer:
                self.headers = {name.lower(): value for name, value in answer.getheaders()}
                return answer.status, answer.read().decode()
        except (OSError, HTTPException) as error:
            self.hung = isinstance(error, TimeoutError)
            self.hang_up()
            self._connection = next(self._connections)
            return None, str(error)

    def hang_up(self) -> None:
        self._connection.close()

    def __del__(self) -> None:
        """Closes the connection, so that a failed drill leaves no open socket that another test would report."""
        self.hang_up()


def digest(reports: list[str]) -> str:
    """Returns a digest that is equal for the same levels and records in any order."""
    return hashlib.sha256("\n".join(sorted(reports)).encode()).hexdigest()
