"""This module joins the verifier into one file for people without DataHub: `python -m datahub.releases.script >
verifier.py`."""

import re
import sys
from pathlib import Path

PARTS = ("findings", "promises", "table_runs", "read_tables", "reading", "originals", "verifier")
OF_EACH_OTHER = re.compile(r"^from datahub\S+ import (\([^)]*\)|.*)\n", re.MULTILINE)


def single_script() -> str:
    """Returns the modules as one text, without what they import from each other."""
    texts = [Path(__file__).with_name(f"{part}.py").read_text(encoding="utf-8") for part in PARTS]
    return "\n\n".join(OF_EACH_OTHER.sub("", text) for text in texts)


if __name__ == "__main__":
    sys.stdout.write(single_script())
