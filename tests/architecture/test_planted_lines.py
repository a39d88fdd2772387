"""Pages with a planted fault are built by the long tests alone; that the line they replace is there is seen at once."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRIVACY = ROOT / "frontend/src/privacy"
TEXT = r'("(?:[^"\\]|\\.)*")'
PLANTING = {
    "tests/e2e/journeys/checker.spec.ts": rf"^  \[{TEXT}, {TEXT}, {TEXT}, ",
    "tests/e2e/quick/checker.spec.ts": rf"planted\(({TEXT}), {TEXT}, ",
    "tests/privacy/test_black_box_audit.py": rf"(file)={TEXT},\s+line={TEXT},",
}


@pytest.mark.parametrize("planting", PLANTING)
def test_every_line_that_is_replaced_stands_in_its_file_once(planting: str) -> None:
    lines = re.findall(PLANTING[planting], (ROOT / planting).read_text("utf-8"), re.MULTILINE)
    assert lines
    for _, file, line in lines:
        path = PRIVACY / Path(json.loads(file)).name
        assert path.read_text("utf-8").count(json.loads(line)) == 1, f"{path.name}: {line}"


@pytest.mark.parametrize("planting", PLANTING)
def test_no_planted_line_is_overlooked(planting: str) -> None:
    text = (ROOT / planting).read_text("utf-8")
    calls = len(re.findall(r"src/privacy/[\w]+\.ts|^  \[\"[^\"]*\", \"\w+\.ts\"", text, re.MULTILINE))
    assert len(re.findall(PLANTING[planting], text, re.MULTILINE)) == calls
