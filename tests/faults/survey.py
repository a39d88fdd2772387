"""This module is about a survey of a drilled service: opened, answered, closed and counted through its one door."""

import json
import random
import time
from base64 import urlsafe_b64encode
from typing import Any

from surveys.demonstration.door import ask
from tests.faults.service import PATIENCE_SECONDS, Service

DRAFT: dict[str, Any] = {
    "title": "Drill",
    "description": "",
    "language": "en",
    "languages": [],
    "translations": {},
    "questions": [
        {
            "id": "q1",
            "type": "single_choice",
            "text": "Which one?",
            "help": "",
            "show_if": "",
            "shuffle": False,
            "options": [{"id": f"o{number}", "label": f"Option {number}"} for number in range(9)],
            "may_skip": True,
        },
        {
            "id": "q2",
            "type": "yes_no",
            "text": "Have you ever?",
            "help": "",
            "show_if": "",
            "options": [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}],
            "may_skip": False,
        },
    ],
    "pairs": [],
    "levels": [{"epsilon": "0.5"}, {"epsilon": "2"}],
    "opens_at": None,
    "closes_at": None,
    "cap_reports": None,
}


class OpenSurvey:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._token = service.tell("prepare")["token"]
        self.secrets = [str(self._token)]  # No log may hold the token or the keys of reports.
        self._id = ask(service.url, "/api/v1/surveys/", token=self._token, method="POST", body=DRAFT)["id"]
        published = ask(service.url, f"/api/v1/surveys/{self._id}/versions/", token=self._token, method="POST", body={})
        self._version = published["hash"]
        self._definition = ask(service.url, f"/api/v1/versions/{self._version}/")["definition"]

    @property
    def fields(self) -> list[str]:
        return [field["field"] for field in fields_of(self._definition["levels"][0])]

    def report(self, chance: random.Random, person: int | None = None) -> tuple[bytes, str]:
        """Returns a body to post, with its level and record. The report only has the right shape, as nothing is
        estimated here.

        Levels take turns by `person`, so that none has too few to be counted, or are left to chance.
        """
        levels = self._definition["levels"]
        level = chance.choice(levels) if person is None else levels[person % len(levels)]
        record = b"".join(a_draw(field, chance) for field in fields_of(level))
        report = {
            "key": text(chance.randbytes(16)),
            "level": level["id"],
            "proof": "",
            "record": text(record),
            "version": self._version,
        }
        self.secrets.append(str(report["key"]))
        return json.dumps(report, separators=(",", ":"), sort_keys=True).encode(), f"{level['id']}:{record.hex()}"

    @property
    def id(self) -> str:
        return str(self._id)

    @property
    def version(self) -> str:
        return str(self._version)

    @property
    def token(self) -> str:
        return str(self._token)

    def serve_from(self, service: Service) -> None:
        """Points the survey at a service whose database has moved."""
        self._service = service

    def close(self) -> None:
        path = f"/api/v1/surveys/{self._id}/versions/1/"
        ask(self._service.url, path, token=self._token, method="PATCH", body={"state": "closed"})

    def tally(self) -> dict[str, Any]:
        tally: dict[str, Any] = self._service.tell("tally", self._id)
        return tally

    def until_counted(self, *, forgotten: bool = False) -> dict[str, Any]:
        """The tally once every job has come to its end, and the marks are `forgotten`. No job may have failed."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            tally = self.tally()
            over = not tally["waiting"] and all(state.endswith(" done") for state in tally["jobs"])
            if over and not (forgotten and tally["marks"]):  # Marks are deleted after the job is done.
                return tally
            if time.monotonic() > deadline:
                raise AssertionError(f"after {PATIENCE_SECONDS} s: {tally}\n{self._service.log[-4000:]}")
            time.sleep(0.5)


def fields_of(level: dict[str, Any]) -> list[dict[str, Any]]:
    return [field for block in level["blocks"] for field in block["fields"]]


def a_draw(field: dict[str, Any], chance: random.Random) -> bytes:
    answers = field["spec"]["answers"]
    if field["spec"]["shape"] == "choice":
        return int(chance.randrange(answers)).to_bytes(field["bytes"], "big")
    if field["spec"]["shape"] != "subset":
        raise ValueError(f"no report of shape {field['spec']['shape']} is made here")
    bits = sum(1 << answer for answer in chance.sample(range(answers), field["spec"]["size"]))
    return int(bits << (-answers % 8)).to_bytes(field["bytes"], "big")


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
