"""Rows made of what was published: answers that go together about as often as people's do, and that nobody gave.

Nothing but shares and cross-tabs that are shown already is read, so rows cost the respondents nothing more. They are
offered where they are expected to err by at most half as much as columns that are drawn apart from each other.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.from_estimates import (
    MOST_CELLS,
    EstimatedTable,
    Foretold,
    FromEstimates,
    foretold,
    from_estimates,
)
from mechanisms.synthesis.junction_tree import cells_of
from mechanisms.synthesis.sampling import sampled
from surveys.errors import BadQuery, NothingToLearnFrom, RowsTellTooLittle, TooFewToLearnFrom

Shown = Mapping[str, Any]
MOST_ROWS = 100_000
_LEAST_VARIANCE = 1e-9  # A hundred thousand rows could not show a smaller variance of a share.


@dataclass(frozen=True, kw_only=True)
class MadeOfEstimates:
    """This is a model of synthetic rows made of estimates. `published` is a digest of the estimates: the same estimates
    give the same rows."""

    questions: Sequence[Shown]
    synthesis: FromEstimates
    foretold: Foretold
    crossed: Sequence[tuple[str, str]]
    reports: int
    published: str

    def to_json(self) -> dict[str, Any]:
        ids = [question["id"] for question in self.questions]
        return {
            "questions": [_named(question) for question in self.questions],
            "crossed": [list(pair) for pair in self.crossed],
            "found": [[ids[place] for place in pair] for pair in self.synthesis.pairs],
            "expected_error": self.foretold.expected,
            "independent_error": self.foretold.independent,
            "offered": self.foretold.tells_enough,
            "most_rows": MOST_ROWS,
            "reports": self.reports,
            "spends": "0",
        }


def made_of(shown: Shown, tables: Sequence[Shown], least: int) -> MadeOfEstimates:
    """Returns a model of every question with one answer, and every cross-tab of two of these with at least `least`
    reports.

    Errors: NothingToLearnFrom where no two of them were crossed; TooFewToLearnFrom where all tables are of fewer.
    """
    questions = [question for question in shown["questions"] if question["kind"] == "one"]
    places = {question["id"]: place for place, question in enumerate(questions)}
    sizes = [len(question["estimates"]["answers"]) for question in questions]
    enough = _to_learn_from(tables, places, sizes, least)
    estimates = [*map(_alone, questions, range(len(questions))), *(_together(table, places) for table in enough)]
    published = hashlib.sha256(json.dumps([shown, enough], sort_keys=True).encode()).hexdigest()
    synthesis = from_estimates(sizes, estimates, shown["reports"])
    return MadeOfEstimates(
        questions=questions,
        synthesis=synthesis,
        foretold=foretold(synthesis, sizes, estimates, shown["reports"], _entropy(published, 0)),
        crossed=[(table["rows"]["id"], table["columns"]["id"]) for table in enough],
        reports=shown["reports"],
        published=published,
    )


def _to_learn_from(tables: Sequence[Shown], places: Mapping[str, int], sizes: Sequence[int], least: int) -> list[Shown]:
    """Returns for each two questions their latest cross-tabulation, if a model can hold it and it has enough
    reports.
    """
    crossed = {}
    for table in tables:
        ends = places.get(table["rows"]["id"]), places.get(table["columns"]["id"])
        if None not in ends and cells_of(sizes, [end for end in ends if end is not None]) <= MOST_CELLS:
            crossed[ends] = table
    if not crossed:
        raise NothingToLearnFrom("No two questions with one answer each have been crossed; ask for a cross-tab.")
    if enough := [table for table in crossed.values() if table["reports"] >= least]:
        return enough
    most = max(table["reports"] for table in crossed.values())
    raise TooFewToLearnFrom(f"Rows are made of cross-tabs of {least} reports or more; the largest has {most}.")


def rows_of(source: MadeOfEstimates, rows: int) -> list[list[str]]:
    """Returns rows of labels, a list for each row; the same number of rows of the same estimates is the same rows.

    Errors: BadQuery unless there are 1 to MOST_ROWS; RowsTellTooLittle where they are not offered.
    """
    if not 1 <= rows <= MOST_ROWS:
        raise BadQuery(f"rows is 1 to {MOST_ROWS}.", fields={"rows": f"is not 1 to {MOST_ROWS}"})
    if not source.foretold.tells_enough:
        raise RowsTellTooLittle(
            "What these estimates say about which answers go together is too unsure: rows are expected to be off by "
            f"{source.foretold.expected:.3f} of 1 for two questions, columns apart from each other by "
            f"{source.foretold.independent:.3f}, and rows are given from half of that on."
        )
    columns = sampled(source.synthesis.model, rows, _entropy(source.published, rows))
    labels = [
        np.array([answer["label"] for answer in question["estimates"]["answers"]], dtype=object)[column]
        for question, column in zip(source.questions, columns, strict=True)
    ]
    return [list(row) for row in zip(*labels, strict=True)]


def card_of(source: MadeOfEstimates, shown: Shown, rows: int) -> dict[str, Any]:
    """Returns the card that goes with the rows wherever they go."""
    return {
        "what": "Synthetic rows made of survey estimates. No row is a person, and no answer was given by anybody.",
        "not_for": "Intervals, tests and standard errors: more rows are no more people. Take them from the estimates.",
        "survey": shown["survey"],
        "version": shown["version"]["hash"],
        "rows": rows,
        **{name: value for name, value in source.to_json().items() if name not in ("offered", "most_rows")},
        "error_is": "mean total variation of two questions' shares, 0 to 1, expected; of the pairs that were crossed",
        "guarantee": shown["guarantee"],
        "simulated": shown["simulated"],
    }


def _alone(question: Shown, place: int) -> EstimatedTable:
    answers = question["estimates"]["answers"]
    return _estimated(
        (place,), *(np.array([answer[name] for answer in answers]) for name in ("share", "standard_error"))
    )


def _together(table: Shown, places: Mapping[str, int]) -> EstimatedTable:
    """Returns the earlier question in rows."""
    ends = places[table["rows"]["id"]], places[table["columns"]["id"]]
    shares, errors = (
        np.array([[cell[name] for cell in row] for row in table["cells"]]) for name in ("share", "standard_error")
    )
    if ends[0] < ends[1]:
        return _estimated(ends, shares, errors)
    return _estimated((ends[1], ends[0]), shares.T, errors.T)


def _estimated(of: tuple[int, ...], shares: NDArray[np.float64], errors: NDArray[np.float64]) -> EstimatedTable:
    return EstimatedTable(attributes=of, shares=shares, variances=np.maximum(errors**2, _LEAST_VARIANCE))


def _entropy(published: str, rows: int) -> SeededEntropy:
    """Returns randomness for synthetic rows that is reproducible from published numbers. The rows need no secret
    randomness, as they are made of published numbers alone."""
    return SeededEntropy(int(hashlib.sha256(f"{published} {rows}".encode()).hexdigest()[:15], 16))


def _named(question: Shown) -> dict[str, Any]:
    row = question["row_label"]
    return {"id": question["id"], "text": f"{question['text']} ({row})" if row else question["text"]}
