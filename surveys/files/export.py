"""Results as rows of two tables: shares of answers, and what is known of numbers.

Each row can be read alone: it says by what, from how many and of which version it is. A number has no answers, so its
rows are a table of their own: one for its mean under each way of putting levels together, and, where its distribution
was asked for, one for each quantile and each point.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from surveys.confidences import CONFIDENCES

_ENDS = {
    f"{end}_{name}": f"{name} % interval, {words} end"
    for name in CONFIDENCES
    for end, words in (("low", "lower"), ("high", "upper"))
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
    **_ENDS,
    "low_95_all": "95 % interval for all answers of the question at once, lower end",
    "high_95_all": "95 % interval for all answers of the question at once, upper end",
    "consistent_share": "Nearest share at which all are possible",
    **_WORTH,
}
MEAN, QUANTILE, SHARE_AT, ANSWERED = "mean", "quantile", "share-at", "share-answered"
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
    **_ENDS,
    "consistent_value": "Of a mean the nearest one between the bounds, of the share who answered from 0 to 1",
    **_WORTH,
}
NUMBERS = frozenset({
    "share", "standard_error", *_ENDS, "low_95_all", "high_95_all", "consistent_share", "mechanism_version", "n",
    "version", "bound_low", "bound_high", "at", "value", "consistent_value",
})  # fmt: skip
Cell = str | int | float | None
Json = Mapping[str, Any]


def question_text(question: Json) -> str:
    """What was asked; of a row of a matrix with the row."""
    return f"{question['text']} ({question['row_label']})" if question["row_label"] else str(question["text"])


def rows_of_answers(shown: Json) -> Iterator[list[Cell]]:
    """Columns are those of OF_ANSWERS."""
    for question in shown["questions"]:
        for how, estimate, guarantee in _estimates(question):
            for answer in estimate["answers"]:
                yield [
                    *(question["id"], question_text(question), answer["id"], answer["label"], *how),
                    *(answer["share"], answer["standard_error"], *_ends(answer["intervals"])),
                    *answer["simultaneous"],
                    answer["consistent_share"],
                    *_worth(shown, guarantee),
                ]


def rows_of_numbers(shown: Json) -> Iterator[list[Cell]]:
    """Columns are those of OF_NUMBERS. None where a version asks for no mean and no distribution."""
    yield from _rows_of_skippable(shown)
    for number in shown.get("numbers", []):
        about = [*(number[name] for name in ("id", "text", "unit", "low", "high"))]
        for how, estimate, guarantee in _estimates(number):
            mean = estimate["mean"]
            measured = [mean["value"], mean["standard_error"], *_ends(mean["intervals"]), mean["consistent_value"]]
            yield [*about, MEAN, None, *how, *measured, *_worth(shown, guarantee)]
        how, _, guarantee = next(_estimates(number))  # a distribution is share-pooled
        for measure, at, value, intervals in _read_off(number.get("distribution")):
            yield [*about, measure, at, *how, value, None, *_ends(intervals), None, *_worth(shown, guarantee)]


def _rows_of_skippable(shown: Json) -> Iterator[list[Cell]]:
    for number in shown.get("numbers_or_skipped", []):
        about = [*(number[name] for name in ("id", "text", "unit", "low", "high"))]
        for how, estimate, guarantee in _estimates(number):
            share, mean = estimate["answered"], estimate["mean"]
            measures = [(ANSWERED, share["share"], share["intervals"], share["consistent_share"])]
            if mean is not None:
                measures.append((MEAN, mean["value"], mean["intervals"], mean["consistent_value"]))
            for measure, value, intervals, nearest in measures:
                measured = [measure, None, *how, value, None, *_ends(intervals), nearest]
                yield [*about, *measured, *_worth(shown, guarantee)]


def _read_off(distribution: Json | None) -> Iterator[tuple[str, float, float, Json | None]]:
    """None where no distribution was asked for, or the reports do not settle it."""
    if distribution is None:
        return
    for quantile in distribution["quantiles"]:
        yield QUANTILE, quantile["share"], quantile["value"], quantile["intervals"]
    for point in distribution["points"]:
        yield SHARE_AT, point["at"], point["share"], None


def _estimates(question: Json) -> Iterator[tuple[tuple[str, str], Json, Json]]:
    """The estimates of a question or a number: how levels are put together and which, what comes out, and what it is
    worth."""
    every = [level for group in question["by_level"] for level in group["levels"]]
    for name in ("estimates", "inverse_variance"):
        yield (question[name]["method"], _levels_text(every)), question[name], question["guarantee"]
    for group in question["by_level"]:
        yield ("by-level", _levels_text(group["levels"])), group, group["guarantee"]


def _levels_text(levels: list[int]) -> str:
    return " ".join(map(str, levels))


def _ends(intervals: Json | None) -> list[float | None]:
    if intervals is None:
        return [None] * len(_ENDS)
    return [end for name in CONFIDENCES for end in intervals[name]]


def _worth(shown: Json, guarantee: Json) -> list[Cell]:
    version = shown["version"]
    return [
        *(guarantee[name] for name in ("mechanism", "version", "epsilon", "delta", "unit", "neighbours", "n")),
        *(shown["survey"], version["number"], version["hash"], str(shown["simulated"]).lower()),
    ]
