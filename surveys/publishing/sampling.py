"""This module is about levels at which each phone sends some of the blocks: which are drawn together, how often, and at
which epsilon."""

import json
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
from surveys.publishing.blocks import Mechanism, level_block, mechanism_of, questions_in
from surveys.publishing.draws import MILLIONTH, DrawPlan, Needs, block_epsilon, list_of, plan_draws
from surveys.publishing.layout import DRAW_BYTES
from surveys.questions.all import QUESTION_TYPES
from surveys.questions.domain import answers_of, conditional

HALF_WIDTH, SHARE, CONFIDENCE = 0.005, 0.5, 0.95  # the half-width cancels: small, so that whole reports round little

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
    """Returns the plan in which every block meets the same half-width, or one that its importance makes smaller or
    larger."""
    needs = {block["id"]: _needs(block, largest, send, domains) for block in blocks}
    return plan_draws(needs, epsilon, Decimal(send["eps_block"]))


def people_sending_all(
    levels: Sequence[Decimal], mix: Sequence[int], blocks: Sequence[Json], largest: Mapping[str, int],
    domains: Mapping[str, int],
) -> float:  # fmt: skip
    """Returns how many people meet the half-width of `plan_of` in every field where all of them send it; each level has
    an epsilon of one question, and of each hundred people `mix` choose it."""
    fields = {
        canonical(_nameless(field, domains)): _largest(field, largest) for block in blocks for field in block["fields"]
    }
    parts = list(zip(mix, map(str, levels), strict=False))
    needed = [sum(share * _reports(shape, size, own) for share, own in parts) for shape, size in fields.items()]
    return max(needed) / sum(mix)


def question_epsilon(block: Json, epsilon: Decimal) -> Decimal:
    """Returns the part of a block's epsilon that each of its questions has, rounded down."""
    questions = sum(questions_in(field) for field in block["fields"])
    return (epsilon / questions).quantize(MILLIONTH, ROUND_DOWN)


def _needs(block: Json, largest: Mapping[str, int], send: Json, domains: Mapping[str, int]) -> Needs:
    importance = max(float(send["importance"].get(_item(id), "1")) for id in block["questions"])
    alike = {canonical(_nameless(field, domains)): _largest(field, largest) for field in block["fields"]}

    def needs(epsilon: Decimal) -> float:
        own = str(question_epsilon(block, epsilon))
        return importance * max(_reports(shape, size, own) for shape, size in alike.items())

    return needs


def _nameless(field: Json, domains: Mapping[str, int]) -> dict[str, Any]:
    """Returns a field with only what its number of needed reports depends on: many fields of a questionnaire are
    alike."""
    names = [str(place) for place, _ in enumerate(field["of"])]
    return {**field, "id": "", "of": names, "domains": [domains.get(_item(id), 0) for id in field["of"]]}


def _largest(field: Json, largest: Mapping[str, int]) -> int | None:
    return largest.get(field["of"][0])


def _item(id: str) -> str:
    """Returns the item of a question, which may be a row of a matrix."""
    return id.partition(".")[0]


@lru_cache(maxsize=4096)
def _reports(shape: bytes, size: int | None, epsilon: str) -> float:
    """Returns the reports that one field needs by itself; its canonical JSON without names is the key."""
    field = json.loads(shape)
    largest = {} if size is None else {field["of"][0]: size}
    block = {"id": field["id"], "questions": field["of"], "fields": [field]}
    declared = level_block(block, Decimal(epsilon), largest)["fields"][0]
    mechanism = mechanism_of(field, declared["mechanism"], declared["epsilon"], largest)
    return float(max(_needed(mechanism, field)))


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
    """Returns what is estimated of a field: of a pair each of its questions."""
    if field["kind"] != "joint":
        return [alone(oracle)]
    first, other = field["domains"]
    return list(of_pair(oracle, (first, other)))
