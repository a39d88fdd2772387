"""This module is about the way from true answers to a perturbed record, as the respondent page goes it: nothing else
leaves this machine."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datahub_client.domain import NOT_ASKED, SKIPPED, bounded, domain, largest_set, position, positions, ranks
from datahub_client.errors import BadAnswer
from mechanisms import catalogue
from mechanisms.common.entropy import Entropy
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.lots import lot_of

Definition = Mapping[str, Any]


def record_of(definition: Definition, answers: Mapping[str, object], level: int | str, entropy: Entropy) -> bytes:
    """Returns the fields' perturbed reports in order. The words are read field by field, whatever the answers.

    Where some of the blocks are sent, the first word draws which; the record begins with the draw, and ends in zeros.
    """
    levels = _levels(definition, level)
    head, sent, length = _draw(definition, level, entropy)
    drawn = [
        draw
        for index, chosen in enumerate(levels)
        for draw in _at(definition, chosen, index)["fields"]
        if definition["blocks"][index]["id"] in sent
    ]
    items = _asked(definition)
    answers = _with_ranks(definition, answers)
    if unknown := set(answers) - set(items):
        raise BadAnswer(f"{', '.join(sorted(unknown))}: no such question; there are {', '.join(items)}")
    truths = {field["id"]: _truth(field, items, answers) for block in definition["blocks"] for field in block["fields"]}
    fields = {field["id"]: field for block in definition["blocks"] for field in block["fields"]}
    record = b"".join(_perturb(fields[draw["field"]], draw, items, truths[draw["field"]], entropy) for draw in drawn)
    expected = sum(draw["bytes"] for draw in drawn)
    if len(record) != expected:
        raise ValueError(f"the record has {len(record)} bytes; the version says {expected}")
    return (head + record).ljust(length, b"\0")


def _draw(definition: Definition, level: int | str, entropy: Entropy) -> tuple[bytes, set[str], int]:
    """Returns the head of the record, the blocks that are sent, and the least length of the record."""
    chosen = _levels(definition, level)
    draws = definition["levels"][chosen[0]].get("draws")
    if draws is None or not isinstance(level, int):
        return b"", {block["id"] for block in definition["blocks"]}, 0
    index = lot_of(int(entropy.words(1)[0]), [draw["weight"] for draw in draws])
    sent = set(draws[index]["blocks"])
    questions = [id for block in definition["blocks"] if block["id"] in sent for id in block["questions"]]
    if len(set(questions)) < len(questions):
        raise ValueError(f"draw {index} of level {level} sends a question twice; no phone does")
    return bytes([index]), sent, definition["levels"][level]["record_bytes"]


def stated(definition: Definition, level: int | Mapping[str, int]) -> int | str:
    """Returns the level as a report says it: one level; or, where levels are chosen by question, a digit for each block
    of questions.

    A mapping gives the level of questions by their id; the others are at the most protective.
    """
    by_question = definition.get("level_choice") == "question"
    if isinstance(level, int) and not by_question:
        return level
    if not by_question:
        raise BadAnswer("this version takes one level for the whole report")
    chosen = {} if isinstance(level, int) else level
    items = _asked(definition)
    known = {id for block in definition["blocks"] for id in block["questions"]}
    if unknown := set(chosen) - known:
        raise BadAnswer(f"{', '.join(sorted(unknown))}: no such question; there are {', '.join(sorted(known))}")
    whole = level if isinstance(level, int) else 0
    return "".join(str(_level_of(block, items, chosen, whole)) for block in definition["blocks"])


def _level_of(block: Mapping[str, Any], items: Mapping[str, Any], chosen: Mapping[str, int], whole: int) -> int:
    """Returns the level of a block. `whole` where none is chosen, and 0 where not everybody is asked: there the level
    would tell who was."""
    free = not any(items[of][1] for field in block["fields"] for of in field["of"])
    named = {chosen[id] for id in block["questions"] if id in chosen} or {whole if free else 0}
    if len(named) > 1:
        raise BadAnswer(f"{' and '.join(block['questions'])} are sent as one and have one level")
    if named != {0} and not free:
        raise BadAnswer(f"{' and '.join(block['questions'])}: not everybody is asked, so the level is 0")
    return named.pop()


def _levels(definition: Definition, level: int | str) -> list[int]:
    """Returns the level of each block."""
    chosen = [level] * len(definition["blocks"]) if isinstance(level, int) else [int(digit) for digit in level]
    for choice in chosen:
        if choice not in range(len(definition["levels"])):
            raise BadAnswer(f"the level is {choice}; there are 0 to {len(definition['levels']) - 1}")
    return chosen


def _at(definition: Definition, level: int, block: int) -> Mapping[str, Any]:
    block_at_level: Mapping[str, Any] = definition["levels"][level]["blocks"][block]
    return block_at_level


def _asked(definition: Definition) -> dict[str, tuple[Mapping[str, Any], bool]]:
    """Returns for each question, or question.row, its item and whether it, or its page, has a condition."""
    items: dict[str, tuple[Mapping[str, Any], bool]] = {}
    page_has = False
    for item in definition["questions"]:
        if item["type"] == "page":
            page_has = bool(item["show_if"])
        elif "may_skip" in item:
            names = [f"{item['id']}.{row['id']}" for row in item["rows"]] if "rows" in item else [item["id"]]
            items |= dict.fromkeys(names, (item, page_has or bool(item["show_if"])))
    return items


def _with_ranks(definition: Definition, answers: Mapping[str, object]) -> dict[str, object]:
    """Returns the answers with the order of a ranking as the ranks of its rows. Ranks that are given one by one are
    refused unless they are an order."""
    responses = dict(answers)
    for item in definition["questions"]:
        if item["type"] != "ranking":
            continue
        if item["id"] in responses:
            responses |= ranks(item, responses.pop(item["id"]))
        by_rank = {
            responses[name]: row["id"] for row in item["rows"] if (name := f"{item['id']}.{row['id']}") in responses
        }
        if by_rank and not by_rank.keys() <= {SKIPPED, NOT_ASKED}:
            responses |= ranks(item, [by_rank.get(rank) for rank in range(1, len(item["rows"]) + 1)])
    return responses


def _truth(
    field: Mapping[str, Any], items: Mapping[str, tuple[Mapping[str, Any], bool]], answers: Mapping[str, object]
) -> list[int]:
    if field["kind"] == "number":
        (name,) = field["of"]
        answer = answers.get(name)
        if field.get("skippable", False) and answer in (None, SKIPPED, NOT_ASKED):
            return []
        if name not in answers:
            raise BadAnswer(f"{name} must be answered with a number")
        return [bounded(items[name][0], answer)]
    positions = list(_positions(field, items, answers))
    if field["kind"] != "joint":
        return positions[0]
    (first,), (second,) = positions
    item, conditional = items[field["of"][1]]
    return [first * len(domain(item, conditional=conditional)) + second]


def _positions(
    field: Mapping[str, Any], items: Mapping[str, tuple[Mapping[str, Any], bool]], answers: Mapping[str, object]
) -> Iterator[list[int]]:
    for name in field["of"]:
        item, conditional = items[name]
        offered = domain(item, conditional=conditional)
        answer = answers[name] if name in answers else _absent(name, offered)
        if field["kind"] == "set":
            yield positions(item, offered, answer)
        else:
            yield [position(item, offered, answer)]


def _absent(name: str, offered: Sequence[str]) -> str:
    for way_out in (NOT_ASKED, SKIPPED):
        if way_out in offered:
            return way_out
    raise BadAnswer(f"{name} must be answered; it offers {', '.join(offered)}")


def _perturb(
    field: Mapping[str, Any],
    draw: Mapping[str, Any],
    items: Mapping[str, tuple[Mapping[str, Any], bool]],
    truth: list[int],
    entropy: Entropy,
) -> bytes:
    if field["kind"] == "number":
        grid = Grid(**{name: field[name] for name in ("low", "high", "steps")})
        if draw["mechanism"] == NumberOrSkipped.slug:
            skippable = NumberOrSkipped(grid=grid, epsilon=draw["epsilon"])
            _check(skippable, draw)
            return skippable.pack(skippable.perturb(truth[0] if truth else None, entropy))
        drawn = catalogue.number_mechanism(draw["mechanism"], grid=grid, epsilon=draw["epsilon"])
        _check(drawn, draw)
        return drawn.pack(drawn.perturb(truth[0], entropy))
    item, _ = items[field["of"][0]]
    more = {"most": field["most"], "largest": largest_set(item)} if field["kind"] == "set" else {}
    oracle = catalogue.mechanism(draw["mechanism"], answers=field["answers"], epsilon=draw["epsilon"], **more)
    _check(oracle, draw)
    return oracle.pack(oracle.perturb(frozenset(truth) if field["kind"] == "set" else truth[0], entropy))


def _check(drawn: FrequencyOracle | NumberMechanism | NumberOrSkipped, draw: Mapping[str, Any]) -> None:
    if (drawn.version, drawn.client_spec()) != (draw["version"], draw["spec"]):
        raise ValueError(f"{draw['mechanism']} of the platform is not the {draw['mechanism']} of this client")
