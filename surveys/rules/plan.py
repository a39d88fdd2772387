"""What a draft would cost its respondents, and what it would tell, before anybody is asked."""

import math
from collections.abc import Sequence
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.ldp.advice import required_respondents
from mechanisms.ldp.evaluation import people_of
from mechanisms.ldp.frequency_oracle import FrequencyOracle
from mechanisms.ldp.pooling import Estimator, expected_half_width
from surveys.errors import BadQuery
from surveys.rules.blocks import choice_for
from surveys.rules.definition import Definition, Field, Level, Question
from surveys.rules.margins import margin_of

CONFIDENCE = 0.95
SHARE = 0.5  # of the answer whose half-width is planned: in a yes/no question no share has a larger error
HALF_WIDTHS = ("0.05", "0.02")  # 40 % and 50 % are told apart when each is known to 5 points
MOST_SIZES, LARGEST_SIZE = 10, 10_000_000


def numbers(text: str, name: str, *, most: int, largest: int) -> list[int]:
    """`100,1000` of a query string."""
    parts = text.split(",")
    if len(parts) > most or not all(part.isascii() and part.isdecimal() and len(part) < 9 for part in parts):
        raise BadQuery(f"{name} is 1 to {most} whole numbers with commas between them.", fields={name: "is not right"})
    values = [int(part) for part in parts]
    if max(values) > largest:
        raise BadQuery(f"{name} goes up to {largest}.", fields={name: "is too large"})
    return values


def plan(definition: Definition, sizes: Sequence[int], mix: Sequence[int]) -> dict[str, Any]:
    """`mix` says how many of each hundred choose a level; levels beyond its end are chosen by nobody."""
    if min(sizes) < 1:
        raise BadQuery("reports are planned from 1 on.", fields={"reports": "is too small"})
    if sum(mix) == 0 or len(mix) > len(definition.levels):
        raise BadQuery(
            f"mix has one number for each of the {len(definition.levels)} levels, not all 0.",
            fields={"mix": "does not fit the levels"},
        )
    return {
        "confidence": "95",
        "share": SHARE,
        "reports": list(sizes),
        "mix": list(mix),
        "levels": [_level(level) for level in definition.levels],
        "questions": [_question(definition, question, sizes, mix) for question in definition.questions],
    }


def _level(level: Level) -> dict[str, Any]:
    """`most_sure` is how sure somebody who thought it fifty-fifty can become of anything in the whole report."""
    odds = math.exp(float(level.eps_report))
    return {
        "id": level.id,
        "eps_report": decimal_text(level.eps_report),
        "odds": {"ratio": odds, "most_sure": odds / (1 + odds)},
    }


def _question(definition: Definition, question: Question, sizes: Sequence[int], mix: Sequence[int]) -> dict[str, Any]:
    oracles = [level.part(question.field.id).oracle for level in definition.levels]
    estimators = [margin_of(question, oracle) for oracle in oracles]
    return {
        "id": question.id,
        "question": question.item,
        "row": question.row,
        "kind": question.field.kind,
        "answers": len(question.answers),
        "levels": [
            _at_level(level.id, question.field, oracle, one, sizes)
            for level, oracle, one in zip(definition.levels, oracles, estimators, strict=True)
        ],
        "mix": {str(size): _half_width(_mixed(estimators, size, mix)) for size in sizes},
        "needed": _needed(list(zip(estimators, mix, strict=False))),
    }


def _at_level(
    place: int, field: Field, oracle: FrequencyOracle, estimator: Estimator, sizes: Sequence[int]
) -> dict[str, Any]:
    return {
        "level": place,
        "mechanism": oracle.slug,
        "epsilon": oracle.epsilon_text,
        "reason": choice_for(field.answers, field.most, oracle.epsilon).reason,
        "odds": {"kept": float(oracle.p), "other": float(oracle.q)},
        "half_widths": {str(size): _half_width([(estimator, size)]) for size in sizes},
        "needed": _needed([(estimator, 1)]),
    }


def _mixed(estimators: Sequence[Estimator], size: int, mix: Sequence[int]) -> list[tuple[Estimator, int]]:
    counts = people_of([share / sum(mix) for share in mix], size)
    return list(zip(estimators, counts.tolist(), strict=False))


def _needed(portions: Sequence[tuple[Estimator, int]]) -> dict[str, int]:
    """Reports by the half-width they are needed for."""
    return {
        half: required_respondents(portions, half_width=float(half), share=SHARE, confidence=CONFIDENCE)
        for half in HALF_WIDTHS
    }


def _half_width(parts: Sequence[tuple[Estimator, int]]) -> float:
    return expected_half_width(parts, SHARE, CONFIDENCE)
