"""This module is about the rehearsal in the documents: a whole run in docs/start/rehearsal.md, and the rows that tell
most in README.md.

`scripts/run --rehearse | .venv/bin/python -m scripts.parts.rehearsal` puts a new run there. `scripts.parts.reference`
takes the rows of README.md from the page, so that the two cannot differ.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE, README = ROOT / "docs" / "start" / "rehearsal.md", ROOT / "README.md"
BEGIN, END = "<!-- rehearsal: written by scripts/parts/rehearsal.py -->", "<!-- end of rehearsal -->"
FIRST, SECOND_LAST, LAST = "Rehearsal with seed ", " reports in ", "Passed: "
SHOWN = (
    "over_50 | Yes",
    "race | White",
    "occupation | Armed forces",
    "education | High school",
    "education | Master's degree",
)


class NoRehearsal(ValueError):
    """The output that should hold a rehearsal that passed does not."""


def told(output: str) -> str:
    """Returns the lines of a rehearsal's output that stand in the documents: its seed, its table and its verdict.
    NoRehearsal unless it passed."""
    lines = [line for line in output.splitlines() if line.startswith((FIRST, "|", LAST)) or SECOND_LAST in line]
    table = [line for line in lines if line.startswith("|")]
    if not (table and lines[0].startswith(FIRST) and SECOND_LAST in lines[-2] and lines[-1].startswith(LAST)):
        raise NoRehearsal("this is not what a rehearsal that passed prints")
    return "\n".join([lines[0], "", *table, "", " ".join(lines[-2:])])


def readme() -> str:
    """Returns README.md, with the rows of the run on the page."""
    run = _between(PAGE.read_text(encoding="utf-8"))[1].strip().splitlines()
    table = [line for line in run if line.startswith("|")]
    rows = [next(row for row in table if row.startswith(f"| {name} |")) for name in SHOWN]
    part = "\n".join([run[0], "", *table[:2], *rows, "", run[-1]])
    return put_into(README.read_text(encoding="utf-8"), part).rstrip("\n")


def put_into(text: str, run: str) -> str:
    before, _, after = _between(text)
    return f"{before}{BEGIN}\n{run}\n{END}{after}"


def _between(text: str) -> tuple[str, str, str]:
    before, begin, rest = text.partition(BEGIN)
    inside, end, after = rest.partition(END)
    if not (begin and end):
        raise NoRehearsal(f"there is no place for a rehearsal: between {BEGIN} and {END}")
    return before, inside, after


if __name__ == "__main__":
    PAGE.write_text(put_into(PAGE.read_text(encoding="utf-8"), told(sys.stdin.read())), encoding="utf-8")
    README.write_text(readme() + "\n", encoding="utf-8")
