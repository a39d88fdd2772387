"""import-linter's contracts break, each by name, when an arrow is planted that points the wrong way."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLANTED = {
    "Rooms point downwards": ("datahub/jobs/services.py", "import surveys.models\n"),
    "Mechanisms know no platform": ("mechanisms/common/canonical.py", "import django\n"),
    "Mechanisms draw without cryptography, which only the extra of AES needs": (
        "mechanisms/common/canonical.py",
        "import cryptography\n",
    ),
    "Inside mechanisms": ("mechanisms/common/simplex.py", "import mechanisms.catalogue\n"),
    "What is for reproduction only is used by nothing": (
        "surveys/models.py",
        "import mechanisms.reproductions\n",
    ),
    "Reproductions need the mathematics, the pure rules of surveys, and no platform": (
        "reproductions/index.py",
        "import surveys.models\n",
    ),
    "Things of surveys, in the order in which an answer goes": (
        "surveys/drafts/questionnaire.py",
        "import surveys.publishing.blocks\n",
    ),
    "Inside questions of surveys": ("surveys/questions/checks.py", "import surveys.questions.items\n"),
    "Inside drafts of surveys": ("surveys/drafts/piping.py", "import surveys.drafts.translations\n"),
    "Inside publishing": ("surveys/publishing/blocks.py", "import surveys.publishing.definition\n"),
    "Inside running": ("surveys/running/close.py", "import surveys.running.sweep\n"),
    "Inside reports": ("surveys/reports/tally.py", "import surveys.reports.open_rows\n"),
    "Inside intake": ("surveys/intake/report.py", "import surveys.intake.reception\n"),
    "Inside files": ("surveys/files/table.py", "import surveys.files.write\n"),
    "Inside results": ("surveys/results/estimate.py", "import surveys.results.crosstabs.rules\n"),
    "Inside what is derived from results": ("surveys/results/model/rules.py", "import surveys.results.model.views\n"),
    "Inside planning": ("surveys/planning/forecast.py", "import surveys.planning.rehearsal\n"),
    "Inside every room": ("datahub/policies/models.py", "import datahub.policies.services\n"),
    "Inside the vault": ("datahub/vault/keys/kms.py", "import datahub.vault.integrity.log\n"),
    "Inside keys, integrity and collections of the vault": (
        "datahub/vault/keys/kms.py",
        "import datahub.vault.keys.keyring\n",
    ),
    "Inside analyses": ("datahub/analyses/paid.py", "import datahub.analyses.stored\n"),
    "Inside anonymised releases": (
        "datahub/analyses/anonymise/selectors.py",
        "import datahub.analyses.anonymise.views\n",
    ),
    "Inside synthetic rows": ("datahub/analyses/synthesise/request.py", "import datahub.analyses.synthesise.job\n"),
    "Inside synthetic rows of two tables": (
        "datahub/analyses/synthesise/two_tables/request.py",
        "import datahub.analyses.synthesise.two_tables.job\n",
    ),
    "Inside measured reports": (
        "datahub/analyses/synthesise/measured/request.py",
        "import datahub.analyses.synthesise.measured.job\n",
    ),
    "Inside policies": ("datahub/policies/decide/roles.py", "import datahub.policies.selectors\n"),
    "Inside local differential privacy": (
        "mechanisms/ldp/one_answer/choice.py",
        "import mechanisms.ldp.sets.wheel\n",
    ),
    "Inside synthesis, what is measured of rows stands on top": (
        "mechanisms/synthesis/two_tables/budget.py",
        "import mechanisms.synthesis.measured.report\n",
    ),
    "Rules, errors and references import no framework": (
        "datahub/policies/decide/rules.py",
        "from django.db import models\n",
    ),
    "Only the vault's store knows MongoDB": ("datahub/policies/services.py", "import pymongo\n"),
    "The verifier shares nothing with what it verifies": (
        "datahub/releases/promises.py",
        "import mechanisms.common.beta\n",
    ),
    "Only the program of AIM knows what JAX brings": ("datahub/analyses/synthesise/sandbox_process.py", "import mbi\n"),
    "What runs in an environment of its own is imported by nobody": (
        "datahub/analyses/synthesise/run_engine.py",
        "import datahub.analyses.synthesise.engines.programs.aim\n",
    ),
    "The client knows the mathematics and no platform": ("datahub_client/door.py", "import surveys.schedule\n"),
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = Path(sys.executable).with_name("lint-imports")
    return subprocess.run([command, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


def copy_of_the_house(folder: Path) -> Path:
    beside = [(package, ".") for package in ("datahub", "surveys", "mechanisms", "reproductions")]
    for package, place in (*beside, ("datahub_client", "client")):
        ignored = shutil.ignore_patterns("__pycache__", "tests")
        shutil.copytree(ROOT / place / package, folder / package, ignore=ignored)
    shutil.copy(ROOT / ".importlinter", folder)
    return folder


def test_each_contract_has_a_planted_arrow() -> None:
    contracts = set(re.findall(r"^name = (.+)$", (ROOT / ".importlinter").read_text(encoding="utf-8"), re.MULTILINE))
    assert contracts == set(PLANTED)


@pytest.mark.parametrize("contract", PLANTED)
def test_a_planted_arrow_breaks_its_contract(contract: str, tmp_path: Path) -> None:
    folder = copy_of_the_house(tmp_path)
    name, line = PLANTED[contract]
    path = folder / name
    path.write_text(line + path.read_text(encoding="utf-8"), encoding="utf-8")
    verdict = lint(folder)
    assert verdict.returncode == 1
    assert f"{contract} BROKEN" in verdict.stdout
