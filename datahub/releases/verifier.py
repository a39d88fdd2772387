"""Does a released table keep what its card promises? The program of a recipient and of the owner; see `main`.

It reads the written file and works out every promise anew. A class is the rows whose quasi-identifiers are written
alike. A row that is `*` in every column is suppressed: it is counted, lies in no class and adds to no distribution.
Faults are named by line and classes by size: no cell of the table is ever printed.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, compress, islice
from operator import add, gt
from pathlib import Path
from typing import Any

from datahub.releases.findings import FAILS, HOLDS, UNCHECKED, Finding, conclusion, finding, holds, outcome_of
from datahub.releases.originals import compared, same_rows
from datahub.releases.promises import (
    INTERVAL,
    NUMBER,
    OF_A_COLUMN,
    OF_A_POPULATION,
    Tree,
    Verdict,
    Whole,
    covered,
    k_anonymous,
)
from datahub.releases.read_tables import read_assignment, read_other_form, read_release, read_table
from datahub.releases.reading import read_card, read_tree
from datahub.releases.table_runs import Refused, Table


@dataclass(frozen=True, kw_only=True)
class Files:
    """These are the files that the reader of a release has; `hierarchies` is a folder, or a file by each name that the
    card uses.

    Only the owner has `original` and `assignment`, and compares the table with `other_form`: Parquet beside CSV.
    """

    release: Path
    card: Path
    hierarchies: Path | Mapping[str, Path] | None = None
    population: Path | None = None
    original: Path | None = None
    assignment: Path | None = None
    other_form: Path | None = None


def verify(files: Files) -> list[Finding]:
    """Checks everything that the card promises; returns each promise with what was found. Raises Refused for a file
    that cannot be trusted."""
    card = read_card(files.card)
    columns = {column["name"]: column for column in card["columns"] if column["role"] != "identifying"}
    table = read_release(files.release, card.get("sha256"), list(columns))
    trees: dict[str, Tree] = {}
    folder = files.hierarchies
    for name, column in columns.items():
        if folder is not None and "hierarchy" in column:
            trees[name] = read_tree(_tree_file(folder, column["hierarchy"]), column["sha256"])
    findings = [*written(card, table), *named(columns, table, trees), *classes(card, table, trees, files.population)]
    if files.other_form:
        findings.append(same_rows(table, read_other_form(files.other_form)))
    if files.original and files.assignment:
        original, assignment = read_table(files.original), read_assignment(files.assignment)
        findings += compared(card, table, trees, original, assignment)
    elif card["order"] == "shuffled":
        findings.append(finding("shuffled", UNCHECKED, "owner_alone"))
    return findings


def _tree_file(folder: Path | Mapping[str, Path], name: str) -> Path:
    return folder / name if isinstance(folder, Path) else folder[name]


def written(card: Mapping[str, Any], table: Table) -> Iterator[Finding]:
    lines, suppressed = table.lines, sum(map(table.counts.__getitem__, table.suppressed))
    for code, promised, rows in (("rows", card["rows"], lines), ("suppressed", card["suppressed"], suppressed)):
        yield finding(code, outcome_of(rows == promised), code, promised=promised, rows=rows)
    if card["order"] == "sorted":
        line = _first_out_of_order(table, list)
        if line is not None:
            line = _first_out_of_order(table, _by_value)
        if line is None:
            yield finding("sorted", HOLDS, "in_place")
        else:
            yield finding("sorted", FAILS, "out_of_place", line=line)


def _first_out_of_order(table: Table, keys_of: Callable[[Sequence[str]], list[Any]]) -> int | None:
    """Returns the first line that belongs above the line before it. Its cells are compared as one number, whose digits
    are the ranks of their texts."""
    numbers = [0] * len(table.counts)
    for column in table.columns:
        keys = keys_of(column.values)
        ranks = {key: rank for rank, key in enumerate(sorted(set(keys)))}
        digits = map([ranks[key] for key in keys].__getitem__, column.codes)
        numbers = list(map(add, map(len(ranks).__mul__, numbers), digits))
    of_runs = list(map(numbers.__getitem__, table.runs))
    starts = map((2).__add__, islice(table.starts, 1, None))
    return next(compress(starts, map(gt, of_runs, islice(of_runs, 1, None))), None)


def _by_value(cells: Sequence[str]) -> list[Any]:
    """Returns keys to sort by where a column of numbers (and of `*`, which comes first) is sorted as such and not as
    text."""
    numbers = all(NUMBER.fullmatch(cell) for cell in cells if cell != "*")
    return [(cell != "*", Fraction(cell) if cell != "*" else 0) for cell in cells] if numbers else list(cells)


def named(columns: Mapping[str, Any], table: Table, trees: Mapping[str, Tree]) -> Iterator[Finding]:
    """Checks that released values are declared: whoever has the hierarchies can tell a value of theirs from one that
    nobody declared."""
    for name, tree in trees.items():
        if columns[name]["role"] == "quasi" and not columns[name].get("perturbed"):
            values = {value for row in tree.values() for value in row}
            rows = table.column(name).rows(partial(_is_alien, values))
            if rows:
                yield finding("values", FAILS, "alien", column=name, line=table.line(rows))
            else:
                yield finding("values", HOLDS, "known", column=name)


def _is_alien(values: Container[str], cell: str) -> bool:
    return cell not in values and not INTERVAL.fullmatch(cell) and cell[:1] != "{"


def classes(
    card: Mapping[str, Any], table: Table, trees: Mapping[str, Tree], population: Path | None
) -> Iterator[Finding]:
    """Checks every model of the card, class by class."""
    described = {column["name"]: column for column in card["columns"]}
    quasi = [name for name in table.names if described[name]["role"] == "quasi"]
    columns = [table.column(name) for name in quasi]
    weights = [0 if row in table.suppressed else table.counts[row] for row in range(len(table.counts))]
    suppressed = table.lines - sum(weights)
    live = [weight > 0 for weight in weights]
    keys = compress(zip(*(column.codes for column in columns), strict=True), live)
    weights = list(compress(weights, live))
    ids: dict[tuple[int, ...], int] = {}
    places = [ids.setdefault(key, len(ids)) for key in keys]
    sizes = [0] * len(ids)
    for slot, weight in zip(places, weights, strict=True):
        sizes[slot] += weight
    public: Table | None = None
    for model in card["models"]:
        if model["model"] == "k-anonymity":
            yield _judged(model, [k_anonymous(model, rows) for rows in sizes])
        elif "column" in model:
            cells = compress(table.column(model["column"]).cells(), live)
            counts_by_class: list[dict[str, int]] = [{} for _ in sizes]
            for slot, cell, weight in zip(places, cells, weights, strict=True):
                counts_by_class[slot][cell] = counts_by_class[slot].get(cell, 0) + weight
            yield _of_a_column(model, described[model["column"]], trees, counts_by_class, sizes)
        elif population is None or any("hierarchy" in described[name] and name not in trees for name in quasi):
            yield _of_model(model, UNCHECKED, "needs_population" if "population_sha256" in card else "population_kept")
        else:
            public = public or read_table(population, card.get("population_sha256", "none"))
            people = [list(map(public.column(name).cells().__getitem__, public.places)) for name in quasi]
            spelled = [tuple(column.values[code] for column, code in zip(columns, key, strict=True)) for key in ids]
            everybody = [("*",) * len(quasi)] if suppressed else []  # a suppressed row may be about anybody
            masks = covered([*spelled, *everybody], people, [trees.get(name, {}) for name in quasi])
            rows = [*sizes, suppressed] if suppressed else sizes
            yield _judged(model, OF_A_POPULATION[model["model"]](model, rows, masks, public.lines))


def _of_a_column(
    model: Mapping[str, Any],
    described: Mapping[str, Any],
    trees: Mapping[str, Tree],
    counts_by_class: Sequence[Mapping[str, int]],
    sizes: Sequence[int],
) -> Finding:
    counts: Counter[str] = Counter()
    for value, count in chain.from_iterable(class_counts.items() for class_counts in counts_by_class):
        counts[value] += count
    tree, distance = trees.get(model["column"], {}), model.get("distance")
    order = [value for value in described.get("order", ()) if value in counts]
    if distance == "hierarchical" and not counts.keys() <= tree.keys():
        return _of_model(model, FAILS if tree else UNCHECKED, "no_tree")
    if distance == "ordered" and "order" not in described:
        if not all(map(NUMBER.fullmatch, counts)):
            raise Refused(f"column {model['column']!r}: to be ordered it needs numbers alone, or its order in the card")
        order = sorted(counts, key=Fraction)
    if distance == "ordered" and len(order) != len(counts):
        return _of_model(model, FAILS, "no_order")
    whole = Whole(counts, sum(sizes), order, tree)
    verdict = OF_A_COLUMN[model["model"]]
    return _judged(
        model,
        [verdict(model, class_counts, rows, whole) for class_counts, rows in zip(counts_by_class, sizes, strict=True)],
    )


def _of_model(model: Mapping[str, Any], outcome: str, why: str, **figures: object) -> Finding:
    return finding("model", outcome, why, promise=model["promise"], **model["said"], **figures)


def _judged(model: Mapping[str, Any], verdicts: Sequence[Verdict]) -> Finding:
    if not verdicts:
        return _of_model(model, HOLDS, "no_class")
    failing = [verdict for verdict in verdicts if not verdict.keeps]
    worst = max(failing or verdicts, key=lambda verdict: (float(verdict.bad), -verdict.rows))
    measured = f"{float(worst.measured):.6g}"
    counts = {"rows": worst.rows, "failing": len(failing), "classes": len(verdicts)}
    judged = _of_model(model, outcome_of(not failing), "worst", measured=measured, **counts)
    return replace(judged, measured=measured, class_rows=worst.rows, failing_classes=len(failing))


def main() -> int:
    """Checks a release against its card; exit status 0: all that is promised holds; 1: something fails or could not be
    checked; 2: a file is refused."""
    parser = argparse.ArgumentParser(prog="verifier.py", description=main.__doc__)
    parser.add_argument("release", type=Path, help="the released table: CSV, or Parquet where pyarrow is installed")
    parser.add_argument("--card", type=Path, required=True, help="what is promised of it, as JSON")
    parser.add_argument("--hierarchies", type=Path, help="the folder of the hierarchies that the card names")
    parser.add_argument("--population", type=Path, help="everybody among whom nobody is to be found; CSV")
    parser.add_argument("--original", type=Path, help="owner alone: the table before, as CSV; with --assignment")
    parser.add_argument("--assignment", type=Path, help="owner alone: CSV of original,released, row numbers from 1")
    parser.add_argument("--json", action="store_true", help="print findings as JSON")
    given = vars(parser.parse_args())
    as_json = given.pop("json")
    if (given["original"] is None) != (given["assignment"] is None):
        parser.error("--original and --assignment go together")
    try:
        findings = verify(Files(**given))
    except Refused as why:
        sys.stdout.write(json.dumps({"holds": False, "refused": str(why)}) + "\n" if as_json else f"refused: {why}\n")
        return 2
    if as_json:
        sys.stdout.write(
            json.dumps({"holds": holds(findings), "findings": [asdict(finding) for finding in findings]}, indent=1)
            + "\n"
        )
    else:
        sys.stdout.writelines(f"{row.outcome:<12}{row.promise}: {row.found}\n" for row in findings)
        sys.stdout.write(conclusion(findings) + "\n")
    return 0 if holds(findings) else 1


if __name__ == "__main__":
    sys.exit(main())
