"""This module is about two questions against each other: planned pairs from their joint reports, other two from the
product of theirs."""

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.ldp.estimates.comparison import ratio_interval
from mechanisms.ldp.estimates.covariance import Covariance
from mechanisms.ldp.estimates.crosstab import PairCounts, count_pairs, cross
from mechanisms.ldp.estimates.margin import Margin, alone
from mechanisms.ldp.estimates.pooling import share_pooled
from mechanisms.ldp.models.table_regression import Coefficient, table_regression
from surveys.confidences import CONFIDENCES
from surveys.errors import BadQuery
from surveys.publishing.definition import PER_QUESTION, Definition, Field, Question
from surveys.publishing.layout import Level
from surveys.publishing.level_choice import offered
from surveys.reports.tally import Tally
from surveys.results.compare import of_fields
from surveys.results.estimate import WHOLE_REPORT, has_enough, names_with_plus, parts_of_field
from surveys.results.kinds.kind import people_of_parts
from surveys.results.kinds.share import SHARE
from surveys.results.margins import margin_of

Floats = NDArray[np.float64]
# An unplanned table needs this many reports, and as many more before each update: it links two blocks of a report.
UNPLANNED_FROM = 200


def planned(definition: Definition) -> list[tuple[str, str]]:
    return [(field.of[0], field.of[1]) for field in definition.fields if field.kind == "joint"]


def shown_pairs(definition: Definition, tallies: Mapping[int, Tally]) -> list[tuple[str, str]]:
    """Returns the planned pairs that have enough reports; if a question is in several pairs, some of them may be
    missing."""
    fields = [field for field in definition.fields if field.kind == "joint"]
    return [(field.of[0], field.of[1]) for field in fields if has_enough(definition, tallies, field)]


def unplanned_from(definition: Definition) -> int:
    """Returns the number of reports from which a cross-tab that was not planned is computed. Simulated people need no
    company."""
    return definition.shown_from if definition.simulated else UNPLANNED_FROM


def has_moved(definition: Definition, before: int, now: int) -> bool:
    """Returns whether an unplanned table of `before` reports, 0 for none, may be made again of `now`."""
    if definition.simulated:
        return now >= definition.shown_from
    return now - before >= UNPLANNED_FROM


def in_order(definition: Definition, rows: str, columns: str) -> tuple[str, str]:
    """The earlier question's answers are the rows; refused where the two cannot be crossed."""
    known = {question.id: set(question.fields) for question in definition.questions}
    for name, id in (("rows", rows), ("columns", columns)):
        if id not in known:
            raise BadQuery(f"{name} is none of this survey's questions.", fields={name: "is not known here"})
    numbers = {question.id for question in definition.of_numbers}
    for name, id in (("rows", rows), ("columns", columns)):
        if id in numbers:
            raise BadQuery(
                f"{name} is a number; only questions with answers are crossed.", fields={name: "is a number"}
            )
    if known[rows] & known[columns]:
        raise BadQuery(
            "rows and columns are two questions that were not asked as a pair.", fields={"columns": "goes with rows"}
        )
    if definition.sends_some:
        raise BadQuery(
            "Nobody sent both: each phone sent some of the questions. Two that are planned as a pair before the survey "
            "is published are sent together, and crossed.",
            fields={"columns": "is not asked as a pair with rows"},
        )
    if definition.level_choice == PER_QUESTION:
        raise BadQuery(
            "Each report of this version was broken into its questions, so that nothing joins the levels chosen for "
            "two of them; only questions that were asked as a pair are crossed.",
            fields={"columns": "is not asked as a pair with rows"},
        )
    places = list(known)
    return (rows, columns) if places.index(rows) < places.index(columns) else (columns, rows)


def planned_crosstab(definition: Definition, tallies: Mapping[int, Tally], rows: str, columns: str) -> dict[str, Any]:
    """Returns the cells of the pair's field, and each question's shares among those who gave one answer to the
    other."""
    first, second = _question(definition, rows), _question(definition, columns)
    [pair] = set(first.fields) & set(second.fields)
    parts = parts_of_field(definition, tallies, pair, SHARE.noise)
    pooled = share_pooled(
        [(alone(part.mechanism), part.counts, part.reports) for part in parts], people_of_parts(parts)
    )
    shape = (len(first.answers), len(second.answers))
    limits = {name: pooled.interval(confidence).reshape(*shape, 2) for name, confidence in CONFIDENCES.items()}
    shares = pooled.shares.reshape(shape)
    together = of_fields(parts, is_set=False)
    places = np.arange(pair.answers).reshape(shape)
    return _about(definition, first, second, [pair], sum(part.reports for part in parts)) | {
        "planned": True,
        "cells": _cells(shares, np.sqrt(pooled.variances).reshape(shape), limits),
        "among_rows": _among(shares, places, together, first, second),
        "among_columns": _among(shares.T, places.T, together, second, first),
        "lines": _lines(shares, places, together, first, second),
    }


def count_crosstab(
    definition: Definition, level: Level, rows: str, columns: str, records: Sequence[bytes]
) -> PairCounts:
    """Returns the counts of a pair in the reports of one level; the counts of two batches add."""
    packed = np.frombuffer(b"".join(records), dtype=np.uint8).reshape(len(records), level.record_bytes)
    questions = [_question(definition, id) for id in (rows, columns)]
    fields = [level.part(question.field.id) for question in questions]
    first, other = (np.ascontiguousarray(packed[:, field.start : field.stop]) for field in fields)
    return count_pairs(_margins(level, questions), (first, other))


def of_shown_levels(definition: Definition, counts: Mapping[int, PairCounts]) -> dict[int, PairCounts]:
    """Returns the counts without levels that too few people chose; the ingest of older versions kept such levels."""
    return {level: counted for level, counted in counts.items() if counted.reports >= definition.level_least}


def unplanned_crosstab(
    definition: Definition, counts: Mapping[int, PairCounts], rows: str, columns: str
) -> dict[str, Any]:
    """Returns cells from the product of two questions' reports: unbiased, and wide."""
    questions = [_question(definition, id) for id in (rows, columns)]
    table = cross([(_margins(level, questions), counts[level.id]) for level in definition.levels if level.id in counts])
    limits = {name: table.interval(confidence) for name, confidence in CONFIDENCES.items()}
    fields = [question.field for question in questions]
    return _about(
        definition, questions[0], questions[1], fields, sum(counted.reports for counted in counts.values())
    ) | {
        "planned": False,
        "cells": _cells(table.shares, np.sqrt(table.variances), limits),
        "among_rows": None,
        "among_columns": None,
        "lines": [],
    }


def _question(definition: Definition, id: str) -> Question:
    return next(question for question in definition.questions if question.id == id)


def _margins(level: Level, questions: Sequence[Question]) -> tuple[Margin, Margin]:
    first, other = (margin_of(question, question.field, level.part(question.field.id).oracle) for question in questions)
    return first, other


def _cells(shares: Floats, errors: Floats, limits: Mapping[str, Floats]) -> list[list[dict[str, Any]]]:
    rows, columns = shares.shape
    return [
        [
            {
                "share": float(shares[row, column]),
                "standard_error": float(errors[row, column]),
                "intervals": {name: ends[row, column].tolist() for name, ends in limits.items()},
            }
            for column in range(columns)
        ]
        for row in range(rows)
    ]


def _among(
    shares: Floats, places: NDArray[np.int64], together: Covariance, base: Question, of: Question
) -> list[dict[str, Any]]:
    """Returns the shares of `of` among the people who gave each answer of `base`; none where the interval of that
    answer reaches 0."""
    return [
        {"answer": answer.id, "of": of.id, "answers": _ratios(shares[row], places[row], together)}
        for row, answer in enumerate(base.answers)
    ]


def _ratios(cells: Floats, places: NDArray[np.int64], together: Covariance) -> list[dict[str, Any]] | None:
    moves = together.among(places).matrix
    with_base = moves.sum(axis=1)
    base, of_base = float(cells.sum()), float(with_base.sum())
    ratios = []
    for place, share in enumerate(cells):
        variances = float(moves[place, place]), of_base
        limits = {
            name: ratio_interval(float(share), base, variances, float(with_base[place]), confidence)
            for name, confidence in CONFIDENCES.items()
        }
        if None in limits.values():
            return None
        ratios.append({"share": float(share) / base, "intervals": limits})
    return ratios


def _lines(
    shares: Floats, places: NDArray[np.int64], together: Covariance, first: Question, second: Question
) -> list[dict[str, Any]]:
    """Returns the line of each question on the other, where the answers of both are numbers."""
    if not first.scores or not second.scores:
        return []
    ways = [(first, second, shares, places), (second, first, shares.T, places.T)]
    return [
        {"of": outcome.id, "on": number.id, **_line_fields(cells, together.among(turned.ravel()), outcome, number)}
        for outcome, number, cells, turned in ways
    ]


def _line_fields(cells: Floats, covariance: Covariance, outcome: Question, number: Question) -> dict[str, Any]:
    line = table_regression(cells, covariance, _scores(outcome), _scores(number))
    if line is None:
        return {"people": None, "slope": None, "intercept": None, "r_squared": None}
    return {
        "people": line.people,
        "slope": _coefficient(line.slope),
        "intercept": _coefficient(line.intercept),
        "r_squared": _coefficient(line.r_squared, 0.0, 1.0),
    }


def _scores(question: Question) -> list[int | None]:
    """Returns the number of each answer, without the answers that a survey adds."""
    return [*question.scores, *[None] * (len(question.answers) - len(question.scores))]


def _coefficient(coefficient: Coefficient, low: float = -math.inf, high: float = math.inf) -> dict[str, Any]:
    return {
        "value": min(max(coefficient.value, low), high),
        "standard_error": coefficient.error,
        "intervals": {
            name: [min(max(end, low), high) for end in coefficient.interval(confidence)]
            for name, confidence in CONFIDENCES.items()
        },
    }


def _about(
    definition: Definition, first: Question, second: Question, fields: Sequence[Field], reports: int
) -> dict[str, Any]:
    levels = offered(definition, fields[0].id)
    oracles = [level.part(field.id).oracle for level in levels for field in fields]
    guarantee = Guarantee(
        mechanism=names_with_plus(oracle.slug for oracle in oracles),
        version=max(oracle.version for oracle in oracles),
        epsilon=decimal_text(max(_spent(level, fields) for level in levels)),
        neighbours=WHOLE_REPORT,
        n=reports,
        error=None,
    )
    return {
        "reports": reports,
        "rows": _named(first),
        "columns": _named(second),
        "guarantee": guarantee.to_json(),
    }


def _spent(level: Level, fields: Sequence[Field]) -> Decimal:
    return sum((Decimal(level.part(field.id).oracle.epsilon) for field in fields), Decimal(0))


def _named(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "text": f"{question.text} ({question.row_label})" if question.row else question.text,
        "kind": "set" if question.field.kind == "set" else "one",
        "answers": [{"id": answer.id, "label": answer.label} for answer in question.answers],
    }
