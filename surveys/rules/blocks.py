"""Which reports a version's record is made of: a block for each question, one for two of a planned pair, one for a
matrix; and in a block one field for each report that is drawn.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from mechanisms import catalogue
from mechanisms.accounting.event import decimal_text
from mechanisms.ldp.frequency_oracle import FrequencyOracle
from surveys.rules.domain import answers_of, conditional, most_apart
from surveys.rules.items import ANSWERED

Item = Mapping[str, Any]


def blocks_of(draft: Mapping[str, Any]) -> list[dict[str, Any]]:
    """In the order of their first question; a pair stands in the order of the questionnaire."""
    items = {item["id"]: item for item in draft["questions"] if item["type"] in ANSWERED}
    unasked = conditional(draft["questions"])
    partner = {one: other for pair in draft["pairs"] for one, other in (pair, pair[::-1])}
    blocks: list[dict[str, Any]] = []
    for id, item in items.items():
        if any(id in block["questions"] for block in blocks):
            continue
        together = [item, items[partner[id]]] if id in partner else [item]
        blocks.append(_block(f"b{len(blocks) + 1}", together, [one["id"] in unasked for one in together]))
    return blocks


def level_of(place: int, level: Mapping[str, Any], blocks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The level's epsilon is that of one question; a row of a matrix is one."""
    parts = [_level_block(block, Decimal(level["epsilon"])) for block in blocks]
    return {
        "id": place,
        "eps_report": decimal_text(sum((Decimal(part["epsilon"]) for part in parts), Decimal(0))),
        "record_bytes": sum(field["bytes"] for part in parts for field in part["fields"]),
        "blocks": parts,
    }


def questions_in(field: Mapping[str, Any]) -> int:
    """How many questions' epsilon a field may spend."""
    return len(field["of"])


def oracle_of(field: Mapping[str, Any], slug: str, epsilon: Decimal | str) -> FrequencyOracle:
    return catalogue.mechanism(slug, answers=field["answers"], most=field.get("most"), epsilon=epsilon)


def choice_for(answers: int, most: int | None, epsilon: Decimal | str) -> catalogue.Choice:
    """`most` is that of a field for sets."""
    if most is None:
        return catalogue.choose(answers, epsilon)
    return catalogue.choose_for_sets(answers, most, epsilon)


def _block(id: str, items: Sequence[Item], unasked: Sequence[bool]) -> dict[str, Any]:
    domains = [len(answers_of(one, may_be_unasked=may)) for one, may in zip(items, unasked, strict=True)]
    questions = [item["id"] for item in items]
    return {"id": id, "questions": questions, "fields": _fields(id, items, domains, unasked)}


def _fields(id: str, items: Sequence[Item], domains: Sequence[int], unasked: Sequence[bool]) -> list[dict[str, Any]]:
    item = items[0]
    if len(items) == 2:
        of = [one["id"] for one in items]
        return [{"id": id, "kind": "joint", "of": of, "answers": domains[0] * domains[1]}]
    if item["type"] == "matrix":
        rows = [f"{item['id']}.{row['id']}" for row in item["rows"]]
        ids = [id] if len(rows) == 1 else [f"{id}.{place}" for place in range(1, len(rows) + 1)]
        return [
            {"id": one, "kind": "one", "of": [row], "answers": domains[0]} for one, row in zip(ids, rows, strict=True)
        ]
    field = {"id": id, "kind": "one", "of": [item["id"]], "answers": domains[0]}
    if item["type"] == "multiple_choice":
        return [field | {"kind": "set", "most": most_apart(item, may_be_unasked=unasked[0])}]
    return [field]


def _level_block(block: Mapping[str, Any], epsilon: Decimal) -> dict[str, Any]:
    fields = [_level_field(field, epsilon * questions_in(field)) for field in block["fields"]]
    spent = sum((Decimal(field["epsilon"]) for field in fields), Decimal(0))
    return {"block": block["id"], "epsilon": decimal_text(spent), "fields": fields}


def _level_field(field: Mapping[str, Any], epsilon: Decimal) -> dict[str, Any]:
    oracle = choice_for(field["answers"], field.get("most"), epsilon).mechanism
    return {
        "field": field["id"],
        "mechanism": oracle.slug,
        "version": oracle.version,
        "epsilon": oracle.epsilon_text,
        "bytes": oracle.report_bytes,
        "words": oracle.words,
        "spec": oracle.client_spec(),
    }
