"""Several people at once upload data sets, open them, change their keys, release them and make synthetic data of them.

Each repeats a request until it is answered, under the same Idempotency-Key, and waits for what was begun to end.
"""

import hashlib
import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from datahub.analyses.tests import factories, synthesis_factories
from datahub.datasets.tests.factories import CSV, declaration, pieces_of
from tests.faults.respondents import Phone
from tests.faults.service import PATIENCE_SECONDS, ROOT, Service

OWNERS = 6  # Two owners only upload, two release, and two make synthetic data.
READERS = 3
PAUSE_SECONDS = 0.1  # Each person pauses between requests, so the service keeps some of two cores.
LOOK_SECONDS = 0.8  # The pause between looks at the state of a job.
NOT_ANSWERED = {None, 429, 503}
VAIN = {"failed", "cancelled", "refused", "draft"}  # A draft stands for a version that failed to load.
INCOMES = 1000  # The incomes of two files differ by this much.
SYNTHESIS = {"version": 1, "plan": synthesis_factories.PLAN}
BUDGET = {"rho": "1", "delta": "0", "epsilon": None}


class Refused(AssertionError):
    """Reports an answer that no kill explains."""


@dataclass(kw_only=True)
class OwnedDataSet:
    """This is a data set as the platform described it to its owner."""

    id: str
    token: str
    digest: str
    size: int
    is_released: bool = False
    rho: str = ""  # The rho of the synthetic data made from it.


class Crowd:
    """`loaded` are the data sets that were acknowledged as loaded. Lists and counts are added to by all threads."""

    def __init__(self, service: Service, tokens: list[str], seed: int) -> None:
        self._service = service
        self.loaded: list[OwnedDataSet] = []
        self.refused: list[str] = []
        self.heard: Counter[int | None] = Counter()  # The number of answers by status; None is no answer.
        self.since_all_ran: Counter[int | None] = Counter()  # Answers to requests that began after all services ran.
        self.mute: list[str] = []  # Answers 429 or 503 without a time to retry.
        self.hung: list[str] = []  # Requests without an answer whose connection stayed open.
        self.rotations = 0
        self._over = threading.Event()
        self._all_run_at = float("inf")
        deeds = [
            *[self._upload] * 2,
            *[self._release] * 2,
            *[self._synthesise] * 2,
            *[self._read] * READERS,
            self._rotate,
        ]
        people = [
            # A drill needs no secret randomness.
            Person(self, service.port, random.Random(f"{seed} person {place}"), tokens[place % len(tokens)])  # noqa: S311
            for place in range(len(deeds))
        ]
        self._threads = [
            threading.Thread(target=self._repeat, args=[deed, person])
            for deed, person in zip(deeds, people, strict=True)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def all_run(self) -> None:
        """Tells the crowd that all services run: from now on every request must get an answer."""
        self._all_run_at = time.monotonic()

    def finish(self) -> None:
        """Waits until what each thread has begun is done."""
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            if thread.is_alive():
                raise AssertionError(f"what somebody had begun did not end within {PATIENCE_SECONDS} s")

    def note(self, request: str, began: float, status: int | None, phone: Phone) -> None:
        self.heard[status] += 1
        if began > self._all_run_at:
            self.since_all_ran[status] += 1
        if status in {429, 503} and "retry-after" not in phone.headers:
            self.mute.append(f"{request} {status}")
        if phone.hung:
            self.hung.append(request)

    def _repeat(self, deed: "Callable[[Person], object]", person: "Person") -> None:
        while not self._over.wait(PAUSE_SECONDS):
            try:
                deed(person)
            except Exception as error:  # noqa: BLE001 - the test reports it at the end
                self.refused.append(f"{type(error).__name__}: {error}")

    def _upload(self, person: "Person") -> OwnedDataSet:
        file = file_with(person.chance.randrange(10) * INCOMES)
        data_set = person.ask("POST", "datasets/", {"name": "Incomes"})["id"]
        place, version = f"datasets/{data_set}/uploads/", f"datasets/{data_set}/versions/1/"
        content = file.encode()
        wish = {"name": "incomes.csv", "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        begun = person.ask("POST", place, wish)
        place += f"{begun['id']}/"
        for number, piece in enumerate(pieces_of(content, begun["chunk_size"])):
            person.hand_in(f"{place}{number}/", piece)
        person.ask("PATCH", place, {"state": "looking"})
        person.until(place, "found")
        person.ask("PUT", version, {"columns": declaration()})
        person.ask("PATCH", version, {"state": "loading"})
        person.until(version, "loaded")
        lines = file.splitlines()[1:]
        owned = OwnedDataSet(id=data_set, token=person.token, digest=digest_of(lines), size=len(lines))
        self.loaded.append(owned)
        return owned

    def _release(self, person: "Person") -> None:
        owned = self._upload(person)
        wish = {"version": 1, "plan": factories.PLAN, "candidates": [factories.K5]}
        tried = person.ask("POST", f"datasets/{owned.id}/anonymisations/", wish)["id"]
        person.until(f"anonymisations/{tried}/", "done")
        release = person.ask("POST", f"anonymisations/{tried}/releases/", factories.RELEASE)["id"]
        person.until(f"releases/{release}/", "released")
        owned.is_released = True

    def _synthesise(self, person: "Person") -> None:
        owned = self._upload(person)
        person.ask("PUT", f"budgets/dataset:{owned.id}/limits/", BUDGET)
        synthesis = person.ask("POST", f"datasets/{owned.id}/syntheses/", SYNTHESIS)
        person.until(f"syntheses/{synthesis['id']}/", "done")
        owned.rho = synthesis["rho"]

    def _read(self, person: "Person") -> None:
        if self.loaded:
            owned = person.chance.choice(self.loaded)
            version = person.ask("GET", f"datasets/{owned.id}/versions/1/", token=owned.token)
            if (version["state"], version["rows"]) != ("loaded", owned.size):
                raise Refused(f"{owned.id} is {version['state']} with {version['rows']} rows")

    def _rotate(self, person: "Person") -> None:
        """One process of the command rotates keys for as long as the crowd lives."""
        command = [sys.executable, "-m", "tests.faults.crowds.crowd_inside", "rotate"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, cwd=ROOT, env=self._service.environment, text=True, **pipes) as process:  # type: ignore[call-overload]
            while not self._over.wait(LOOK_SECONDS):
                if self.loaded:
                    process.stdin.write(f"dataset:{person.chance.choice(self.loaded).id}\n")
                    process.stdin.flush()
                    if process.stdout.readline() != "changed\n":
                        raise Refused("the command that changes keys broke off")
                    self.rotations += 1


class Person:
    """Asks until there is an answer, by a connection of its own for each request: none is left from before a kill."""

    def __init__(self, crowd: Crowd, port: int, chance: random.Random, token: str) -> None:
        self._crowd = crowd
        self._phone = Phone(port)
        self.chance = chance
        self.token = token

    def ask(self, method: str, path: str, body: object = None, *, token: str = "") -> Any:
        content = None if body is None else json.dumps(body).encode()
        key = str(UUID(int=self.chance.getrandbits(128), version=4))
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if method == "POST" else {})
        return self._ask(method, path, content, headers, token or self.token)

    def hand_in(self, path: str, piece: bytes) -> None:
        checksum = hashlib.sha256(piece).hexdigest()
        headers = {"Content-Type": "application/octet-stream", "X-Content-SHA256": checksum}
        self._ask("PUT", path, piece, headers, self.token)

    def until(self, path: str, state: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (shown := self.ask("GET", path))["state"] != state:
            if shown["state"] in VAIN or time.monotonic() > deadline:
                raise Refused(f"{path} is {shown['state']}, not {state}: {shown.get('error') or shown.get('refusal')}")
            threading.Event().wait(LOOK_SECONDS)

    def _ask(self, method: str, path: str, content: bytes | None, headers: dict[str, str], token: str) -> Any:
        is_repeated = False
        while True:
            began = time.monotonic()
            status, body = self._phone.ask(
                method, f"/api/v1/{path}", content, headers | {"Authorization": f"Bearer {token}"}
            )
            self._phone.hang_up()
            self._crowd.note(f"{method} {path}", began, status, self._phone)
            if status is not None and 200 <= status < 300:
                return json.loads(body) if body else None
            if status == 409 and is_repeated and method in {"PATCH", "PUT"}:
                return None  # The first request succeeded, and a worker has continued from there.
            if status not in NOT_ANSWERED:
                raise Refused(f"{method} {path} {status} {body}")
            is_repeated = True
            threading.Event().wait(LOOK_SECONDS)


def file_with(more: int) -> str:
    """Returns the file of the tests, with incomes that are higher by so much."""
    head, *lines = CSV.splitlines()
    raised = [f"{start},{int(income) + more}" for start, _, income in (line.rpartition(",") for line in lines)]
    return "\n".join([head, *raised]) + "\n"


def digest_of(lines: list[str]) -> str:
    """Returns a digest that is equal for the same rows in any order."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
