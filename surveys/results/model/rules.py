"""A model made of published tables predicts which answer to one question goes with the answers to others.

Naive Bayes needs how often two answers go together, and that is what cross-tabs say. Nothing but their cells and the
shares of the question foretold is read, so a model costs the respondents nothing more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.models.crossed_naive_bayes import (
    MOST_COMBINATIONS,
    Estimated,
    combinations,
    crossed_naive_bayes,
    foresight,
)
from mechanisms.ldp.models.people_to_gain import people_to_gain
from surveys.errors import BadQuery, NothingToLearnFrom, TooFewToLearnFrom

Table = Mapping[str, Any]
_SEED = 1  # A fixed seed makes the same tables give the same model.


def model(shown: Mapping[str, Any], tables: Sequence[Table], question_id: str, least: int) -> dict[str, Any]:
    """Returns the model that predicts the question `question_id`; if empty, the question in most tables, and of equally
    frequent ones the first.

    Tables are taken as long as the combinations of their answers can be gone through: planned ones first, then the
    oldest wish. Questions with several answers are left out: their answers are no parts of a whole. Errors: BadQuery
    for a question that is not among the results; NothingToLearnFrom where no table has it; TooFewToLearnFrom for a
    table of less than `least` reports.
    """
    usable = [table for table in tables if _kinds(table) == {"one"}]
    shared = [question for question in shown["questions"] if any(_has(table, question["id"]) for table in usable)]
    foretold = _foretold(shown["questions"], shared, usable, question_id)
    crossed = {
        _other(table, foretold["id"])["id"]: table
        for table in sorted(usable, key=lambda table: not table["planned"])
        if _has(table, foretold["id"])
    }
    if not crossed:
        raise NothingToLearnFrom("No cross-tab of two questions with one answer each has this question; ask for one.")
    taken = _taken(crossed, foretold["id"])
    reports = min(crossed[id]["reports"] for id in taken)
    if reports < least:
        raise TooFewToLearnFrom(f"A model is made of cross-tabs of {least} reports or more; one has {reports}.")
    used = {id: crossed[id] for id in taken}
    return _model_fields(foretold, used, taken, crossed.values(), shown["reports"]) | {
        "could_be": [question["id"] for question in shared],
        "left_out": [id for id in crossed if id not in taken],
        "reports": reports,
        "guarantee": shown["guarantee"],
        "spends": "0",
    }


def _model_fields(
    foretold: Table, tables: Mapping[str, Table], crossed: Mapping[str, Estimated], lines: Iterable[Table], people: int
) -> dict[str, Any]:
    answers = foretold["estimates"]["answers"]
    shares, errors = (np.array([answer[name] for answer in answers]) for name in ("share", "standard_error"))
    classes = Estimated(shares, errors)
    every = list(crossed.values())
    bayes_model = crossed_naive_bayes(classes, every)
    together = foresight(classes, every, SeededEntropy(_SEED))
    alone = [foresight(classes, [table], SeededEntropy(_SEED)) for table in every] if len(every) > 1 else [together]
    return {
        "foretold": _named(foretold, answers) | {"chances": bayes_model.prior.tolist()},
        "questions": [
            _named(_other(table, foretold["id"]), _other(table, foretold["id"])["answers"])
            | {
                "planned": table["planned"],
                "reports": table["reports"],
                "guarantee": table["guarantee"],
                "chances": given.tolist(),
                "alone": asdict(by_itself.accuracy),
            }
            for table, given, by_itself in zip(tables.values(), bayes_model.conditionals, alone, strict=True)
        ],
        **asdict(together),
        "beats_from": people_to_gain(classes, every, people, _SEED),
        "usual": _usual(answers),
        "lines": [
            line for table in lines for line in table.get("lines", []) if line["of"] == foretold["id"] and line["slope"]
        ],
    }


def _foretold(questions: Sequence[Table], shared: Sequence[Table], usable: Sequence[Table], question_id: str) -> Table:
    if not question_id:
        if not shared:
            raise NothingToLearnFrom("No two questions with one answer each have been crossed; ask for a cross-tab.")
        return max(shared, key=lambda question: sum(_has(table, question["id"]) for table in usable))
    for question in questions:
        if question["id"] == question_id:
            return question
    raise BadQuery("question is none of those with results.", fields={"question": "is not known here"})


def _taken(crossed: Mapping[str, Table], foretold: str) -> dict[str, Estimated]:
    taken: dict[str, Estimated] = {}
    for id, table in crossed.items():
        estimate = _estimated(table, foretold)
        if combinations([*taken.values(), estimate]) <= MOST_COMBINATIONS:
            taken[id] = estimate
    return taken


def _estimated(table: Table, foretold: str) -> Estimated:
    """Returns the answers foretold in rows."""
    shares, errors = (_cells(table, name) for name in ("share", "standard_error"))
    in_rows, apart = table["rows"]["id"] == foretold, not table["planned"]
    return Estimated(shares, errors, apart) if in_rows else Estimated(shares.T, errors.T, apart)


def _cells(table: Table, name: str) -> NDArray[np.float64]:
    return np.array([[cell[name] for cell in row] for row in table["cells"]])


def _kinds(table: Table) -> set[str]:
    return {table["rows"]["kind"], table["columns"]["kind"]}


def _has(table: Table, id: str) -> bool:
    return id in (table["rows"]["id"], table["columns"]["id"])


def _other(table: Table, id: str) -> Table:
    other: Table = table["columns"] if table["rows"]["id"] == id else table["rows"]
    return other


def _named(question: Table, answers: Sequence[Table]) -> dict[str, Any]:
    row = question.get("row_label", "")
    return {
        "id": question["id"],
        "text": f"{question['text']} ({row})" if row else question["text"],
        "answers": [{"id": answer["id"], "label": answer["label"]} for answer in answers],
    }


def _usual(answers: Sequence[Table]) -> dict[str, Any]:
    most = max(answers, key=lambda answer: float(answer["consistent_share"]))
    low, high = most["intervals"]["95"]
    return {"answer": most["id"], "share": most["consistent_share"], "low": low, "high": high}
