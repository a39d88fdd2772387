"""What a number that is asked for its mean or its distribution would tell, before anybody is asked."""

from collections.abc import Sequence
from typing import Any

from mechanisms.ldp.advice.means import mean_half_width, required_for_mean
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from surveys.publishing.blocks import number_choice_for
from surveys.publishing.definition import Definition, Question
from surveys.publishing.level_choice import offered
from surveys.questions.number_estimate import DISTRIBUTION
from surveys.results.cautions import number_pushes
from surveys.results.kinds.distribution import foretold


def plan_of_number(
    definition: Definition, question: Question, sizes: Sequence[int], mix: Sequence[int], halves: Sequence[str],
    confidence: float,
) -> dict[str, Any]:  # fmt: skip
    """Half-widths are those of the mean, in units, and at most so large; `halves` are shares of the width.

    `mix` says how many of each hundred are at a level for this question.
    """
    drawn = [level.part(question.field.id).number for level in definition.levels]
    mechanisms = [level.part(question.field.id).number for level in offered(definition, question.field.id)]
    portions = list(zip(drawn, mix, strict=True))
    grid = drawn[0].grid
    wanted = {half: float(half) * grid.width for half in halves}
    return {
        "id": question.id,
        "of": question.field.estimate,
        "unit": question.unit,
        "low": grid.low,
        "high": grid.high,
        "steps": grid.steps,
        "levels": [
            {
                "level": level.id,
                "mechanism": mechanism.slug,
                "epsilon": mechanism.epsilon_text,
                "reason": _reason(question, mechanism),
                "half_widths": {str(size): mean_half_width([(mechanism, 1)], size, confidence) for size in sizes},
                "needed": _needed([(mechanism, 1)], wanted, confidence),
            }
            for level, mechanism in zip(definition.levels, drawn, strict=True)
        ],
        "mix": {str(size): mean_half_width(portions, size, confidence) for size in sizes},
        "needed": _needed(portions, wanted, confidence),
        "made_up": number_pushes(drawn),
        **({"distribution": foretold(mechanisms)} if question.field.estimate == DISTRIBUTION else {}),
    }


def _reason(question: Question, drawn: NumberMechanism) -> str:
    field = {**drawn.grid.spec, "estimate": question.field.estimate}
    return number_choice_for(field, drawn.epsilon).reason


def _needed(
    portions: Sequence[tuple[NumberMechanism, int]], wanted: dict[str, float], confidence: float
) -> dict[str, int]:
    return {
        half: required_for_mean(portions, half_width=width, confidence=confidence) for half, width in wanted.items()
    }
