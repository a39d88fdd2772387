"""What the mean of a number that may be skipped would tell, before anybody is asked."""

from collections.abc import Sequence
from typing import Any

from mechanisms.ldp.advice.numbers_or_skipped import (
    Portion,
    answered_half_width,
    furthest_answered_push,
    furthest_mean_of_answered_push,
    mean_of_answered_half_width,
    required_for_answered,
    required_for_mean_of_answered,
)
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from surveys.publishing.definition import Definition, Question
from surveys.results.cautions import MADE_UP


def plan_of_skippable(
    definition: Definition, question: Question, sizes: Sequence[int], mix: Sequence[int], halves: Sequence[str],
    answered: float, confidence: float,
) -> dict[str, Any]:  # fmt: skip
    """A plan for people of whom `answered` give a number; of the mean it holds where more do. `halves` are shares of 1,
    and of the mean of the width. `mix` says how many of each hundred are at a level for this question."""
    drawn = [level.part(question.field.id).number_or_skipped for level in definition.levels]
    wanted = {half: float(half) for half in halves}

    def told(portions: Sequence[Portion]) -> dict[str, Any]:
        return {
            "answered": _answered(portions, sizes, wanted, answered, confidence),
            "mean": _mean(portions, sizes, wanted, answered, confidence),
        }

    return {
        "id": question.id,
        "unit": question.unit,
        "low": drawn[0].grid.low,
        "high": drawn[0].grid.high,
        "levels": [
            {
                "level": level.id,
                "mechanism": mechanism.slug,
                "epsilon": mechanism.epsilon_text,
                **told([(mechanism, 1)]),
            }
            for level, mechanism in zip(definition.levels, drawn, strict=True)
        ],
        "mix": told(list(zip(drawn, mix, strict=True))),
        "made_up": [_made_up(drawn, text, answered) for text in MADE_UP],
    }


def _answered(
    portions: Sequence[Portion], sizes: Sequence[int], wanted: dict[str, float], answered: float, confidence: float
) -> dict[str, Any]:
    return {
        "half_widths": {
            str(size): answered_half_width(portions, size, answered=answered, confidence=confidence) for size in sizes
        },
        "needed": {
            half: required_for_answered(portions, half_width=width, answered=answered, confidence=confidence)
            for half, width in wanted.items()
        },
    }


def _mean(
    portions: Sequence[Portion], sizes: Sequence[int], wanted: dict[str, float], answered: float, confidence: float
) -> dict[str, Any]:
    width = portions[0][0].grid.width
    return {
        "half_widths": {
            str(size): mean_of_answered_half_width(portions, size, answered=answered, confidence=confidence)
            for size in sizes
        },
        "needed": {
            half: required_for_mean_of_answered(
                portions, half_width=share * width, answered=answered, confidence=confidence
            )
            for half, share in wanted.items()
        },
    }


def _made_up(drawn: Sequence[NumberOrSkipped], text: str, answered: float) -> dict[str, Any]:
    up, down = furthest_answered_push(drawn, float(text))
    mean = furthest_mean_of_answered_push(drawn, float(text), answered=answered)
    return {"reports": text, "answered": {"up": up, "down": down}, "mean": mean}
