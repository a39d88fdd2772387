"""The record of a version is made of these reports: a block for each question, one for two of a planned pair, one for a
matrix, or one for each of its rows; and in a block one field for each report that is drawn. Where some of the questions
are sent, a question may stand in several pairs, each of them a block.

A field of the kinds one, set and joint has a domain of `answers`; one of the kind number has the bounds of its grid. It
is `skippable` where somebody may have no number, having skipped the question or not been asked it.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any

from mechanisms import catalogue
from mechanisms.accounting.event import decimal_text
from mechanisms.ldp.numbers.number_choice import NumberChoice, choose_for_distribution, choose_for_mean
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.one_answer.choice import Choice
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.drafts.sending import sends_some
from surveys.questions.all import QUESTION_TYPES, question_type
from surveys.questions.domain import answers_of, conditional
from surveys.questions.number_estimate import DISTRIBUTION, grid_of

NUMBER = "number"
Item = Mapping[str, Any]
Mechanism = FrequencyOracle | NumberMechanism | NumberOrSkipped


def blocks_of(draft: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the blocks in the order of their first question, of equals of their second; a pair stands in the order of
    the questionnaire. Where some of the questions are sent, each row of a matrix is a block, unless the author keeps
    them together."""
    items = {item["id"]: item for item in draft["questions"] if item["type"] in QUESTION_TYPES}
    unasked = conditional(draft["questions"])
    blocks: list[dict[str, Any]] = []
    for together in _questions_together(list(items), draft["pairs"]):
        block = _block(f"b{len(blocks) + 1}", [items[id] for id in together], [id in unasked for id in together])
        is_apart = _sends_rows_apart(draft, items[together[0]])
        blocks += _rows_apart(block, len(blocks)) if is_apart else [block]
    return blocks


def _questions_together(ids: Sequence[str], pairs: Sequence[Sequence[str]]) -> list[list[str]]:
    """Returns every pair, and every question that is in none."""
    order = {id: index for index, id in enumerate(ids)}
    paired = {id for pair in pairs for id in pair}
    together = [sorted(pair, key=order.__getitem__) for pair in pairs]
    together += [[id] for id in ids if id not in paired]
    return sorted(together, key=lambda questions: [order[id] for id in questions])


def _sends_rows_apart(draft: Mapping[str, Any], item: Item) -> bool:
    return sends_some(draft) and "rows" in item and item["id"] not in draft["send"]["together"]


def _rows_apart(block: Mapping[str, Any], before: int) -> list[dict[str, Any]]:
    ids = [f"b{before + number}" for number, _ in enumerate(block["fields"], 1)]
    return [
        {"id": id, "questions": list(field["of"]), "fields": [{**field, "id": id}]}
        for id, field in zip(ids, block["fields"], strict=True)
    ]


def largest_sets(items: Sequence[Item]) -> dict[str, int]:
    """Returns how many answers a set of a question can hold, by question. It follows from the questions, so no field
    says it."""
    return {
        item["id"]: kind.largest_set(item)
        for item in items
        if (kind := QUESTION_TYPES.get(item["type"])) and kind.largest_set
    }


def level_of(
    place: int, level: Mapping[str, Any], blocks: Sequence[Mapping[str, Any]], largest: Mapping[str, int]
) -> dict[str, Any]:
    """Returns a level. Its epsilon is that of one question, and a row of a matrix counts as one. `largest` comes from
    `largest_sets`."""
    parts = [level_block(block, Decimal(level["epsilon"]), largest) for block in blocks]
    return {
        "id": place,
        "eps_report": decimal_text(sum((Decimal(part["epsilon"]) for part in parts), Decimal(0))),
        "record_bytes": sum(field["bytes"] for part in parts for field in part["fields"]),
        "blocks": parts,
    }


def questions_in(field: Mapping[str, Any]) -> int:
    """Returns how many questions' epsilon a field may spend."""
    return len(field["of"])


def mechanism_of(field: Mapping[str, Any], slug: str, epsilon: Decimal | str, largest: Mapping[str, int]) -> Mechanism:
    if is_skippable(field):
        if slug != NumberOrSkipped.slug:
            raise ValueError(f"field {field['id']} is a number that may be skipped, which {slug} cannot say")
        return NumberOrSkipped(grid=grid_of(field), epsilon=epsilon)
    if field["kind"] == NUMBER:
        return catalogue.number_mechanism(slug, grid=grid_of(field), epsilon=epsilon)
    sizes = {"most": field["most"], "largest": largest[field["of"][0]]} if field["kind"] == "set" else {}
    return catalogue.mechanism(slug, answers=field["answers"], epsilon=epsilon, **sizes)


def is_skippable(field: Mapping[str, Any]) -> bool:
    """Returns whether a respondent may have no number to send. A field that does not say so is asked of everybody."""
    return bool(field.get("skippable", False))


@lru_cache(maxsize=1024)
def choice_for(answers: int, most: int | None, largest: int | None, epsilon: Decimal | str) -> Choice:
    """Returns the choice of a mechanism. `most` and `largest` are for fields with sets. The result is cached, as most
    questions of a questionnaire are alike."""
    if most is None or largest is None:
        return catalogue.choose(answers, epsilon)
    return catalogue.choose_for_sets(answers, most, largest, epsilon)


def number_choice_for(field: Mapping[str, Any], epsilon: Decimal | str) -> NumberChoice:
    """Returns the mechanism that is chosen for a field of the kind number that everybody has."""
    choose = choose_for_distribution if field["estimate"] == DISTRIBUTION else choose_for_mean
    return choose(grid_of(field), epsilon)


def _block(id: str, items: Sequence[Item], unasked: Sequence[bool]) -> dict[str, Any]:
    domains = [len(answers_of(item, may_be_unasked=may)) for item, may in zip(items, unasked, strict=True)]
    questions = [item["id"] for item in items]
    return {"id": id, "questions": questions, "fields": _fields(id, items, domains, unasked)}


def _fields(id: str, items: Sequence[Item], domains: Sequence[int], unasked: Sequence[bool]) -> list[dict[str, Any]]:
    if len(items) == 2:
        of = [item["id"] for item in items]
        return [{"id": id, "kind": "joint", "of": of, "answers": domains[0] * domains[1]}]
    return question_type(items[0]).report_fields(id, items[0], domains[0], unasked[0])


def level_block(block: Mapping[str, Any], epsilon: Decimal, largest: Mapping[str, int]) -> dict[str, Any]:
    """Returns how a level treats a block at so much epsilon for each of its questions."""
    fields = [_level_field(field, epsilon * questions_in(field), largest) for field in block["fields"]]
    spent = sum((Decimal(field["epsilon"]) for field in fields), Decimal(0))
    return {"block": block["id"], "epsilon": decimal_text(spent), "fields": fields}


def _level_field(field: Mapping[str, Any], epsilon: Decimal, largest: Mapping[str, int]) -> dict[str, Any]:
    chosen = _chosen(field, epsilon, largest)
    return {
        "field": field["id"],
        "mechanism": chosen.slug,
        "version": chosen.version,
        "epsilon": chosen.epsilon_text,
        "bytes": chosen.report_bytes,
        "words": chosen.words,
        "spec": chosen.client_spec(),
    }


def _chosen(field: Mapping[str, Any], epsilon: Decimal, largest: Mapping[str, int]) -> Mechanism:
    if is_skippable(field):
        return mechanism_of(field, NumberOrSkipped.slug, epsilon, largest)
    if field["kind"] == NUMBER:
        return number_choice_for(field, epsilon).mechanism
    return choice_for(field["answers"], field.get("most"), largest.get(field["of"][0]), epsilon).mechanism
