"""These proposals say what would let a draft do with fewer people, each with the number that it leaves.

Everything is of people for a 95 % interval of the wanted half-width, in every question, of an answer that half give.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from surveys.drafts.questionnaire import CAP, MOST_PAIRS
from surveys.drafts.sending import sends_some
from surveys.publishing.aim import levels_of
from surveys.publishing.blocks import blocks_of, largest_sets
from surveys.publishing.draws import DrawPlan
from surveys.publishing.sampling import HALF_WIDTH, domains_of, people_sending_all, plan_of
from surveys.questions.all import PAIRABLE, QUESTION_TYPES
from surveys.questions.domain import MOST_CELLS, conditional, questions_asked

Json = Mapping[str, Any]
WIDER = 1.5  # times the half-width that is wanted
MOST_HALF_WIDTH = 0.25
MANY_ANSWERS = 6
NOTHING: Json = {"questions": [], "half_width": None, "eps_block": None}
SOME: Json = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}


def people_of(draft: Json, mix: Sequence[int], half_width: float) -> float:
    """Returns how many people a complete draft needs; `mix` says how many of each hundred choose each level."""
    scale = (HALF_WIDTH / half_width) ** 2
    levels, blocks = [Decimal(level["epsilon"]) for level in levels_of(draft)], blocks_of(draft)
    if not sends_some(draft):
        return scale * people_sending_all(levels, mix, blocks, largest_sets(draft["questions"]), domains_of(draft))
    return scale * _drawn(draft, levels, mix, blocks)


def proposals(draft: Json, mix: Sequence[int], half_width: float) -> list[dict[str, Any]]:
    """Returns proposals that need fewer people than the draft does, the fewest first."""
    before, wider = people_of(draft, mix, half_width), min(MOST_HALF_WIDTH, round(WIDER * half_width, 4))
    less_exact = {**NOTHING, "kind": "half_width", "half_width": f"{wider:g}"}
    every = [
        {**less_exact, "people": math.ceil(before * (half_width / wider) ** 2)},
        *(
            {**NOTHING, **change, "people": math.ceil(people_of(changed, own_mix, half_width))}
            for change, changed, own_mix in _changes(draft, mix)
        ),
    ]
    return sorted((each for each in every if each["people"] < before), key=lambda each: each["people"])


def _drawn(draft: Json, levels: Sequence[Decimal], mix: Sequence[int], blocks: Sequence[Json]) -> float:
    plans = [_plan(draft, blocks, epsilon) for epsilon in levels]
    return math.fsum(share * plan.people for share, plan in zip(mix, plans, strict=False)) / sum(mix)


def _plan(draft: Json, blocks: Sequence[Json], epsilon: Decimal) -> DrawPlan:
    return plan_of(epsilon, blocks, largest_sets(draft["questions"]), draft["send"], domains_of(draft))


def _changes(draft: Json, mix: Sequence[int]) -> Iterator[tuple[Json, Json, Sequence[int]]]:
    """Yields what is proposed, the draft that it would become, and the mix of its levels."""
    some = sends_some(draft)
    if not some and draft.get("level_choice") != "question":
        yield {"kind": "some"}, _sending_some(draft), mix
    if len(draft["levels"]) > 1:
        yield {"kind": "one_level"}, {**draft, "levels": draft["levels"][-1:]}, [100]
    if some and (pairs := _pairs(draft)):
        questions = [id for pair in pairs for id in pair]
        paired = {**draft, "pairs": [*draft["pairs"], *pairs]}
        yield {"kind": "pairs", "questions": questions}, paired, mix
        if ceiling := _raised_ceiling(draft):
            change = {"kind": "pairs", "questions": questions, "eps_block": ceiling}
            yield change, {**paired, "send": {**draft["send"], "eps_block": ceiling}}, mix
    if dearest := _dearest(draft):
        if fewer := _fewer_answers(draft, dearest):
            yield {"kind": "fewer_answers", "questions": [dearest]}, fewer, mix
        left = [item for item in draft["questions"] if item["id"] != dearest]
        pairs = [pair for pair in draft["pairs"] if dearest not in pair]
        yield {"kind": "without", "questions": [dearest]}, {**draft, "questions": left, "pairs": pairs}, mix


def _sending_some(draft: Json) -> Json:
    """Returns the draft with some of the questions sent, at the same epsilon of the whole report."""
    questions = questions_asked(draft["questions"])
    levels = [{"epsilon": f"{min(CAP, questions * Decimal(level['epsilon'])):f}"} for level in draft["levels"]]
    return {**draft, "levels": levels, "send": SOME}


def _pairs(draft: Json) -> list[list[str]]:
    """Questions two by two in the order of the questionnaire, where each two have few pairs of answers."""
    domains, unasked = domains_of(draft), conditional(draft["questions"])
    taken = {id for pair in draft["pairs"] for id in pair} | unasked
    most = min(MOST_CELLS, math.exp(max(float(level["epsilon"]) for level in levels_of(draft))) / 2)
    free = [item["id"] for item in draft["questions"] if item["type"] in PAIRABLE and item["id"] not in taken]
    pairs: list[list[str]] = []
    for first, second in pairwise(free):
        is_free = not pairs or first not in pairs[-1]
        if is_free and domains[first] * domains[second] <= most and len(pairs) + len(draft["pairs"]) < MOST_PAIRS:
            pairs.append([first, second])
    return pairs


def _raised_ceiling(draft: Json) -> str | None:
    """Returns the epsilon of a whole report, where one answer may not spend that much yet."""
    epsilon = Decimal(levels_of(draft)[-1]["epsilon"])
    return f"{epsilon:f}" if Decimal(draft["send"]["eps_block"]) < epsilon else None


def _fewer_answers(draft: Json, id: str) -> Json | None:
    """Returns the draft in which a question has half as many answers; None where it has fewer than six."""
    item = next(item for item in draft["questions"] if item["id"] == id)
    options = item.get("options", [])
    if len(options) < MANY_ANSWERS:
        return None
    fewer = {**item, "options": options[: (len(options) + 1) // 2]}
    return {**draft, "questions": [fewer if other["id"] == id else other for other in draft["questions"]]}


def _dearest(draft: Json) -> str | None:
    """Returns the question without which the fewest people are needed, as far as the draws tell: None of a single
    question, and where all are sent."""
    if not sends_some(draft) or sum(item["type"] in QUESTION_TYPES for item in draft["questions"]) < 2:
        return None
    blocks = blocks_of(draft)
    plan = _plan(draft, blocks, Decimal(levels_of(draft)[-1]["epsilon"]))
    cost: dict[str, float] = defaultdict(float)
    for block in blocks:
        for question in {id.partition(".")[0] for id in block["questions"]}:
            cost[question] += plan.inclusion[block["id"]] / plan.sizes[block["id"]]
    return max(cost, key=lambda id: cost[id])
