"""Weighted results as rows of a table: one for each answer, beside its unweighted share."""

from collections.abc import Iterator, Mapping
from typing import Any

from surveys.confidences import CONFIDENCES
from surveys.files.table import Cell, Column, Table, question_text

_ENDS = {
    f"{end}_{name}": f"{name} % interval, {words} end"
    for name in CONFIDENCES
    for end, words in (("low", "lower"), ("high", "upper"))
}
OF_WEIGHTED = {
    "question": "Question, or row of a matrix",
    "question_text": "What was asked",
    "answer": "Answer",
    "answer_label": "What the answer says",
    "state": "weighted, or why not; known: the share itself is known of everybody",
    "margin": "Question whose known shares weight this one",
    "share": "Share weighted to the known shares, or the known share; may lie outside 0 and 1",
    "standard_error": "Standard error of the weighted share",
    **_ENDS,
    "consistent_share": "Nearest share at which all are possible",
    "unweighted_share": "Unbiased estimate without weights",
    "unweighted_error": "Its standard error",
    "n": "Reports on the pair of both questions",
    "mechanism": "Mechanism that perturbed the pair",
    "epsilon": "Epsilon of the pair in one report",
    "survey": "Survey",
    "version": "Version of the survey",
    "version_hash": "SHA-256 of the version",
    "simulated": "Whether its people were simulated",
}
NUMBERS = frozenset({
    "share", "standard_error", *_ENDS, "consistent_share", "unweighted_share", "unweighted_error", "n", "version",
})  # fmt: skip
NOTE = (
    "Shares weighted to shares that are known of everybody (post-stratification by the answer to another question), "
    "one question with known shares at a time. They hold for everybody as far as people who gave the same answer to "
    "that question are alike whether or not they took part. Intervals are normal, of the first order, and cover who "
    "happened to answer and the perturbation."
)
Json = Mapping[str, Any]


def weighted_answers_of(results: Json) -> Table:
    columns = tuple(Column(name, label, "number" if name in NUMBERS else "text") for name, label in OF_WEIGHTED.items())
    return Table("weighted", columns, [*_rows_of_margins(results), *_rows_of_questions(results)], NOTE)


def _rows_of_margins(results: Json) -> Iterator[list[Cell]]:
    for margin in results["margins"]:
        for answer in margin["answers"]:
            yield [
                *_about(margin, answer), "known", None, answer["known"], *[None] * (2 + 2 * len(CONFIDENCES)),
                answer["estimated"], answer["standard_error"], None, None, None, *_version(results),
            ]  # fmt: skip


def _rows_of_questions(results: Json) -> Iterator[list[Cell]]:
    for question in results["questions"]:
        for answer in question["answers"] or ():
            guarantee = question["guarantee"]
            yield [
                *_about(question, answer),
                *(question["state"], question["margin"]),
                *(answer["share"], answer["standard_error"]),
                *(end for name in CONFIDENCES for end in answer["intervals"][name]),
                *(answer["consistent_share"], answer["unweighted_share"], answer["unweighted_error"]),
                *(question["reports"], guarantee["mechanism"], guarantee["epsilon"]),
                *_version(results),
            ]
        if question["answers"] is None:
            empty: list[Cell] = [None] * (len(OF_WEIGHTED) - 10)
            yield [*_about(question, {"id": None, "label": None}), question["state"], question["margin"], *empty,
                   *_version(results)]  # fmt: skip


def _about(question: Json, answer: Json) -> list[Cell]:
    return [question["id"], question_text(question), answer["id"], answer["label"]]


def _version(results: Json) -> list[Cell]:
    version = results["version"]
    return [results["survey"], version["number"], version["hash"], str(results["simulated"]).lower()]
