"""These rules read the part of a draft that says what each phone sends, and the aim that chooses the only level."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from surveys.drafts.sections import sections_of
from surveys.questions.all import QUESTION_TYPES
from surveys.questions.checks import ID, ID_RULE, Faults, entries, is_object, pattern, whole

MOST_REPORTS = 10_000_000  # A cap on reports is at most this large.
MOST_QUESTIONS = 50
AIM = ("people", "half_width")
SEND = ("questions", "ask", "eps_block", "importance", "together")
MOST_SENT = 8  # A draw holds at most this many blocks.
MOST_BLOCKS = 199  # Of 199 blocks or fewer, one phone in two hundred sends each.
EPS_BLOCK = re.compile(r"0\.[1-9][0-9]{0,3}|[1-7](\.[0-9]{1,4})?|8(\.0{1,4})?")  # The pattern allows 0.1 to 8.
# The pattern allows 0.25 to 4.
IMPORTANCE = re.compile(r"0\.(2[5-9][0-9]{0,2}|[3-9][0-9]{0,3})|[1-3](\.[0-9]{1,4})?|4(\.0{1,4})?")
HALF_WIDTH = re.compile(r"0\.(0[1-9]|[12])[0-9]{0,2}")  # The pattern allows 0.01 to 0.2999.
LEAST_PEOPLE = 50  # An aim expects at least this many people: reports of fewer never leave the inbox.


def sends_some(draft: Mapping[str, Any]) -> bool:
    """Returns whether each phone sends some of the questions, drawn by lot. A draft that says nothing of it sends
    all."""
    return bool(draft.get("send", {}).get("questions") == "some")


def check_send(value: Any, faults: Faults) -> None:
    if not is_object(value, "send", SEND, faults):
        return
    for name, allowed in (("questions", ("some", "all")), ("ask", ("sent", "all"))):
        if value.get(name) not in allowed:
            faults[f"send.{name}"] = f"is one of {', '.join(allowed)}"
    rule = "is decimal text such as 2 or 4, from 0.1 to 8"
    pattern(value.get("eps_block"), "send.eps_block", EPS_BLOCK, rule, faults)
    entries(value.get("together"), "send.together", MOST_QUESTIONS, _question_id, faults)
    if not isinstance(value.get("importance"), Mapping):
        faults["send.importance"] = "is an object with decimal text from 0.25 to 4 by question"
        return
    for id, weight in value["importance"].items():
        pattern(weight, f"send.importance.{id}", IMPORTANCE, "is decimal text from 0.25 to 4", faults)


def check_aim(value: Any, faults: Faults) -> None:
    if is_object(value, "aim", AIM, faults):
        whole(value.get("people"), "aim.people", LEAST_PEOPLE, MOST_REPORTS, faults)
        rule = "is decimal text such as 0.1 or 0.05, from 0.01 to 0.2999"
        pattern(value.get("half_width"), "aim.half_width", HALF_WIDTH, rule, faults)


def check_aim_complete(draft: Mapping[str, Any], faults: Faults) -> None:
    """Checks that the parts of an aim fit together: an aim chooses the only level of a whole report."""
    if draft["levels"]:
        faults["levels"] = "is not empty; an aim chooses the level"
    if not sends_some(draft):
        faults["aim"] = "chooses a level of the whole report; that needs send.questions to be some"
    elif Decimal(draft["send"]["eps_block"]) * MOST_SENT < 1:
        faults["send.eps_block"] = f"is too small for an aim: {MOST_SENT} blocks of it are less than epsilon 1"


def _question_id(value: Any, where: str, faults: Faults) -> None:
    pattern(value, where, ID, ID_RULE, faults)


def check_send_complete(draft: Mapping[str, Any], faults: Faults) -> None:
    items = {item["id"]: item for item in draft["questions"] if item["type"] in QUESTION_TYPES}
    if draft.get("level_choice") == "question":
        faults["level_choice"] = (
            "is question; levels are of the whole report where each phone sends some of the questions: "
            "twenty people of each level of each question would never come"
        )
    for number, id in enumerate(draft["send"]["together"]):
        if id not in items or "rows" not in items[id]:
            faults[f"send.together.{number}"] = "is not the id of a question with rows"
    for id in draft["send"]["importance"]:
        if id not in items:
            faults[f"send.importance.{id}"] = "is not the id of a question"
    paired = {id for pair in draft["pairs"] for id in pair}
    alone = [item for id, item in items.items() if id not in paired]
    blocks_alone = sum(_blocks_in(item, draft["send"]["together"]) for item in alone)
    blocks = blocks_alone + len(draft["pairs"])
    if blocks > MOST_BLOCKS:
        faults["send.together"] = (
            f"leaves {blocks} questions and rows to draw from; at most {MOST_BLOCKS} are, and rows that are kept "
            "together count as one"
        )
    sections = sections_of({str(number): pair for number, pair in enumerate(draft["pairs"])})
    most, ceiling = min(MOST_SENT, blocks_alone + len(sections)), Decimal(draft["send"]["eps_block"])
    for number, level in enumerate(draft["levels"]):
        if Decimal(level["epsilon"]) > most * ceiling:
            faults[f"levels.{number}.epsilon"] = (
                f"is more than a report can spend: a report has at most {most} of these questions or pairs, each of at "
                f"most epsilon {ceiling:f} (send.eps_block); of pairs with a common question it has one"
            )


def _blocks_in(item: Mapping[str, Any], together: Sequence[str]) -> int:
    return len(item["rows"]) if "rows" in item and item["id"] not in together else 1
