"""This command tries mechanisms on known answers: `manage.py evaluate optimized-unary-encoding --epsilon 1,2`."""

import csv
import json
import math
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from datahub.api.problem import Problem
from datahub.evaluations.rules import findings
from datahub.evaluations.rules.study import KINDS, MOST_ANSWERS, MOST_IN_MEMORY, POPULATIONS, Study, study
from datahub.evaluations.services import drawn_seed
from mechanisms.ldp.advice.evaluation import LAWS
from mechanisms.ldp.advice.sweep import Trial
from mechanisms.ldp.shapes.channel import Counts

FORMS = ("table", "csv", "jsonl")
HEADINGS = ("mechanism", "epsilon", "bytes", "error", "from", "to", "closed form", "rank bias")
SHOWN = ("mean_squared_error", "mean_squared_error_low", "mean_squared_error_high", "expected_squared_error")
NOTE = "Errors are roots of mean squares over all answers, in percentage points, with 95 % limits. * erred least."


class Command(BaseCommand):
    help = (
        "Perturb, count and estimate the answers of people whose answers are known, and write the error of each "
        "mechanism beside its closed form. The same seed gives the same figures. Progress goes to standard error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("mechanisms", nargs="*", metavar="MECHANISM", help=f"default: all of {', '.join(KINDS)}")
        parser.add_argument("--epsilon", default="0.5,1,2,4", help="decimal numbers, separated by commas")
        parser.add_argument("--population", default="harmonic", help=f"one of {', '.join(POPULATIONS)}")
        parser.add_argument("--answers", type=int, help="of the question; a sample and a column have their own")
        parser.add_argument("--people", type=int, help="default: 10 000, or as many as the column has")
        parser.add_argument("--repetitions", type=int, default=20, help="surveys for each mechanism and epsilon")
        parser.add_argument("--seed", type=int, help="repeat the draws of an earlier evaluation")
        parser.add_argument(
            "--column",
            nargs=2,
            metavar=("FILE", "NAME"),
            help="the answers in a column of a CSV file of public data, instead of --population; what is written tells "
            "how they are distributed, so never take answers of respondents",
        )
        parser.add_argument("--as", choices=FORMS, default="table", dest="form")

    def handle(self, *args: Any, column: list[str] | None, form: str, **options: Any) -> None:
        try:
            counts = None if column is None else _counted(Path(column[0]), column[1])
            study = _study(options, counts)
        except Problem as refusal:
            raise CommandError(refusal.detail) from None
        counts = study.counts() if counts is None else counts
        self.stderr.write(f"{study.people} people, {study.answers} answers, seed {study.seed}", str)
        progress = _Progress(self.stderr, findings.surveys(study))
        trials = list(findings.rows(study, counts, after_each=progress))
        self.stdout.write("".join(f"{line}\n" for line in _written(form, trials)), ending="")


class _Progress:
    """Prints after a survey how many are done: on one line of a terminal, else at each tenth."""

    def __init__(self, out: OutputWrapper, of: int) -> None:
        self._out, self._of, self._done = out, of, 0

    def __call__(self) -> None:
        self._done += 1
        if self._out.isatty():
            ending = "\n" if self._done == self._of else ""
            self._out.write(f"\r{self._done} of {self._of} surveys", str, ending)
        elif self._done * 10 // self._of > (self._done - 1) * 10 // self._of:
            self._out.write(f"{self._done} of {self._of} surveys", str)


def _study(options: dict[str, Any], counts: Counts | None) -> Study:
    people = options["people"]
    if counts is not None:
        if people is not None or options["answers"] is not None:
            raise CommandError("A column says itself how many people and answers there are: leave out both numbers.")
        options |= {"population": "even", "answers": counts.size}
        people = int(counts.sum())
    return study(
        mechanisms=options["mechanisms"] or list(KINDS),
        epsilons=[text.strip() for text in options["epsilon"].split(",")],
        population=options["population"],
        answers=10 if options["answers"] is None and options["population"] in LAWS else options["answers"],
        people=10_000 if people is None else people,
        repetitions=options["repetitions"],
        seed=drawn_seed() if options["seed"] is None else options["seed"],
    )


def _counted(path: Path, name: str) -> Counts:
    """Returns how many people have each value of the column, the commonest first; an empty cell counts for nobody."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file)
            if name not in (table.fieldnames or ()):
                raise CommandError(f"{path} has no column {name!r}; it has {', '.join(table.fieldnames or ['none'])}.")
            counted = Counter(value for line in table if (value := (line[name] or "").strip()))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise CommandError(f"{path} cannot be read as CSV in UTF-8: {error}") from None
    if not 2 <= len(counted) <= MOST_ANSWERS:
        raise CommandError(f"The column {name!r} has {len(counted)} different values; it needs 2 to {MOST_ANSWERS}.")
    counts = np.array(sorted(counted.values(), reverse=True), dtype=np.int64)
    if counts.sum() * counts.size > MOST_IN_MEMORY:
        raise CommandError(f"{counts.sum()} people times {counts.size} values is more than {MOST_IN_MEMORY}.")
    return counts


def _written(form: str, trials: list[tuple[Trial, findings.Row]]) -> Iterable[str]:
    if form == "jsonl":
        return [json.dumps(row) for _, row in trials]
    if form == "csv":
        return findings.csv_lines([row for _, row in trials])
    return _table(trials)


def _table(trials: list[tuple[Trial, findings.Row]]) -> list[str]:
    """Returns the table of trials. Errors are roots in percentage points, as a reader compares them with an
    estimate."""
    best = findings.best([trial for trial, _ in trials])
    lines = [HEADINGS, *(_cells(row, best.get(row["epsilon"])) for _, row in trials if not row["refused"])]
    widths = [max(len(line[index]) for line in lines) for index in range(len(HEADINGS))]
    text = ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines]
    refused = [
        f"{row['mechanism']} at epsilon {row['epsilon']}: {row['refused']}." for _, row in trials if row["refused"]
    ]
    return [*text, NOTE, *refused]


def _cells(row: findings.Row, best: str | None) -> tuple[str, ...]:
    slug = row["mechanism"] + (" *" if row["mechanism"] == best else "")
    roots = [f"{100 * math.sqrt(row[name]):.3f}" for name in SHOWN]
    return slug, row["epsilon"], str(row["report_bytes"]), *roots, f"{row['rank_bias']:.2f}"
