"""This module is about the level that a draft's aim asks for: the more people are expected, the more protection.

Source: docs/decisions/0038-the-more-people-the-more-protection.md.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from surveys.drafts.sending import MOST_SENT
from surveys.publishing.blocks import blocks_of, largest_sets
from surveys.publishing.sampling import HALF_WIDTH, domains_of, plan_of

Json = Mapping[str, Any]
EPSILONS = ("1", "2", "4")  # of a whole report, the most protective first


@dataclass(frozen=True)
class AimedLevel:
    """`people` are needed at this epsilon of the report so that every question meets the half-width of the aim."""

    epsilon: str
    people: int


def aimed_level(draft: Json) -> AimedLevel:
    """Returns the most protective level at which the people expected reach the half-width; if none does, the weakest.

    `draft` has passed `check_complete`, with an aim.
    """
    aim, blocks = draft["aim"], blocks_of(draft)
    levels = (AimedLevel(epsilon, _people(draft, blocks, epsilon)) for epsilon in epsilons_of(draft["send"]))
    for level in levels:
        if level.people <= aim["people"]:
            return level
    return level


def epsilons_of(send: Json) -> list[str]:
    """Returns the epsilons that a report can spend where a block spends at most `eps_block`."""
    return [epsilon for epsilon in EPSILONS if Decimal(epsilon) <= MOST_SENT * Decimal(send["eps_block"])]


def levels_of(draft: Json) -> list[dict[str, str]]:
    """Returns the levels that a version of this draft has."""
    return draft["levels"] if draft.get("aim") is None else [{"epsilon": aimed_level(draft).epsilon}]


def _people(draft: Json, blocks: Sequence[Json], epsilon: str) -> int:
    """A half-width twice as large needs a quarter of the people."""
    plan = plan_of(Decimal(epsilon), blocks, largest_sets(draft["questions"]), draft["send"], domains_of(draft))
    return math.ceil(plan.people * (HALF_WIDTH / float(draft["aim"]["half_width"])) ** 2)
