"""Numbers and dates of LimeSurvey, whose attributes state their bounds."""

from collections.abc import Mapping

from surveys.drafts.importing.items import BINS, Item, date_between, number_between
from surveys.drafts.importing.reading import Known, LeftOut
from surveys.drafts.limesurvey.asked import Asked, Made, heading_of, item_for, names_of, remember
from surveys.questions.checks import DECIMAL, day
from surveys.questions.limits import (
    UNIT,
)

NO_BINS = "it has no least and most value, so it has no bins yet; set their edges before you publish"
_BOUNDS = ("min_num_value_n", "max_num_value_n", "slider_min", "slider_max", "suffix")


def number_item(asked: Asked) -> Made:
    question = asked.question
    item = _number_item(asked, question.code, question.texts)
    remember(asked, names_of(question), Known(id=item["id"], type="number", options={}, rows={}))
    return [item], _BOUNDS


def number_items(asked: Asked) -> Made:
    """Imports numbers that stand under one question as a number question each."""
    question = asked.question
    if not question.rows:
        raise LeftOut("it has no subquestions")
    items = []
    for row in question.rows:
        item = _number_item(asked, f"{question.code}_{row.code}", row.texts)
        remember(asked, names_of(question, row.code), Known(id=item["id"], type="number", options={}, rows={}))
        items.append(item)
    return [*heading_of(asked), *items], _BOUNDS


def _number_item(asked: Asked, code: str, texts: Mapping[str, str]) -> Item:
    question = asked.question
    least, most = (
        next((value for name in names if DECIMAL.fullmatch(value := question.attribute(name))), None)
        for names in (("min_num_value_n", "slider_min"), ("max_num_value_n", "slider_max"))
    )
    if least is None or most is None:
        fields: Item = {"type": "number", "number": {"edges": [], "unit": "", "least": least, "most": most}}
        why = NO_BINS
    else:
        fields, why = (
            number_between(least, most),
            f"the number is sent as one of {BINS} equal bins; set edges that fit the question",
        )
    asked.reading.note(question.place, code, why)
    item = item_for(asked, code, texts, **fields)
    item["number"]["unit"] = asked.text(
        question.attributes.get("suffix", {}), "suffix", f"{item['id']}.number.unit", UNIT
    )
    return item


def date_item(asked: Asked) -> Made:
    question = asked.question
    least, most = (
        value[:10] if day((value := question.attribute(name))[:10]) else None for name in ("date_min", "date_max")
    )
    if least is None or most is None:
        fields: Item = {"type": "date", "date": {"edges": [], "least": least, "most": most}}
        asked.reading.note(question.place, question.code, NO_BINS)
    else:
        fields = date_between(least, most)
        asked.reading.note(
            question.place, question.code, "dates are sent as one of two bins; set edges that fit the question"
        )
    item = item_for(asked, question.code, question.texts, **fields)
    remember(asked, names_of(question), Known(id=item["id"], type="date", options={}, rows={}))
    return [item], ("date_min", "date_max")
