"""This module is about levels at which each phone sends some of the blocks: which are drawn together, how often, and at
which epsilon."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import ROUND_DOWN, Decimal
from functools import lru_cache
from typing import Any

from mechanisms.accounting.event import decimal_text
from mechanisms.common.canonical import canonical
from mechanisms.ldp.advice.means import required_for_mean
from mechanisms.ldp.advice.numbers_or_skipped import required_for_answered
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.estimates.margin import Margin, alone, of_pair
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.drafts.sections import sections_of
from surveys.publishing.blocks import Mechanism, level_block, mechanism_of, questions_in
from surveys.publishing.draws import MILLIONTH, DrawPlan, Needs, block_epsilon, list_of, plan_draws
from surveys.publishing.layout import DRAW_BYTES
from surveys.questions.all import QUESTION_TYPES
from surveys.questions.domain import answers_of, conditional

# The half-width cancels out of the plan; it is small, so that rounding up to whole reports hardly matters.
HALF_WIDTH, SHARE, CONFIDENCE = 0.005, 0.5, 0.95

Json = Mapping[str, Any]


def sampled_level(
    place: int, level: Json, blocks: Sequence[Json], largest: Mapping[str, int], send: Json, domains: Mapping[str, int]
) -> dict[str, Any]:
    """Returns a level whose epsilon is that of the whole report. `domains` are numbers of answers by question, for
    pairs."""
    epsilon, ceiling = Decimal(level["epsilon"]), Decimal(send["eps_block"])
    plan = plan_of(epsilon, blocks, largest, send, domains)
    parts = [
        level_block(block, question_epsilon(block, block_epsilon(epsilon, plan.sizes[block["id"]], ceiling)), largest)
        for block in blocks
    ]
    draws = list_of(plan)
    length = {part["block"]: sum(field["bytes"] for field in part["fields"]) for part in parts}
    longest = max(len(draw.blocks) for draw in draws)
    return {
        "id": place,
        "eps_report": decimal_text(min(epsilon, longest * ceiling)),
        "record_bytes": DRAW_BYTES + max(sum(length[block] for block in draw.blocks) for draw in draws),
        "draws": [{"weight": draw.weight, "blocks": list(draw.blocks)} for draw in draws],
        "blocks": parts,
    }


def domains_of(draft: Json) -> dict[str, int]:
    """Returns the number of answers of each question, *not asked* among them where a condition may leave it out."""
    unasked = conditional(draft["questions"])
    return {
        item["id"]: len(answers_of(item, may_be_unasked=item["id"] in unasked))
        for item in draft["questions"]
        if item["type"] in QUESTION_TYPES
    }


def plan_of(
    epsilon: Decimal, blocks: Sequence[Json], largest: Mapping[str, int], send: Json, domains: Mapping[str, int]
) -> DrawPlan:
    """Returns the plan in which every question meets the same half-width, scaled by its importance. If a question is in
    several blocks, each gives an equal part of the precision."""
    blocks_with = Counter(id for block in blocks for id in block["questions"])
    weights = {id: float(send["importance"].get(_item(id), "1")) / many for id, many in blocks_with.items()}
    needs = {block["id"]: _needs(block, largest, weights, domains) for block in blocks}
    sections = sections_of({block["id"]: block["questions"] for block in blocks})
    return plan_draws(needs, epsilon, Decimal(send["eps_block"]), sections)


def people_sending_all(
    levels: Sequence[Decimal], mix: Sequence[int], blocks: Sequence[Json], largest: Mapping[str, int],
    domains: Mapping[str, int],
) -> float:  # fmt: skip
    """Returns how many people meet the half-width of `plan_of` in every field where all people send all fields; each
    level has an epsilon for one question, and `mix` says how many of each hundred choose it."""
    fields = {
        canonical(_nameless(field, domains)): _largest(field, largest) for block in blocks for field in block["fields"]
    }
    parts = list(zip(mix, map(str, levels), strict=False))
    needed = [sum(share * max(_reports(shape, size, own)) for share, own in parts) for shape, size in fields.items()]
    return max(needed) / sum(mix)


def question_epsilon(block: Json, epsilon: Decimal) -> Decimal:
    """Returns the part of a block's epsilon that each of its questions has, rounded down."""
    questions = sum(questions_in(field) for field in block["fields"])
    return (epsilon / questions).quantize(MILLIONTH, ROUND_DOWN)


def _needs(block: Json, largest: Mapping[str, int], weights: Mapping[str, float], domains: Mapping[str, int]) -> Needs:
    """Returns a function from an epsilon to the number of reports that a block needs; `weights` scale the need of each
    of its questions."""
    alike = {
        (
            canonical(_nameless(field, domains)),
            _largest(field, largest),
            tuple(_weight(id, weights) for id in field["of"]),
        )
        for field in block["fields"]
    }

    def needs(epsilon: Decimal) -> float:
        own = str(question_epsilon(block, epsilon))
        return max(
            weight * reports
            for shape, size, parts in alike
            for weight, reports in zip(parts, _reports(shape, size, own), strict=True)
        )

    return needs


def _weight(id: str, weights: Mapping[str, float]) -> float:
    """Returns the weight of a question, or of a row of a matrix that is kept together."""
    return weights.get(id) or weights[_item(id)]


def _nameless(field: Json, domains: Mapping[str, int]) -> dict[str, Any]:
    """Returns a field reduced to what its number of needed reports depends on, as many fields of a questionnaire are
    alike."""
    names = [str(place) for place, _ in enumerate(field["of"])]
    return {**field, "id": "", "of": names, "domains": [domains.get(_item(id), 0) for id in field["of"]]}


def _largest(field: Json, largest: Mapping[str, int]) -> int | None:
    return largest.get(field["of"][0])


def _item(id: str) -> str:
    """Returns the item of a question, which may be a row of a matrix."""
    return id.partition(".")[0]


@lru_cache(maxsize=4096)
def _reports(shape: bytes, size: int | None, epsilon: str) -> tuple[float, ...]:
    """Returns the reports that each question of a field needs; the canonical JSON of the field without names is the
    key."""
    field = json.loads(shape)
    largest = {} if size is None else {field["of"][0]: size}
    block = {"id": field["id"], "questions": field["of"], "fields": [field]}
    declared = level_block(block, Decimal(epsilon), largest)["fields"][0]
    mechanism = mechanism_of(field, declared["mechanism"], declared["epsilon"], largest)
    return tuple(map(float, _needed(mechanism, field)))


def _needed(mechanism: Mechanism, field: Json) -> list[int]:
    if isinstance(mechanism, NumberOrSkipped):
        return [required_for_answered([(mechanism, 1)], half_width=HALF_WIDTH, answered=SHARE, confidence=CONFIDENCE)]
    if isinstance(mechanism, NumberMechanism):
        half = HALF_WIDTH * mechanism.grid.width
        return [required_for_mean([(mechanism, 1)], half_width=half, confidence=CONFIDENCE)]
    return [
        required_respondents([(margin, 1)], half_width=HALF_WIDTH, share=SHARE, confidence=CONFIDENCE)
        for margin in _margins(mechanism, field)
    ]


def _margins(oracle: FrequencyOracle, field: Json) -> list[Margin]:
    """Returns what is estimated of a field: each of the two questions of a pair, else the field's question."""
    if field["kind"] != "joint":
        return [alone(oracle)]
    first, other = field["domains"]
    return list(of_pair(oracle, (first, other)))
