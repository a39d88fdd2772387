"""The people that a draft needs, and the level that its aim chooses: the more people, the more protection.

Source: docs/decisions/0038-the-more-people-the-more-protection.md.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from surveys.drafts.sending import MOST_SENT
from surveys.publishing.blocks import blocks_of, largest_sets
from surveys.publishing.draws import DrawPlan
from surveys.publishing.sampling import HALF_WIDTH, domains_of, plan_of

Json = Mapping[str, Any]
EPSILONS = ("1", "2", "4")  # The epsilons of a whole report, the most protective first.
LEAST_REPORTS = 30  # Where 30 reports are expected, hardly any question has fewer than the 20 needed to show it.


@dataclass(frozen=True)
class AimedLevel:
    """An aimed level says how many `people` are needed at this epsilon of the report, so that every question meets the
    aim's half-width."""

    epsilon: str
    people: int


def aimed_level(draft: Json) -> AimedLevel:
    """Returns the most protective level at which the people expected reach the half-width; if none does, the one that
    needs the fewest people, of several the most protective.

    `draft` has passed `check_complete`, with an aim.
    """
    half_width = float(draft["aim"]["half_width"])
    levels = [
        AimedLevel(epsilon, math.ceil(people_drawn(drawn_plan(draft, epsilon), half_width)))
        for epsilon in epsilons_of(draft["send"])
    ]
    reached = [level for level in levels if level.people <= draft["aim"]["people"]]
    return reached[0] if reached else min(levels, key=lambda level: level.people)


def epsilons_of(send: Json) -> list[str]:
    """Returns the epsilons that a report can spend where a block spends at most `eps_block`."""
    return [epsilon for epsilon in EPSILONS if Decimal(epsilon) <= MOST_SENT * Decimal(send["eps_block"])]


def levels_of(draft: Json) -> list[dict[str, str]]:
    """Returns the levels that a version of this draft has."""
    return draft["levels"] if draft.get("aim") is None else [{"epsilon": aimed_level(draft).epsilon}]


def drawn_plan(draft: Json, epsilon: str) -> DrawPlan:
    """Returns the plan of the draws of a draft that sends some of its questions, at an epsilon of the report."""
    return plan_of(
        Decimal(epsilon), blocks_of(draft), largest_sets(draft["questions"]), draft["send"], domains_of(draft)
    )


def people_drawn(plan: DrawPlan, half_width: float) -> float:
    """Returns the number of people that a plan needs for a half-width; twice the half-width needs a quarter. The number
    is at least what each question needs to be shown."""
    return max(plan.people * (HALF_WIDTH / half_width) ** 2, LEAST_REPORTS / min(plan.inclusion.values()))
