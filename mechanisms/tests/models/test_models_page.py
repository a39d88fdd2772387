"""The examples of docs/concepts/models.md can be run as they stand, and do what the page says."""

import re
import runpy
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs" / "concepts" / "models.md"

pytestmark = pytest.mark.depends_on("docs/concepts/models.md", "mechanisms")


def test_the_examples_of_the_page_run_and_find_what_was_made_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    ran = []
    for place, block in enumerate(blocks):
        path = tmp_path / f"example_{place}.py"
        path.write_text(block, encoding="utf-8")
        ran.append(runpy.run_path(str(path)))
    classes, line = ran
    assert classes["model"].predict([[0, 2], [1, 2]]).tolist() == [0, 1]
    low, high = line["line"].interval(0.95)[1]
    assert low < -1 / 3 < high
    assert "Subset selection" in capsys.readouterr().out
