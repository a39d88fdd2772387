"""A finding says what was found of each promise of a release: as codes with what they are about, for pages in any
language, and in English."""

from collections.abc import Sequence
from dataclasses import dataclass, field

HOLDS, FAILS, UNCHECKED = "holds", "fails", "not checked"

PROMISED = {
    "rows": "{promised} rows",
    "suppressed": "{promised} of them suppressed",
    "sorted": "rows sorted, so that their order says nothing",
    "shuffled": "rows shuffled, so that their order says nothing",
    "values": "values of {column!r} are of its hierarchy, intervals or sets",
    "model": "{promise}",
    "same_rows": "the other form of the file has the same rows",
    "one_to_one": "each row of the original is one row of the release",
    "covers": "{column!r} covers its original",
    "unchanged": "{column!r} is unchanged",
    "columns": "the columns {wanted}",
    "declared": "values of {column!r} are among those that its owner declared",
    "carried": "the Parquet file carries its card",
    "trusted": "a file that can be trusted",
}
REASONS = {
    "rows": "{rows} rows",
    "suppressed": "{rows} rows of * alone",
    "in_place": "each row is at its place",
    "out_of_place": "line {line} belongs above the line before it",
    "columns": "{columns}",
    "formula": "line {line} begins like a formula or holds a control character",
    "known": "all are",
    "alien": "line {line} is the first of another kind",
    "mistyped": "it is written as {type}, which is not how such a column is declared",
    "carried": "it does",
    "not_carried": "it does not, or carries another",
    "worst": "{measured} in the worst class, of {rows} rows; {failing} of {classes} classes fail",
    "no_class": "there is no class: every row is suppressed",
    "population_kept": "the owner keeps the population; nobody who lacks it can tell",
    "needs_population": "needs --population, and --hierarchies where the card names any",
    "figures_kept": "its owner keeps the figures, which are of the population",
    "no_tree": "its hierarchy is not here or lacks a value",
    "no_order": "a value of the column is not in its order, or stands there twice",
    "same_rows": "it has",
    "other_columns": "its columns are others",
    "other_rows": "line {line} is the first that is not the same in both",
    "one_to_one": "it is",
    "not_one_to_one": "a row is left out, stands twice, or is not there",
    "everywhere": "in every row",
    "needs_trees": "needs --hierarchies",
    "not_everywhere": "in {rows} rows it does not, the first at line {line}",
    "trace": "the original order shows",
    "no_trace": "no trace of the original",
    "owner_alone": "only the owner, who has the assignment, can tell",
    "refused": "{refusal}",
}


@dataclass(frozen=True)
class Finding:
    """A finding is what was found of one promise. `outcome` is one of HOLDS, FAILS and UNCHECKED; what was `measured`
    is of the worst class.

    `promise` and `found` say in English what the codes `of` and `why` say of what they are `about`.
    """

    promise: str
    outcome: str
    found: str
    measured: str | None = None
    class_rows: int | None = None
    failing_classes: int | None = None
    of: str = ""
    why: str = ""
    about: dict[str, str] = field(default_factory=dict)


def finding(of: str, outcome: str, why: str, **about: object) -> Finding:
    """Returns a finding in English, with its codes. `of` is a code of PROMISED, `why` of REASONS."""
    parts = {name: str(value) for name, value in about.items() if name != "promise"}
    return Finding(PROMISED[of].format(**about), outcome, REASONS[why].format(**about), of=of, why=why, about=parts)


def outcome_of(good: bool) -> str:  # noqa: FBT001  # the argument is what the function is named for
    return HOLDS if good else FAILS


def holds(findings: Sequence[Finding]) -> bool:
    return all(finding.outcome == HOLDS for finding in findings)


def conclusion(findings: Sequence[Finding]) -> str:
    outcomes = [finding.outcome for finding in findings]
    if FAILS not in outcomes and UNCHECKED in outcomes:
        return f"What could be checked holds; {outcomes.count(UNCHECKED)} promises COULD NOT be checked."
    return "NOT everything promised holds." if FAILS in outcomes else "Everything promised holds."
