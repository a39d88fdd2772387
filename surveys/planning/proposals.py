"""Proposals are changes with which a draft would need fewer people, each with the number of people then needed.

People are those who give every question a 95 % interval of the wanted half-width, of an answer that half give, at the
levels that the draft has now: an aim does not choose anew.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Any

from surveys.drafts.questionnaire import CAP, MOST_PAIRS, SENDING_SOME
from surveys.drafts.sending import check_send_complete, sends_some
from surveys.publishing.aim import drawn_plan, levels_of, people_drawn
from surveys.publishing.blocks import blocks_of, largest_sets
from surveys.publishing.sampling import HALF_WIDTH, domains_of, people_sending_all
from surveys.questions.all import PAIRABLE, QUESTION_TYPES
from surveys.questions.domain import MOST_CELLS, conditional, questions_asked

Json = Mapping[str, Any]
HALF_WIDTHS = ("0.02", "0.03", "0.05", "0.075", "0.1", "0.15", "0.2")
MANY_ANSWERS = 6


@dataclass(frozen=True)
class Change:
    """This is a change of a draft. `parts` replace those of the draft; without them only the author can make the
    change, and `draft` is the result. `mix` says how many of each hundred people choose each level afterwards."""

    kind: str
    draft: Json
    mix: Sequence[int]
    parts: Json | None = None
    questions: Sequence[str] = field(default_factory=tuple)


def people_of(draft: Json, mix: Sequence[int], half_width: float) -> float:
    """Returns how many people a complete draft needs; `mix` says how many of each hundred choose each level."""
    levels = [level["epsilon"] for level in levels_of(draft)]
    if sends_some(draft):
        needed = [people_drawn(drawn_plan(draft, epsilon), half_width) for epsilon in levels]
        return math.fsum(share * people for share, people in zip(mix, needed, strict=False)) / sum(mix)
    largest, domains = largest_sets(draft["questions"]), domains_of(draft)
    people = people_sending_all(list(map(Decimal, levels)), mix, blocks_of(draft), largest, domains)
    return people * (HALF_WIDTH / half_width) ** 2


def proposals(draft: Json, mix: Sequence[int], half_width: float) -> list[dict[str, Any]]:
    """Returns proposals that need fewer people than the draft does, the fewest first."""
    fixed = {**draft, "levels": levels_of(draft), "aim": None}
    before = people_of(fixed, mix, half_width)
    every = [
        *_wider(draft, fixed, mix, half_width),
        *(_said(change, people_of(change.draft, change.mix, half_width)) for change in _changes(fixed, mix)),
    ]
    return sorted((each for each in every if each["people"] < before), key=lambda each: each["people"])


def _said(change: Change, people: float, half_width: str | None = None) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "questions": list(change.questions),
        "half_width": half_width,
        "parts": change.parts,
        "people": math.ceil(people),
    }


def _wider(draft: Json, fixed: Json, mix: Sequence[int], half_width: float) -> Iterator[dict[str, Any]]:
    """Yields the next half-width, which only an aim can hold."""
    wider = next((half for half in HALF_WIDTHS if float(half) > half_width), None)
    if wider:
        parts = {"aim": {**draft["aim"], "half_width": wider}} if draft.get("aim") else None
        yield _said(Change("half_width", fixed, mix, parts), people_of(fixed, mix, float(wider)), wider)


def _changes(draft: Json, mix: Sequence[int]) -> Iterator[Change]:
    """Yields the changes that leave a draft which can be published."""
    for change in _every_change(draft, mix):
        faults: dict[str, str] = {}
        if sends_some(change.draft):
            check_send_complete(change.draft, faults)
        if not faults:
            yield change


def _every_change(draft: Json, mix: Sequence[int]) -> Iterator[Change]:
    if len(draft["levels"]) > 1:
        parts = {"levels": draft["levels"][-1:], "level_choice": "report"}
        yield Change("one_level", {**draft, **parts}, [100], parts)
    if not sends_some(draft):
        if draft.get("level_choice") != "question":
            some = _sending_some(draft)
            yield Change("some", {**draft, **some}, mix, some)
        return
    if draft["send"]["together"]:
        parts = {"send": {**draft["send"], "together": []}}
        yield Change("rows_apart", {**draft, **parts}, mix, parts, draft["send"]["together"])
    if draft["pairs"]:
        for send in list(_ceilings(draft))[1:]:
            yield Change("ceiling", {**draft, "send": send}, mix, {"send": send})
    if pairs := _pairs(draft):
        questions = [id for pair in pairs for id in pair]
        for send in _ceilings(draft):
            parts = {"pairs": [*draft["pairs"], *pairs], "send": send}
            yield Change("pairs", {**draft, **parts}, mix, parts, questions)
    if dearest := _dearest(draft):
        if fewer := _fewer_answers(draft, dearest):
            yield Change("fewer_answers", fewer, mix, questions=[dearest])
        yield Change("without", _without(draft, dearest), mix, questions=[dearest])


def _sending_some(draft: Json) -> Json:
    """Returns the change in which each phone sends some of the questions, at the same epsilon of the whole report."""
    questions = questions_asked(draft["questions"])
    levels = [{"epsilon": f"{min(CAP, questions * Decimal(level['epsilon'])):f}"} for level in draft["levels"]]
    return {"levels": levels, "send": {**SENDING_SOME, **draft.get("send", {}), "questions": "some"}}


def _pairs(draft: Json) -> list[list[str]]:
    """Questions two by two in the order of the questionnaire, where each two have few pairs of answers."""
    domains, unasked = domains_of(draft), conditional(draft["questions"])
    taken = {id for pair in draft["pairs"] for id in pair} | unasked
    most = min(MOST_CELLS, math.exp(max(float(level["epsilon"]) for level in draft["levels"])) / 2)
    free = [item["id"] for item in draft["questions"] if item["type"] in PAIRABLE and item["id"] not in taken]
    pairs: list[list[str]] = []
    for first, second in pairwise(free):
        is_free = not pairs or first not in pairs[-1]
        if is_free and domains[first] * domains[second] <= most and len(pairs) + len(draft["pairs"]) < MOST_PAIRS:
            pairs.append([first, second])
    return pairs


def _ceilings(draft: Json) -> Iterator[Json]:
    """Yields `send` as it is, and with the ceiling of one answer raised to the epsilon of a whole report."""
    epsilon = Decimal(draft["levels"][-1]["epsilon"])
    yield draft["send"]
    if Decimal(draft["send"]["eps_block"]) < epsilon:
        yield {**draft["send"], "eps_block": f"{epsilon:f}"}


def _fewer_answers(draft: Json, id: str) -> Json | None:
    """Returns the draft in which a question has half as many answers; None where it has fewer than six answers."""
    item = next(item for item in draft["questions"] if item["id"] == id)
    options = item.get("options", [])
    if len(options) < MANY_ANSWERS:
        return None
    fewer = {**item, "options": options[: (len(options) + 1) // 2]}
    return {**draft, "questions": [fewer if other["id"] == id else other for other in draft["questions"]]}


def _without(draft: Json, id: str) -> Json:
    left = [item for item in draft["questions"] if item["id"] != id]
    return {**draft, "questions": left, "pairs": [pair for pair in draft["pairs"] if id not in pair]}


def _dearest(draft: Json) -> str | None:
    """Returns the question whose removal saves the most people, as far as the draws tell; None for a single
    question.
    """
    if sum(item["type"] in QUESTION_TYPES for item in draft["questions"]) < 2:
        return None
    plan = drawn_plan(draft, draft["levels"][-1]["epsilon"])
    cost: dict[str, float] = defaultdict(float)
    for block in blocks_of(draft):
        for question in {id.partition(".")[0] for id in block["questions"]}:
            cost[question] += plan.inclusion[block["id"]] / plan.sizes[block["id"]]
    return max(cost, key=lambda id: cost[id])
