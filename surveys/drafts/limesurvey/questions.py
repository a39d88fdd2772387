"""One question of LimeSurvey becomes items, or a note that says why not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from surveys.drafts.importing.items import Item, check_count
from surveys.drafts.importing.reading import Known, LeftOut, Reading
from surveys.drafts.limesurvey.arrays import array_items
from surveys.drafts.limesurvey.contents import Entry, Question
from surveys.drafts.limesurvey.numbers import date_item, number_item, number_items
from surveys.drafts.limesurvey.source import (
    ItemsAndRead,
    Source,
    entries_of,
    fixed_answers,
    is_random,
    item_for,
    names_of,
    remember,
)
from surveys.drafts.limesurvey.usual import NAMES, UNSET, USUAL, WHY_NOT
from surveys.questions.limits import (
    LEAST_RANKED,
    MOST_CHOICES,
    MOST_OPTIONS,
    MOST_RANKED,
)

NO_COMMENT = "what is typed beside an answer cannot be perturbed, so it is not collected"
OTHER = "-oth-"  # LimeSurvey's code of the answer "Other".


def items_of(source: Source) -> list[Item]:
    question = source.question
    if question.attribute("hidden") == "1":
        raise LeftOut("it is hidden")
    make = MAKERS.get(question.type)
    if make is None:
        raise LeftOut(WHY_NOT.get(question.type, "DataHub knows no question of this type"))
    items, read = make(source)
    _note_attributes(question, read, source.reading)
    return items


def name_of(question: Question) -> str:
    return f"{NAMES.get(question.type, question.type)} {question.code}".strip()


def _with_other(source: Source, entries: Sequence[Entry]) -> list[Entry]:
    if source.question.other.strip().upper() != "Y":
        return list(entries)
    texts = {
        language: text
        for language, text in source.question.attributes.get("other_replace_text", {}).items()
        if text.strip()
    }
    source.reading.note(source.question.place, "other", "is an answer like the others: no text is collected")
    return [*entries, Entry(OTHER, texts or {"default": "Other"})]


def _single(source: Source) -> ItemsAndRead:
    question, reading = source.question, source.reading
    entries = fixed_answers(source) if question.type == "G" else _with_other(source, question.answers)
    type = "dropdown" if question.type in ("!", "W") else "single_choice"
    item = item_for(source, question.code, question.texts, type=type)
    item["options"], ids = entries_of(source, entries, f"{item['id']}.options")
    check_count(item["options"], MOST_OPTIONS)
    item["shuffle"] = is_random(question)
    if question.type == "O":
        reading.note(question.place, "comment", NO_COMMENT)
    ids |= {"other": ids[OTHER]} if OTHER in ids else {}
    remember(source, names_of(question), Known(id=item["id"], type=type, options=ids, rows={}))
    return [item], ("random_order", "answer_order", "other_replace_text")


def _several(source: Source) -> ItemsAndRead:
    question, reading = source.question, source.reading
    item = item_for(source, question.code, question.texts, type="multiple_choice")
    item["options"], ids = entries_of(source, _with_other(source, question.rows), f"{item['id']}.options")
    check_count(item["options"], MOST_CHOICES)
    alone = {word.strip() for word in question.attribute("exclude_all_others").split(";")}
    exclusive = {ids[code] for code in alone if code in ids}
    for option in item["options"]:
        option["exclusive"] = option["id"] in exclusive
    most = question.attribute("max_answers")
    limit = int(most) if most.isascii() and most.isdigit() and len(most) < 4 else 0
    item["most_choices"] = limit if 1 <= limit < len(item["options"]) else None
    item["shuffle"] = is_random(question)
    if question.type == "P":
        reading.note(question.place, "comments", NO_COMMENT)
    for row in question.rows:
        if row.relevance.strip() not in ("", "1"):
            reading.note(question.place, f"{row.code}: {row.relevance}", "an answer has no condition of its own here")
    known = Known(id=item["id"], type="multiple_choice", options=ids, rows={})
    remember(source, names_of(question), known)
    for code, option in ids.items():
        remember(source, names_of(question, "other" if code == OTHER else code), replace(known, option=option))
    return [item], ("random_order", "answer_order", "exclude_all_others", "max_answers", "other_replace_text")


def _yes_no(source: Source) -> ItemsAndRead:
    source.note_english("Yes, No")
    options = [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]
    item = item_for(source, source.question.code, source.question.texts, type="yes_no", options=options)
    known = Known(id=item["id"], type="yes_no", options={"Y": "yes", "N": "no"}, rows={})
    remember(source, names_of(source.question), known)
    return [item], ()


def _five_points(source: Source) -> ItemsAndRead:
    scale = {"least": 1, "most": 5, "least_label": "", "most_label": ""}
    item = item_for(source, source.question.code, source.question.texts, type="scale", scale=scale)
    remember(source, names_of(source.question), Known(id=item["id"], type="scale", options={}, rows={}))
    return [item], ("slider_rating",)


def _ranking(source: Source) -> ItemsAndRead:
    question = source.question
    entries = question.answers or question.rows
    if not LEAST_RANKED <= len(entries) <= MOST_RANKED:
        raise LeftOut(f"it has {len(entries)} answers; a ranking has {LEAST_RANKED} to {MOST_RANKED}")
    item = item_for(source, question.code, question.texts, type="ranking")
    item["rows"], _ = entries_of(source, entries, f"{item['id']}.rows")
    item["shuffle"] = is_random(question)
    return [item], ("random_order", "answer_order")


def _words(source: Source) -> ItemsAndRead:
    if not any(text.strip() for text in source.question.texts.values()):
        raise LeftOut("it has no words")
    return [item_for(source, source.question.code, source.question.texts, type="section")], ()


MAKERS: Mapping[str, Callable[[Source], ItemsAndRead]] = {
    **dict.fromkeys("L!OWZG", _single), **dict.fromkeys("MP", _several), "Y": _yes_no, "5": _five_points,
    "N": number_item, "K": number_items, "D": date_item, **dict.fromkeys("ABCEFH", array_items), "R": _ranking,
    "X": _words,
}  # fmt: skip


def _note_attributes(question: Question, read: Sequence[str], reading: Reading) -> None:
    if question.mandatory.strip().upper() == "S":
        reading.note(question.place, "mandatory: S", "an answer is needed or may be skipped; this one may be skipped")
    for name in question.attributes:
        value = question.attribute(name)
        if name not in ("hidden", *read) and value.lower() not in UNSET:
            reading.note(question.place, f"{name}: {value}", USUAL.get(name, "DataHub has nothing like it"))
