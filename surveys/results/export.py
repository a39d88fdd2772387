"""Results become rows of two tables: the shares of answers, and the estimates of numbers.

Each row can be read alone: it says by what, from how many and of which version it is. A number has no answers, so its
rows are a table of their own: one for its mean under each way of putting levels together, and, where its distribution
was asked for, one for each quantile and each point.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from surveys.confidences import CONFIDENCES
from surveys.files.table import Cell, Column, Table, question_text
from surveys.results.kinds.kind import EstimateKind
from surveys.results.kinds.number import MEAN, NUMBER_OF_ALL, QUANTILE, SHARE_AT
from surveys.results.kinds.number_or_skipped import ANSWERED, NUMBER_OR_SKIPPED
from surveys.results.kinds.share import SHARE

_ENDS = {
    f"{end}_{name}": f"{name} % interval, {words} end"
    for name in CONFIDENCES
    for end, words in (("low", "lower"), ("high", "upper"))
}
_PARTS = {
    "sampling_error": "Part of the standard error that comes from who was drawn",
    "perturbation_error": "Part of the standard error that comes from the perturbation",
}
_HOW = {
    "estimate": "How the levels are put together",
    "levels": "Levels the number is made of",
}
_WORTH = {
    "mechanism": "Mechanism that perturbed the reports",
    "mechanism_version": "Version of the mechanism",
    "epsilon": "Epsilon of this question in one report",
    "delta": "Delta",
    "unit": "What the guarantee protects",
    "neighbours": "What cannot be told apart",
    "n": "Reports",
    "survey": "Survey",
    "version": "Version of the survey",
    "version_hash": "SHA-256 of the version",
    "simulated": "Whether its people were simulated",
}
OF_ANSWERS = {
    "question": "Question, or row of a matrix",
    "question_text": "What was asked",
    "answer": "Answer",
    "answer_label": "What the answer says",
    **_HOW,
    "share": "Unbiased estimate; may lie outside 0 and 1",
    "standard_error": "Standard error of the estimate",
    **_PARTS,
    **_ENDS,
    "low_95_all": "95 % interval for all answers of the question at once, lower end",
    "high_95_all": "95 % interval for all answers of the question at once, upper end",
    "consistent_share": "Nearest share at which all are possible",
    **_WORTH,
}
OF_NUMBERS = {
    "question": "Question",
    "question_text": "What was asked",
    "number_unit": "Unit of the number",
    "bound_low": "Lower bound: a number below it counted as the bound",
    "bound_high": "Upper bound: a number above it counted as the bound",
    "measure": (
        f"{MEAN}; {QUANTILE}: the number below which a share lies; {SHARE_AT}: the share of people at a point; "
        f"{ANSWERED}: the share who gave a number that may be skipped; its mean is theirs"
    ),
    "at": "Of a quantile the share that lies below it, of a share its point in the unit of the number",
    **_HOW,
    "value": (
        "A mean, or the share who answered, may lie outside its bounds; a quantile or share of the most likely "
        "distribution"
    ),
    "standard_error": "Standard error of a mean of everybody; of the others there is no closed form",
    **_PARTS,
    **_ENDS,
    "consistent_value": "Of a mean the nearest one between the bounds, of the share who answered from 0 to 1",
    **_WORTH,
}
NUMBERS = frozenset({
    "share", "standard_error", *_PARTS, *_ENDS, "low_95_all", "high_95_all", "consistent_share", "mechanism_version",
    "n", "version", "bound_low", "bound_high", "at", "value", "consistent_value",
})  # fmt: skip
Json = Mapping[str, Any]


def rows_of_answers(shown: Json) -> Iterator[list[Cell]]:
    """Yields a row for each answer. Columns are those of OF_ANSWERS."""
    yield from _rows(shown, SHARE, lambda question: [question["id"], question_text(question)])


def rows_of_numbers(shown: Json) -> Iterator[list[Cell]]:
    """Yields a row for each number. Columns are those of OF_NUMBERS. None where a version asks for no mean and no
    distribution."""
    for kind in (NUMBER_OR_SKIPPED, NUMBER_OF_ALL):
        yield from _rows(shown, kind, lambda number: [number[name] for name in ("id", "text", "unit", "low", "high")])


def _rows(shown: Json, kind: EstimateKind[Any, Any], about: Callable[[Json], list[Cell]]) -> Iterator[list[Cell]]:
    for result in shown.get(kind.results, []):
        for how, estimate, guarantee in _estimates(result):
            for measure, cells in kind.rows(result, estimate):
                yield [*about(result), *measure, *how, *cells, *_worth(shown, guarantee)]


def _estimates(question: Json) -> Iterator[tuple[tuple[str, str], Json, Json]]:
    """Yields the estimates of a question or a number: the way in which levels are combined, the levels, the estimate,
    and its guarantee."""
    every = [level for group in question["by_level"] for level in group["levels"]]
    for name in ("estimates", "inverse_variance"):
        yield (question[name]["method"], _levels_text(every)), question[name], question["guarantee"]
    for group in question["by_level"]:
        yield ("by-level", _levels_text(group["levels"])), group, group["guarantee"]


def _levels_text(levels: list[int]) -> str:
    return " ".join(map(str, levels))


def _worth(shown: Json, guarantee: Json) -> list[Cell]:
    version = shown["version"]
    return [
        *(guarantee[name] for name in ("mechanism", "version", "epsilon", "delta", "unit", "neighbours", "n")),
        *(shown["survey"], version["number"], version["hash"], str(shown["simulated"]).lower()),
    ]


def answers_of(shown: Json) -> Table:
    return _table("estimates", OF_ANSWERS, list(rows_of_answers(shown)), shown)


def numbers_of(shown: Json) -> Table:
    return _table("numbers", OF_NUMBERS, list(rows_of_numbers(shown)), shown)


def _table(name: str, labels: Mapping[str, str], rows: Sequence[Sequence[Cell]], shown: Json) -> Table:
    columns = tuple(Column(name, label, "number" if name in NUMBERS else "text") for name, label in labels.items())
    return Table(name, columns, rows, shown["method"])
