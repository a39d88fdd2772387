"""A few people answer in a real browser, on the page that everybody gets."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from surveys.demonstration.people import People

PATIENCE_SECONDS = 240


class BrowserFailed(RuntimeError):
    """The browser could not be started, or a visitor ended without a receipt."""


def answer_in_browser(definition: Mapping[str, Any], people: People, *, url: str, browser: str, frontend: Path) -> None:
    """Lets each person answer the questions that the page asks. `frontend` is the folder whose `rehearse/answer.mjs`
    drives it."""
    visitors = [spoken(definition, people, person) for person in range(len(people))]
    process = subprocess.run(  # noqa: S603 - the script and the browser are this project's own
        ["node", "rehearse/answer.mjs", url],  # noqa: S607 - the same node built the pages
        cwd=frontend,
        env=os.environ | {"DATAHUB_CHROMIUM": browser},
        input=json.dumps(visitors),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    if process.returncode or process.stdout.split() != ["accepted"] * len(visitors):
        raise BrowserFailed(process.stderr[-2000:] or f"{len(process.stdout.split())} of {len(visitors)} were accepted")


def spoken(definition: Mapping[str, Any], people: People, person: int) -> dict[str, str]:
    """Returns what a person presses on the page: the text of each question and the label of the person's answer."""
    return {
        question["text"]: _labels(question)[int(people.answers[question["id"]][person])]
        for question in definition["questions"]
    }


def _labels(question: Mapping[str, Any]) -> Sequence[str]:
    return [option["label"] for option in question["options"]] + ["Prefer not to say"]
