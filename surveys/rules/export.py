"""Results as rows of a table. Each row can be read alone: it says by what, from how many and of which version."""

from collections.abc import Iterator, Mapping
from typing import Any

LABELS = {
    "question": "Question, or row of a matrix",
    "question_text": "What was asked",
    "answer": "Answer",
    "answer_label": "What the answer says",
    "estimate": "How the levels are put together",
    "levels": "Levels the number is made of",
    "share": "Unbiased estimate; may lie outside 0 and 1",
    "standard_error": "Standard error of the estimate",
    "low_50": "50 % interval, lower end",
    "high_50": "50 % interval, upper end",
    "low_80": "80 % interval, lower end",
    "high_80": "80 % interval, upper end",
    "low_95": "95 % interval, lower end",
    "high_95": "95 % interval, upper end",
    "low_95_all": "95 % interval for all answers of the question at once, lower end",
    "high_95_all": "95 % interval for all answers of the question at once, upper end",
    "consistent_share": "Nearest share at which all are possible",
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
COLUMNS = tuple(LABELS)
OF_NUMBERS = {  # further columns, where a version asks for means of numbers
    "mean": "Unbiased mean of a number, in its unit; may lie outside its bounds",
    "consistent_mean": "Nearest mean between the bounds",
    "number_unit": "Unit of the number, and of its error and intervals",
}
NUMBERS = frozenset({
    "share", "standard_error", "low_50", "high_50", "low_80", "high_80", "low_95", "high_95", "low_95_all",
    "high_95_all", "consistent_share", "mechanism_version", "n", "version", "mean", "consistent_mean",
})  # fmt: skip
Cell = str | int | float | None


def asked(question: Mapping[str, Any]) -> str:
    """What was asked; of a row of a matrix with the row."""
    return f"{question['text']} ({question['row_label']})" if question["row_label"] else str(question["text"])


def labels_of(shown: Mapping[str, Any]) -> dict[str, str]:
    """The columns of a row, with what they say."""
    return LABELS | (OF_NUMBERS if "numbers" in shown else {})


def rows(shown: Mapping[str, Any]) -> Iterator[list[Cell]]:
    if "numbers" not in shown:
        yield from _of_answers(shown)
        return
    for row in _of_answers(shown):
        yield [*row, None, None, ""]
    yield from _of_numbers(shown)


def bounds_of(number: Mapping[str, Any]) -> str:
    """ "hours, from 0 to 60"."""
    unit = f"{number['unit']}, " if number["unit"] else ""
    return f"{unit}from {number['low']} to {number['high']}"


def _of_numbers(shown: Mapping[str, Any]) -> Iterator[list[Cell]]:
    for number in shown["numbers"]:
        every = [level for group in number["by_level"] for level in group["levels"]]
        for name in ("estimates", "inverse_variance"):
            estimate = number[name]
            yield _number_row(shown, number, estimate["mean"], estimate["method"], every, number["guarantee"])
        for group in number["by_level"]:
            yield _number_row(shown, number, group["mean"], "by-level", group["levels"], group["guarantee"])


def _number_row(
    shown: Mapping[str, Any],
    number: Mapping[str, Any],
    mean: Mapping[str, Any],
    estimate: str,
    levels: list[int],
    guarantee: Mapping[str, Any],
) -> list[Cell]:
    label = f"Mean ({bounds_of(number)}; a number beyond counted as the bound)"
    as_answer = {
        "id": "mean",
        "label": label,
        "share": None,
        "simultaneous": (None, None),
        "consistent_share": None,
        **{name: mean[name] for name in ("standard_error", "intervals")},
    }
    row = _row(shown, {**number, "row_label": None}, as_answer, estimate, levels, guarantee)
    return [*row, mean["value"], mean["consistent_value"], number["unit"]]


def _of_answers(shown: Mapping[str, Any]) -> Iterator[list[Cell]]:
    for question in shown["questions"]:
        every = [level for group in question["by_level"] for level in group["levels"]]
        for name in ("estimates", "inverse_variance"):
            estimate = question[name]
            for answer in estimate["answers"]:
                yield _row(shown, question, answer, estimate["method"], every, question["guarantee"])
        for group in question["by_level"]:
            for answer in group["answers"]:
                yield _row(shown, question, answer, "by-level", group["levels"], group["guarantee"])


def _row(
    shown: Mapping[str, Any],
    question: Mapping[str, Any],
    answer: Mapping[str, Any],
    estimate: str,
    levels: list[int],
    guarantee: Mapping[str, Any],
) -> list[Cell]:
    version = shown["version"]
    return [
        *(question["id"], asked(question), answer["id"], answer["label"], estimate),
        " ".join(map(str, levels)),
        *(answer["share"], answer["standard_error"]),
        *(end for confidence in ("50", "80", "95") for end in answer["intervals"][confidence]),
        *answer["simultaneous"],
        answer["consistent_share"],
        *(guarantee[name] for name in ("mechanism", "version", "epsilon", "delta", "unit", "neighbours", "n")),
        *(shown["survey"], version["number"], version["hash"], str(shown["simulated"]).lower()),
    ]
