"""True answers change nothing that leaves the phone but the reports: the built page in Chromium, with the server as it
runs. A planted leak is found. What is clicked and compared stands in `tests/e2e/privacy`."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.privacy.shipped_page import CHROMIUM, FRONTEND, ROOT, SOURCES

SPECS = sorted(file.name for file in (ROOT / "tests" / "e2e" / "privacy").glob("*.spec.ts"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.depends_on(*SOURCES, "mechanisms", "surveys", "datahub", "tests/e2e"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium was not found (Debian: apt-get install chromium)"),
]


@pytest.mark.parametrize("spec", SPECS)
def test_true_answers_change_nothing_that_leaves(spec: str, tmp_path: Path) -> None:
    options = ["--project", "privacy", "--workers", "1", "--output", str(tmp_path / "results"), f"privacy/{spec}"]
    command = ["npx", "playwright", "test", "--config", "../tests/e2e/playwright.config.ts", *options]
    environment = {**os.environ, "DATAHUB_CHROMIUM": str(CHROMIUM)}
    ran = subprocess.run(command, cwd=FRONTEND, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
