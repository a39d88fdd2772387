"""This module is about the built answer page as a black box: true answers in, reports out, a million times."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.canonical import digest
from surveys.publishing.build import build
from tests.privacy.audited_question import AuditedQuestion

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
AUDIT = ROOT / "tests" / "e2e" / "audit"
SHIPPED = FRONTEND / "dist" / "respond"
CHROMIUM = os.environ.get("DATAHUB_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
# The sources and settings from which the answer page is built; tests/architecture/test_page_sources.py holds the list.
SOURCES = (
    "frontend/src/respond", "frontend/src/privacy", "frontend/src/look.css", "frontend/respond.html",
    "frontend/respond.names.ts", "frontend/vite.respond.ts", "frontend/package.json", "frontend/tsconfig.json",
    "frontend/tsconfig.respond.json",
)  # fmt: skip
EACH = 250  # A person draws so many records, as starting the page takes as long as ten.
EMPTY = {"text": "", "help": "", "show_if": ""}


@dataclass(frozen=True, kw_only=True)
class Draws:
    """These are draws of one question: the indices of the true answers, and the numbers of the reports that came
    out.
    """

    answers: NDArray[np.int64]
    reports: NDArray[np.int64]


def draw(page: Path, versions: Sequence[Sequence[AuditedQuestion]], *, runs: int, folder: Path) -> list[list[Draws]]:
    """Let the script of `page` draw `runs` reports on each version's questions in Chromium: [versions][questions]."""
    people = -(-runs // EACH)
    ordered = [
        {"published": _published(questions), "options": [question.given for question in questions]}
        for questions in versions
    ]
    records = records_of(page, ordered, people=people, each=EACH, folder=folder)
    return [_read(questions, people, own) for questions, own in zip(versions, records, strict=True)]


def records_of(
    page: Path, versions: Sequence[Mapping[str, Any]], *, people: int, each: int, folder: Path
) -> list[bytes]:
    """Returns the records of each version that so many people, for each of whom the page is started anew, send so
    often.

    A version has what is `published`, the `options` that one person after the other gives to each question and, where
    the page is not to read it, the `word` that draws which questions are sent.
    """
    ordered = [{**version, "out": str(folder / f"draws{place}")} for place, version in enumerate(versions)]
    order = folder / "order.json"
    order.write_text(json.dumps({"page": str(page), "people": people, "each": each, "versions": ordered}))
    _node(["playwright", "test", "--config", AUDIT / "playwright.config.ts"], DATAHUB_AUDIT_ORDER=str(order))
    return [Path(version["out"]).read_bytes() for version in ordered]


def _read(questions: Sequence[AuditedQuestion], people: int, records: bytes) -> list[Draws]:
    drawn = np.frombuffer(records, dtype=np.uint8).reshape(people * EACH, len(questions)).astype(np.int64)
    for question, column in zip(questions, drawn.T, strict=True):
        assert not np.any(column & ((1 << question.fill) - 1)), "the bits that fill up a byte say something"
    person = np.repeat(np.arange(people), EACH)
    return [
        Draws(answers=person % len(question.answers), reports=column >> question.fill)
        for question, column in zip(questions, drawn.T, strict=True)
    ]


def build_with_plant(folder: Path, *, file: str, line: str, planted: str) -> Path:
    """Returns the answer page built from the same sources with one changed line."""
    plant = json.dumps({"file": file, "from": line, "to": planted})
    out = folder / "respond"
    _node(["vite", "build", "--config", AUDIT / "planted.vite.ts", "--outDir", out, "."], DATAHUB_PLANT=plant)
    return out


def _published(questions: Sequence[AuditedQuestion]) -> dict[str, Any]:
    """Returns a version with these questions, after which a last page asks nothing: who comes back to it draws a report
    soon.

    Publishing would choose the mechanisms; here all are wanted.
    """
    draft: dict[str, Any] = {
        "title": "Audit",
        "description": "",
        "language": "en",
        "languages": [],
        "translations": {},
        "questions": [
            EMPTY | {"id": "p1", "type": "page", "shuffle": False},
            *(question.item(f"q{place}") for place, question in enumerate(questions, 1)),
            EMPTY | {"id": "p2", "type": "page", "shuffle": False},
            EMPTY | {"id": "s1", "type": "section", "text": "That was all."},
        ],
        "pairs": [],
        "levels": [{"epsilon": questions[0].mechanism.epsilon_text}],
        "opens_at": None,
        "closes_at": None,
        "cap_reports": None,
    }
    definition = build(draft, survey=f"{0:08x}-0000-4000-8000-{0:012x}", number=1, bundle="0" * 64, simulated=False)
    for block, question in zip(definition["levels"][0]["blocks"], questions, strict=True):
        block["fields"][0] |= {
            "mechanism": question.mechanism.slug,
            "version": question.mechanism.version,
            "bytes": question.mechanism.report_bytes,
            "words": question.mechanism.words,
            "spec": question.mechanism.client_spec(),
        }
    return {"hash": digest(definition), "state": "open", "definition": definition}


def _node(command: Sequence[str | Path], **environment: str) -> None:
    run = subprocess.run(
        ["npx", "--no-install", *map(str, command)],
        cwd=FRONTEND,
        env=os.environ | {"DATAHUB_CHROMIUM": CHROMIUM or ""} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise AssertionError(f"{command[0]} failed:\n{run.stdout}\n{run.stderr}")
