"""These rules say what a draft may hold, and what it must hold to be published.

A draft is saved while it is written, so that it may be unfinished: `check_shape` refuses only what no questionnaire
could be. `check_complete` refuses whatever respondents should not meet.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from surveys.drafts.expressions import TextRefused, parse
from surveys.drafts.reachability import check_finishing
from surveys.drafts.references import check_condition
from surveys.drafts.sending import (
    MOST_QUESTIONS,
    MOST_REPORTS,
    check_aim,
    check_aim_complete,
    check_send,
    check_send_complete,
    sends_some,
)
from surveys.drafts.translations import DESCRIPTION, TITLE, check_texts
from surveys.errors import DraftRefused
from surveys.questions.all import PAIRABLE, QUESTION_TYPES
from surveys.questions.checks import (
    ID,
    ID_RULE,
    LANGUAGE,
    TIME_RULE,
    Faults,
    distinct,
    entries,
    is_object,
    line,
    moment,
    pattern,
    text,
    whole,
    written,
)
from surveys.questions.domain import MOST_CELLS, answers_of, conditional, questions_asked
from surveys.questions.items import check_item, check_item_complete

MOST_ITEMS, MOST_LEVELS, MOST_LANGUAGES, MOST_PAIRS = 100, 3, 20, 25
LEVEL_CHOICES = ("report", "question")
CAP = Decimal(8)
VERSION_FORMAT = "datahub-survey-version/2"  # The format of a published version.
FIELDS = (
    "title", "description", "language", "languages", "translations", "questions", "pairs", "levels",
    "opens_at", "closes_at", "cap_reports",
)  # fmt: skip

OPTIONAL = ("level_choice", "send", "aim")  # These fields may be missing; a draft without `send` sends every question.

EPSILON = re.compile(r"(0|[1-9][0-9]?)(\.[0-9]{1,4})?")


SENDING_SOME: Mapping[str, Any] = {
    "questions": "some",
    "ask": "sent",
    "eps_block": "2",
    "importance": {},
    "together": [],
}


def empty_draft() -> dict[str, Any]:
    """Returns the draft of a new survey: no question, each phone sends some of the questions, and one level, chosen by
    the expected number of people."""
    return {
        "title": "",
        "description": "",
        "language": "en",
        "languages": [],
        "translations": {},
        "questions": [],
        "pairs": [],
        "levels": [],
        "opens_at": None,
        "closes_at": None,
        "cap_reports": None,
        "send": SENDING_SOME,
        "aim": {"people": 1000, "half_width": "0.1"},
    }


def with_parts(draft: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the draft with parts replaced. Levels and an aim exclude each other: whichever is given stands alone; and
    an aim goes where every question is sent from now on."""
    whole = {**draft, **parts}
    sends_all = "send" in parts and not sends_some(whole)
    if "aim" not in parts and (parts.get("levels") or sends_all):
        whole.pop("aim", None)
    elif parts.get("aim") and "levels" not in parts:
        whole["levels"] = []
    return whole


def check_shape(draft: Mapping[str, Any]) -> None:
    faults: Faults = {}
    is_object(draft, "", [*FIELDS, *(name for name in OPTIONAL if name in draft)], faults)
    line(draft.get("title"), "title", TITLE, faults)
    text(draft.get("description"), "description", DESCRIPTION, faults)
    _language(draft.get("language"), "language", faults)
    entries(draft.get("languages"), "languages", MOST_LANGUAGES, _language, faults)
    _translations(draft.get("translations"), faults)
    entries(draft.get("questions"), "questions", MOST_ITEMS, check_item, faults)
    entries(draft.get("pairs"), "pairs", MOST_PAIRS, _pair, faults)
    entries(draft.get("levels"), "levels", MOST_LEVELS, _level, faults)
    if draft.get("level_choice", "report") not in LEVEL_CHOICES:
        faults["level_choice"] = f"is one of {', '.join(LEVEL_CHOICES)}"
    if "send" in draft:
        check_send(draft["send"], faults)
    if draft.get("aim") is not None:
        check_aim(draft["aim"], faults)
    for name in ("opens_at", "closes_at"):
        if draft.get(name) is not None and moment(draft[name]) is None:
            faults[name] = TIME_RULE
    if draft.get("cap_reports") is not None:
        whole(draft["cap_reports"], "cap_reports", 1, MOST_REPORTS, faults)
    _refuse(faults, "The draft cannot be saved")


def check_complete(draft: Mapping[str, Any], now: datetime) -> None:
    check_shape(draft)
    faults: Faults = {}
    written(draft["title"], "title", TITLE, faults)
    _questions_complete(draft["questions"], faults)
    distinct([draft["language"], *draft["languages"]], "languages", "language", faults)
    if not faults:  # The texts can only be checked where all questions are complete and have different ids.
        check_texts(draft, faults)
        _conditions_complete(draft["questions"], faults)
        _pairs_complete(draft, faults)
    if not faults:
        check_finishing(draft["questions"], faults)
        some = sends_some(draft)
        if draft.get("aim") is None:
            _levels_complete(draft["levels"], 1 if some else questions_asked(draft["questions"]), faults)
        else:
            check_aim_complete(draft, faults)
        if some:
            check_send_complete(draft, faults)
    if draft.get("level_choice") == "question" and len(draft["levels"]) < 2:
        faults["level_choice"] = "is question; one level leaves nothing to choose at a question"
    _schedule_complete(draft, now, faults)
    _refuse(faults, "The draft cannot be published")


def _language(value: Any, where: str, faults: Faults) -> None:
    pattern(value, where, LANGUAGE, "is a language tag such as en or pt-BR", faults)


def _translations(value: Any, faults: Faults) -> None:
    if not isinstance(value, Mapping):
        faults.setdefault("translations", "is an object with a language's texts by their paths")
        return
    for language, texts in value.items():
        where = f"translations.{language}"
        _language(language, where, faults)
        if not isinstance(texts, Mapping):
            faults[where] = "is an object of texts by their paths"
            continue
        for path, translated in texts.items():
            text(translated, f"{where}.{path}", DESCRIPTION, faults)


def _pair(value: Any, where: str, faults: Faults) -> None:
    if not isinstance(value, list) or len(value) != 2:
        faults[where] = "is a list of two question ids"
        return
    for number, id in enumerate(value):
        pattern(id, f"{where}.{number}", ID, ID_RULE, faults)


def _level(value: Any, where: str, faults: Faults) -> None:
    if is_object(value, where, ("epsilon",), faults):
        rule = "is decimal text such as 0.5, below 100"
        pattern(value.get("epsilon"), f"{where}.epsilon", EPSILON, rule, faults)


def _questions_complete(items: Sequence[Mapping[str, Any]], faults: Faults) -> None:
    total = sum(item["type"] in QUESTION_TYPES for item in items)
    if not 1 <= total <= MOST_QUESTIONS:
        faults["questions"] = f"has {total} questions that are answered; it needs 1 to {MOST_QUESTIONS}"
    distinct([item["id"] for item in items], "questions", "id", faults)
    for number, item in enumerate(items):
        check_item_complete(item, f"questions.{number}", faults)


def _conditions_complete(items: Sequence[Mapping[str, Any]], faults: Faults) -> None:
    for number, item in enumerate(items):
        if item["show_if"]:
            try:
                check_condition(parse(item["show_if"]), items, item["id"])
            except TextRefused as refusal:
                faults[f"questions.{number}.show_if"] = f"is not understood {refusal}"


def _pairs_complete(draft: Mapping[str, Any], faults: Faults) -> None:
    items = {item["id"]: item for item in draft["questions"]}
    unasked = conditional(draft["questions"])
    for number, pair in enumerate(draft["pairs"]):
        where = f"pairs.{number}"
        for place, id in enumerate(pair):
            if id not in items or items[id]["type"] not in PAIRABLE:
                faults[f"{where}.{place}"] = f"is not the id of a question of type {', '.join(PAIRABLE)}"
        if any(id not in items for id in pair):
            continue
        first, second = (len(answers_of(items[id], may_be_unasked=id in unasked)) for id in pair)
        if first * second > MOST_CELLS:
            faults[where] = f"has {first} x {second} pairs of answers; at most {MOST_CELLS} are allowed"
        if pair[0] == pair[1]:
            faults[where] = f"pairs the question {pair[0]!r} with itself"
    distinct([" + ".join(sorted(pair)) for pair in draft["pairs"]], "pairs", "pair", faults)
    each = [id for pair in draft["pairs"] for id in set(pair)]
    if "pairs" not in faults and not sends_some(draft) and (twice := sorted(id for id in each if each.count(id) > 1)):
        faults["pairs"] = (
            f"has the question {twice[0]!r} twice; a question stands in several pairs only where each phone sends some "
            "of the questions, so that no phone sends its answer twice"
        )


def _levels_complete(levels: Sequence[Mapping[str, Any]], questions: int, faults: Faults) -> None:
    if not levels:
        faults["levels"] = f"needs 1 to {MOST_LEVELS} levels"
    before = Decimal(0)
    for number, level in enumerate(levels):
        epsilon = Decimal(level["epsilon"])
        if epsilon <= before:
            rule = "must be larger than that of the level before" if number else "must be larger than 0"
            faults[f"levels.{number}.epsilon"] = f"is {epsilon:f}; it {rule}: the most protective level comes first"
        elif questions * epsilon > CAP:
            spent = f"{questions} x {epsilon:f} = {questions * epsilon:f}"
            faults[f"levels.{number}.epsilon"] = f"gives a report epsilon {spent}; at most {CAP:f} is allowed"
        before = max(before, epsilon)


def _schedule_complete(draft: Mapping[str, Any], now: datetime, faults: Faults) -> None:
    opens_at, closes_at = moment(draft["opens_at"]), moment(draft["closes_at"])
    if closes_at is not None and closes_at <= now:
        faults["closes_at"] = "lies in the past; a survey closes after it was published"
    elif closes_at is not None and opens_at is not None and closes_at <= opens_at:
        faults["closes_at"] = "is not after the time at which the survey opens"


def _refuse(faults: Faults, opening: str) -> None:
    if faults:
        first, rule = next(iter(faults.items()))
        raise DraftRefused(f"{opening}: {first} {rule}.", fields=faults)
