"""The documentation of refused files names every rule by which a file is refused, and no other."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_every_rule_is_named_and_no_other() -> None:
    page = (ROOT / "docs" / "reference" / "refused-files.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?`) \|", page, flags=re.MULTILINE)
    sources = [
        path.read_text(encoding="utf-8") for path in (ROOT / "datahub").rglob("*.py") if "tests" not in path.parts
    ]
    rules = {rule for source in sources for rule in re.findall(r'FileRefused\(\s*"([a-z_]+)"', source)}
    assert {rule for row in rows for rule in re.findall(r"`(\w+)`", row)} == rules
