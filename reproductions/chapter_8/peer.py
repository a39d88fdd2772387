"""Runs where anonypy 0.2.1 is installed, never in ours: its partitions of Adult by age and education-num, as it gives them.

    python -m venv peer && peer/bin/pip install anonypy==0.2.1 numpy==2.0.2 pandas==2.3.3
    peer/bin/python reproductions/chapter_8/peer.py tests/adult/adult.csv.gz > reproductions/chapter_8/anonypy.jsonl

For each run: what was asked, and of each class the lowest and highest age, the lowest and highest education-num, and how
many of its people earn at most 50 000 dollars and how many more.
"""

import json
import sys
from typing import Any

import pandas as pd
from anonypy.mondrian import Mondrian  # type: ignore[import-not-found]  # only the peer's environment has it

QUASI = ["age", "education-num"]
PLANS: list[dict[str, Any]] = [
    {"k": 5},
    {"k": 5, "l": 2},
    {"k": 5, "p": 0.2},
    {"k": 3},
    {"k": 3, "l": 2},
    {"k": 3, "p": 0.2},
]


def run(table: pd.DataFrame, options: dict[str, Any]) -> list[list[int]]:
    classes = []
    for rows in Mondrian(table, QUASI, "income").partition(**options):
        part = table.loc[rows]
        counts = part["income"].value_counts()
        ends = [int(end) for name in QUASI for end in (part[name].min(), part[name].max())]
        classes.append([*ends, int(counts.get("<=50K", 0)), int(counts.get(">50K", 0))])
    return sorted(classes)


def main() -> None:
    table = pd.read_csv(sys.argv[1], usecols=[*QUASI, "income"])
    for options in PLANS:
        print(json.dumps({"asked": options, "classes": run(table, options)}, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
