"""Known shares of everybody weight the answers to other questions: what is checked of them, and what comes out.

A question is weighted by another one whose shares are known where a planned pair joins the two. Everything is made of
numbers that are shown already, so nothing is spent and no minimum is new.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.covariance import Covariance
from mechanisms.ldp.estimates.post_stratification import Weighted, post_stratified_by_answer, strata_that_may_be_empty
from surveys.confidences import CONFIDENCES
from surveys.errors import BadQuery
from surveys.questions.all import PAIRABLE
from surveys.questions.domain import NOT_ASKED_ID, SKIP_ID
from surveys.results.pair_key import pair_key

WEIGHTED, NOT_JOINED, TOO_FEW, MAY_BE_EMPTY = "weighted", "not_joined", "too_few", "may_be_empty"
NOT_PAIRABLE, IS_NUMBER, IS_SET = "not_pairable", "is_number", "is_set"
STATES = (WEIGHTED, NOT_JOINED, TOO_FEW, MAY_BE_EMPTY, NOT_PAIRABLE, IS_NUMBER, IS_SET)
WITHOUT_ANSWER = frozenset({SKIP_ID, NOT_ASKED_ID})  # People with these answers keep their estimated share.
ROUNDING = 1e-6  # Shares may miss a sum of 1 by this much.
SUREST = max(CONFIDENCES.values())

Json = Mapping[str, Any]
# Maps questions and answers to shares of all people who have an answer.
KnownShares = Mapping[str, Mapping[str, float]]


def checked(shown: Json, known: KnownShares) -> dict[str, dict[str, float]]:
    """Returns the known shares, which add up to 1 exactly. Refused unless each real answer of a shown question has its
    share."""
    return {question: _shares_of(shown, question, shares) for question, shares in known.items()}


def weighted(shown: Json, tables: Sequence[Json], covariances: Json, known: KnownShares) -> dict[str, Any]:
    """Returns the questions with known shares beside their estimates, and every other question that a pair joins with
    one of them, weighted. `covariances` are stored with the results; a pair without them or without a table has too few
    reports."""
    questions = {question["id"]: question for question in shown["questions"]}
    others = [question for id, question in questions.items() if id not in known]
    numbers = [*shown.get("numbers", []), *shown.get("numbers_or_skipped", [])]
    planned = [pair["questions"] for pair in shown["pairs"]]
    joined = {pair_key(pair): table for table in tables if (pair := _pair_of(table)) in planned}
    return {
        "margins": [_margin(questions[id], shares) for id, shares in known.items()],
        "questions": [
            *(entry for other in others for entry in _of_question(other, planned, joined, covariances, known)),
            *(_not_weighted(number, IS_NUMBER) for number in numbers),
        ],
    }


def _shares_of(shown: Json, id: str, shares: Mapping[str, float]) -> dict[str, float]:
    question = next((question for question in shown["questions"] if question["id"] == id), None)
    if question is None or question["kind"] == "set":
        reason = "has no results with one answer a person"
        raise BadQuery(f"{id} {reason}; shares are known of a question that has them.", fields={"margins": reason})
    answers = [answer["id"] for answer in question["estimates"]["answers"] if answer["id"] not in WITHOUT_ANSWER]
    if set(shares) != set(answers):
        raise BadQuery(
            f"{id} has the answers {', '.join(answers)}; each of them has a share, and nothing else has one.",
            fields={"margins": "names other answers"},
        )
    total = math.fsum(shares.values())
    if abs(total - 1) > ROUNDING:
        raise BadQuery(
            f"The shares of {id} add up to {total:.6g}, not to 1.", fields={"margins": "does not add up to 1"}
        )
    return {answer: shares[answer] / total for answer in answers}


def _margin(question: Json, shares: Mapping[str, float]) -> dict[str, Any]:
    return {
        **_about(question),
        "answers": [
            {
                "id": answer["id"],
                "label": answer["label"],
                "known": shares.get(answer["id"]),
                "estimated": answer["share"],
                "standard_error": answer["standard_error"],
            }
            for answer in question["estimates"]["answers"]
        ],
    }


def _pair_of(table: Json) -> list[str]:
    return [table["rows"]["id"], table["columns"]["id"]]


def _of_question(
    question: Json, planned: Sequence[Sequence[str]], tables: Json, covariances: Json, known: KnownShares
) -> Iterator[dict[str, Any]]:
    """Yields the question weighted by each margin that a planned pair joins to it; once without, where none does."""
    margins = {pair_key(pair): id for pair in planned if question["id"] in pair for id in pair if id in known}
    for key, margin in margins.items():
        if key in tables and key in covariances:
            yield _by_margin(question, tables[key], covariances[key], margin, known[margin])
        else:
            yield _not_weighted(question, TOO_FEW) | {"margin": margin}
    if not margins:
        yield _not_weighted(question, _without_margin(question))


def _without_margin(question: Json) -> str:
    if question["kind"] == "set":
        return IS_SET
    return NOT_JOINED if question["type"] in PAIRABLE else NOT_PAIRABLE


def _by_margin(
    question: Json, table: Json, covariance: Json, margin: str, shares: Mapping[str, float]
) -> dict[str, Any]:
    cells = np.array([[cell["share"] for cell in row] for row in table["cells"]])
    is_rows = table["rows"]["id"] == margin
    places = np.arange(cells.size).reshape(cells.shape)
    if not is_rows:
        cells, places = cells.T, places.T
    together = Covariance(np.array(covariance["diagonal"]), np.array(covariance["less"])).among(places.ravel())
    strata = table["rows" if is_rows else "columns"]["answers"]
    population = [shares.get(stratum["id"]) for stratum in strata]
    estimate = post_stratified_by_answer(cells, together, population, confidence=SUREST)
    entry = _not_weighted(question, MAY_BE_EMPTY) | {"margin": margin, "reports": table["reports"]}
    if estimate is None:
        empty = strata_that_may_be_empty(cells, together, population, SUREST)
        return entry | {"empty": [strata[place]["id"] for place in empty]}
    return entry | {
        "state": WEIGHTED,
        "answers": _answers(question, estimate),
        "weights": [
            {"answer": stratum["id"], "label": stratum["label"], "weight": float(weight)}
            for stratum, weight in zip(strata, estimate.weights, strict=True)
        ],
        "guarantee": {**table["guarantee"], "error": float(np.sqrt(estimate.variances).max())},
    }


def _answers(question: Json, estimate: Weighted) -> list[dict[str, Any]]:
    limits = {name: estimate.interval(confidence) for name, confidence in CONFIDENCES.items()}
    consistent = onto_simplex(estimate.shares)
    return [
        {
            "id": answer["id"],
            "label": answer["label"],
            "share": float(estimate.shares[index]),
            "standard_error": float(np.sqrt(estimate.variances[index])),
            "intervals": {name: ends[index].tolist() for name, ends in limits.items()},
            "consistent_share": float(consistent[index]),
            "unweighted_share": answer["share"],
            "unweighted_error": answer["standard_error"],
            "unweighted_intervals": answer["intervals"],
        }
        for index, answer in enumerate(question["estimates"]["answers"])
    ]


def _not_weighted(question: Json, state: str) -> dict[str, Any]:
    nothing: dict[str, Any] = {
        "margin": None,
        "reports": None,
        "empty": [],
        "answers": None,
        "weights": None,
        "guarantee": None,
    }
    return {**_about(question), "state": state, **nothing}


def _about(question: Json) -> dict[str, Any]:
    return {"id": question["id"], "text": question["text"], "row_label": question.get("row_label")}
