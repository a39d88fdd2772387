"""The documentation of refused files names every rule by which a file is refused, and no other."""

import re
from pathlib import Path

from datahub.datasets.file_texts import TEXTS

ROOT = Path(__file__).resolve().parents[3]


def test_every_rule_is_named_and_no_other() -> None:
    page = (ROOT / "docs" / "reference" / "refused-files.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?`) \|", page, flags=re.MULTILINE)
    assert {rule for row in rows for rule in re.findall(r"`(\w+)`", row)} == {rule for rule, _ in TEXTS.values()}


def test_every_text_is_said_somewhere() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "datahub" / "datasets").rglob("*.py")]
    others = [source for source in sources if "TEXTS: Mapping" not in source]
    assert [text for text in TEXTS if not any(f'"{text}"' in source for source in others)] == []
