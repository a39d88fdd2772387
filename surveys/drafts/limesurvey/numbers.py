"""Numbers and dates of LimeSurvey, whose attributes state their bounds."""

import re
from collections.abc import Mapping

from surveys.drafts.importing.items import BINS, Item, date_between, number_between
from surveys.drafts.importing.reading import Known, LeftOut
from surveys.drafts.limesurvey.source import ItemsAndRead, Source, heading_of, item_for, names_of, remember
from surveys.questions.checks import DECIMAL, day
from surveys.questions.limits import (
    UNIT,
)

NO_BINS = "it has no least and most value, so it has no bins yet; set their edges before you publish"
_ENDS = ("min_num_value_n", "max_num_value_n", "slider_min", "slider_max")
_BOUNDS = (*_ENDS, "suffix")
_EQUATION = "em_validation_q"
_END = r"(?:self|this)(?:\.NAOK)? *([<>])= *(-?\d+(?:\.\d+)?)"
_BOTH_ENDS = re.compile(rf"\( *{_END} *(?:and|&&) *{_END} *\)|{_END} *(?:and|&&) *{_END}", re.IGNORECASE)


def number_item(source: Source) -> ItemsAndRead:
    question = source.question
    has_bounds = any(question.attribute(name) for name in _ENDS)
    bounds = None if has_bounds else _of_equation(question.attribute(_EQUATION))
    read = () if bounds is None else (_EQUATION,)
    item = _number_item(source, question.code, question.texts, *(bounds or (None, None)))
    remember(source, names_of(question), Known(id=item["id"], type="number", options={}, rows={}))
    return [item], (*_BOUNDS, *read)


def _of_equation(equation: str) -> tuple[str, str] | None:
    """Returns the least and most value that an equation allows, if it says these two and nothing else."""
    match = _BOTH_ENDS.fullmatch(equation.strip())
    if match is None:
        return None
    sign, end, other_sign, other_end = (group for group in match.groups() if group is not None)
    if sign == other_sign:
        return None
    return (end, other_end) if sign == ">" else (other_end, end)


def number_items(source: Source) -> ItemsAndRead:
    """Imports numbers that stand under one question as a number question each."""
    question = source.question
    if not question.rows:
        raise LeftOut("it has no subquestions")
    items = []
    for row in question.rows:
        item = _number_item(source, f"{question.code}_{row.code}", row.texts)
        remember(source, names_of(question, row.code), Known(id=item["id"], type="number", options={}, rows={}))
        items.append(item)
    return [*heading_of(source), *items], _BOUNDS


def _number_item(
    source: Source, code: str, texts: Mapping[str, str], lowest: str | None = None, highest: str | None = None
) -> Item:
    """Returns a number between the bounds of its attributes, or else between these."""
    question = source.question
    least, most = (
        next((value for name in names if DECIMAL.fullmatch(value := question.attribute(name))), end)
        for names, end in ((("min_num_value_n", "slider_min"), lowest), (("max_num_value_n", "slider_max"), highest))
    )
    if least is None or most is None:
        fields: Item = {"type": "number", "number": {"edges": [], "unit": "", "least": least, "most": most}}
        why = NO_BINS
    else:
        fields, why = (
            number_between(least, most),
            f"the number is sent as one of {BINS} equal bins; set edges that fit the question",
        )
    source.reading.note(question.place, code, why)
    item = item_for(source, code, texts, **fields)
    item["number"]["unit"] = source.text(
        question.attributes.get("suffix", {}), "suffix", f"{item['id']}.number.unit", UNIT
    )
    return item


def date_item(source: Source) -> ItemsAndRead:
    question = source.question
    least, most = (
        value[:10] if day((value := question.attribute(name))[:10]) else None for name in ("date_min", "date_max")
    )
    if least is None or most is None:
        fields: Item = {"type": "date", "date": {"edges": [], "least": least, "most": most}}
        source.reading.note(question.place, question.code, NO_BINS)
    else:
        fields = date_between(least, most)
        source.reading.note(
            question.place, question.code, "dates are sent as one of two bins; set edges that fit the question"
        )
    item = item_for(source, question.code, question.texts, **fields)
    remember(source, names_of(question), Known(id=item["id"], type="date", options={}, rows={}))
    return [item], ("date_min", "date_max")
