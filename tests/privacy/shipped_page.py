"""The built answer page as a black box: true answers in, reports out, a million times."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.canonical import digest
from mechanisms.ldp.frequency_oracle import FrequencyOracle
from surveys.rules.definition import build

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
AUDIT = ROOT / "tests" / "e2e" / "audit"
SHIPPED = FRONTEND / "dist" / "respond"
CHROMIUM = os.environ.get("DATAHUB_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@dataclass(frozen=True, kw_only=True)
class Draws:
    """One row a run, one column a question."""

    answers: NDArray[np.int64]
    reports: NDArray[np.int64]


def draw(
    page: Path, oracles: Sequence[FrequencyOracle], *, options: Sequence[Sequence[int]], runs: int, folder: Path
) -> Draws:
    """Let the script of `page` run in Chromium; each run gives every question one of its `options` at random."""
    order, out = folder / "order.json", folder / "draws"
    published = _published(oracles)
    order.write_text(
        json.dumps({"page": str(page), "published": published, "runs": runs, "options": options, "out": str(out)})
    )
    _node(["playwright", "test", "--config", AUDIT / "playwright.config.ts"], DATAHUB_AUDIT_ORDER=str(order))
    drawn = np.frombuffer(out.read_bytes(), dtype=np.uint8).reshape(runs, 2 * len(oracles)).astype(np.int64)
    reports = drawn[:, len(oracles) :]
    for column, oracle in enumerate(oracles):
        if oracle.shape != "choice":
            reports[:, column] >>= 8 - oracle.answers  # the bits that fill up the byte are 0
    return Draws(answers=drawn[:, : len(oracles)], reports=reports)


def build_with_plant(folder: Path, *, file: str, line: str, planted: str) -> Path:
    """The answer page built from the same sources but for one line."""
    plant = json.dumps({"file": file, "from": line, "to": planted})
    out = folder / "respond"
    _node(["vite", "build", "--config", AUDIT / "planted.vite.ts", "--outDir", out, "."], DATAHUB_PLANT=plant)
    return out


def reports_of(oracle: FrequencyOracle) -> int:
    return oracle.answers if oracle.shape == "choice" else 1 << oracle.answers


def channel_of(oracle: FrequencyOracle) -> NDArray[np.float64]:
    """[answers, reports]: the exact probabilities, with reports numbered as in `Draws`."""
    table = np.zeros((oracle.answers, reports_of(oracle)))
    for answer in range(oracle.answers):
        for report, probability in oracle.report_probabilities(answer).items():
            place = report if isinstance(report, int) else report[0] >> (8 - oracle.answers)
            table[answer, place] = float(probability)
    return table


def _published(oracles: Sequence[FrequencyOracle]) -> dict[str, Any]:
    """A version with one question for each oracle. Publishing would choose the mechanisms; here all are wanted."""
    if max(oracle.answers for oracle in oracles) > 8:
        raise ValueError("a report of more than 8 answers may not fit the byte that is read here")
    epsilon = oracles[0].epsilon_text
    draft: dict[str, Any] = {
        "title": "Audit",
        "description": "",
        "language": "en",
        "languages": [],
        "translations": {},
        "questions": [_question(place, oracle.answers) for place, oracle in enumerate(oracles, 1)],
        "pairs": [],
        "levels": [{"epsilon": epsilon}],
        "opens_at": None,
        "closes_at": None,
        "cap_reports": None,
    }
    definition = build(draft, survey=f"{0:08x}-0000-4000-8000-{0:012x}", number=1, bundle="0" * 64, simulated=False)
    for block, oracle in zip(definition["levels"][0]["blocks"], oracles, strict=True):
        block["fields"][0] |= {
            "mechanism": oracle.slug,
            "version": oracle.version,
            "bytes": oracle.report_bytes,
            "words": oracle.words,
            "spec": oracle.client_spec(),
        }
    return {"hash": digest(definition), "state": "open", "definition": definition}


def _question(number: int, answers: int) -> dict[str, Any]:
    options = [{"id": f"o{place}", "label": f"Answer {place}"} for place in range(answers)]
    form = {"id": f"q{number}", "type": "single_choice", "text": f"Question {number}", "help": "", "show_if": ""}
    return form | {"options": options, "may_skip": False, "shuffle": False}


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
