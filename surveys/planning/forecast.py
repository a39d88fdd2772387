"""What a draft would cost its respondents, and what it would tell, before anybody is asked."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.ldp.advice.evaluation import people_of
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.estimates.margin import Margin, alone
from mechanisms.ldp.estimates.pooling import Estimator, expected_half_width
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.errors import BadQuery
from surveys.planning.forecast_numbers import plan_of_number
from surveys.planning.forecast_skippable import plan_of_skippable
from surveys.publishing.blocks import choice_for
from surveys.publishing.definition import Definition, Field, Level
from surveys.publishing.level_choice import offered
from surveys.results.cautions import pushes
from surveys.results.margins import margin_of

CONFIDENCE = 0.95
SHARE = 0.5  # of the answer whose half-width is planned: in a yes/no question no share has a larger error; and of the
# people who give a number that may be skipped
HALF_WIDTHS = ("0.05", "0.02")  # 40 % and 50 % are told apart when each is known to 5 points
MOST_SIZES, LARGEST_SIZE = 10, 10_000_000
MOST_HALF_WIDTHS = 5


def numbers(text: str, name: str, *, most: int, largest: int) -> list[int]:
    """`100,1000` of a query string."""
    parts = text.split(",")
    if len(parts) > most or not all(part.isascii() and part.isdecimal() and len(part) < 9 for part in parts):
        raise BadQuery(f"{name} is 1 to {most} whole numbers with commas between them.", fields={name: "is not right"})
    values = [int(part) for part in parts]
    if max(values) > largest:
        raise BadQuery(f"{name} goes up to {largest}.", fields={name: "is too large"})
    return values


def half_widths(text: str) -> list[str]:
    """`0.05,0.02` of a query string: shares of 1, as they will be keys of the plan."""
    parts = text.split(",")
    right = all(re.fullmatch(r"0\.[0-9]{1,4}", part) and 0 < Decimal(part) < Decimal("0.5") for part in parts)
    if len(parts) > MOST_HALF_WIDTHS or not right:
        raise BadQuery(
            f"half_widths is 1 to {MOST_HALF_WIDTHS} decimal numbers between 0 and 0.5 with commas between them.",
            fields={"half_widths": "is not right"},
        )
    return [decimal_text(Decimal(part)) for part in parts]


def people_at(definition: Definition, field: str, people: int, mix: Sequence[int]) -> list[int]:
    """How many of so many people are at each level for this field: by the mix, where the level is theirs to choose."""
    counts = people_of([share / sum(mix) for share in mix], people).tolist()
    if len(offered(definition, field)) < len(definition.levels):
        counts = [people]
    return [*counts, *[0] * (len(definition.levels) - len(counts))]


def checked_mix(definition: Definition, mix: Sequence[int]) -> Sequence[int]:
    if sum(mix) == 0 or len(mix) > len(definition.levels):
        raise BadQuery(
            f"mix has one number for each of the {len(definition.levels)} levels, not all 0.",
            fields={"mix": "does not fit the levels"},
        )
    return mix


def plan(
    definition: Definition, sizes: Sequence[int], mix: Sequence[int], halves: Sequence[str] = HALF_WIDTHS
) -> dict[str, Any]:
    """`mix` says how many of each hundred choose a level; levels beyond its end are chosen by nobody."""
    if min(sizes) < 1:
        raise BadQuery("reports are planned from 1 on.", fields={"reports": "is too small"})
    checked_mix(definition, mix)
    request = _ForecastPlan(definition, sizes, mix, halves)
    return {
        "confidence": "95",
        "share": SHARE,
        "reports": list(sizes),
        "mix": list(mix),
        "half_widths": list(halves),
        "levels": [_level(level) for level in definition.levels],
        "questions": [
            {
                "id": question.id,
                "question": question.item,
                "row": question.row,
                "kind": question.field.kind,
                "answers": len(question.answers),
                **request.of(question.field, partial(margin_of, question)),
            }
            for question in definition.of_answers
        ],
        "numbers": [
            plan_of_number(definition, question, sizes, request.mix_of(question.field), halves, CONFIDENCE)
            for question in definition.of_numbers
            if not question.field.skippable
        ],
        **request.of_skippable(),
        "pairs": [
            {"id": field.id, "questions": list(field.of), "answers": field.answers, **request.of(field, alone)}
            for field in definition.fields
            if field.kind == "joint"
        ],
    }


def _level(level: Level) -> dict[str, Any]:
    """`most_sure` is how sure somebody who thought it fifty-fifty can become of anything in the whole report."""
    odds = math.exp(float(level.eps_report))
    return {
        "id": level.id,
        "eps_report": decimal_text(level.eps_report),
        "odds": {"ratio": odds, "most_sure": odds / (1 + odds)},
    }


@dataclass(frozen=True)
class _ForecastPlan:
    """What is planned for: so many reports, levels chosen so, and half-widths wanted."""

    definition: Definition
    sizes: Sequence[int]
    mix: Sequence[int]
    halves: Sequence[str]

    def of(self, field: Field, read: Callable[[FrequencyOracle], Margin]) -> dict[str, Any]:
        """`read` says what is estimated of the field: one of its questions, or the whole of it."""
        oracles = [level.part(field.id).oracle for level in self.definition.levels]
        margins = [read(oracle) for oracle in oracles]
        each = zip(self.definition.levels, oracles, margins, strict=True)
        weights = self.mix_of(field)
        return {
            "levels": [self._at_level(level.id, field, oracle, margin) for level, oracle, margin in each],
            "mix": {
                str(size): _half_width(list(zip(margins, self._people(field, size), strict=True)))
                for size in self.sizes
            },
            "needed": self._needed(list(zip(margins, weights, strict=True))),
            "made_up": pushes(margins),
        }

    def of_skippable(self) -> dict[str, Any]:
        """Only of drafts that ask for means that may be skipped."""
        planned = [
            plan_of_skippable(
                self.definition, question, self.sizes, self.mix_of(question.field), self.halves, SHARE, CONFIDENCE
            )
            for question in self.definition.of_skippable
        ]
        return {"numbers_or_skipped": planned} if planned else {}

    def mix_of(self, field: Field) -> list[int]:
        return people_at(self.definition, field.id, sum(self.mix), self.mix)

    def _people(self, field: Field, size: int) -> list[int]:
        return people_at(self.definition, field.id, size, self.mix)

    def _at_level(self, place: int, field: Field, oracle: FrequencyOracle, margin: Margin) -> dict[str, Any]:
        return {
            "level": place,
            "mechanism": oracle.slug,
            "epsilon": oracle.epsilon_text,
            "reason": choice_for(field.answers, field.most, field.largest, oracle.epsilon).reason,
            "odds": {"kept": float(oracle.p), "other": float(oracle.q)},
            "half_widths": {str(size): _half_width([(margin, size)]) for size in self.sizes},
            "needed": self._needed([(margin, 1)]),
        }

    def _needed(self, portions: Sequence[tuple[Estimator, int]]) -> dict[str, int]:
        """Reports by the half-width they are needed for."""
        return {
            half: required_respondents(portions, half_width=float(half), share=SHARE, confidence=CONFIDENCE)
            for half in self.halves
        }


def _half_width(parts: Sequence[tuple[Estimator, int]]) -> float:
    return expected_half_width(parts, SHARE, CONFIDENCE)
