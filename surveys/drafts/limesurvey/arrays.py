"""Arrays of LimeSurvey become matrices or, where they are larger than one, a question for each row."""

from collections.abc import Sequence

from surveys.drafts.importing.items import Item, check_count
from surveys.drafts.importing.reading import Known, LeftOut
from surveys.drafts.limesurvey.contents import Entry
from surveys.drafts.limesurvey.source import (
    FIXED,
    ItemsAndRead,
    Source,
    entries_of,
    fixed_answers,
    heading_of,
    is_random,
    item_for,
    names_of,
    remember,
)
from surveys.questions.limits import (
    MOST_COLUMNS,
    MOST_OPTIONS,
    MOST_ROWS,
)


def array_items(source: Source) -> ItemsAndRead:
    """Imports an array as a matrix or, where it is larger than one, as a question for each of its rows."""
    question = source.question
    answers = (
        fixed_answers(source) if question.type in FIXED else [each for each in question.answers if each.scale == "0"]
    )
    if not question.rows:
        raise LeftOut("it has no subquestions")
    for row in question.rows:
        if row.relevance.strip() not in ("", "1"):
            source.reading.note(
                question.place, f"{row.code}: {row.relevance}", "a row of a matrix has no condition of its own"
            )
    read = ("random_order", "answer_order")
    if len(question.rows) > MOST_ROWS or len(answers) > MOST_COLUMNS:
        return _rows_as_questions(source, answers), read
    item = item_for(source, question.code, question.texts, type="matrix")
    item["rows"], row_ids = entries_of(source, question.rows, f"{item['id']}.rows")
    item["options"], ids = entries_of(source, answers, f"{item['id']}.options")
    check_count(item["options"], MOST_COLUMNS)
    for code, row_id in row_ids.items():
        known = Known(id=f"{item['id']}.{row_id}", type="matrix", options=ids, rows={})
        remember(source, names_of(question, code), known)
    if is_random(question):
        source.reading.note(question.place, "random_order", "the rows of a matrix stand in the order of the file")
    return [item], read


def _rows_as_questions(source: Source, answers: Sequence[Entry]) -> list[Item]:
    question = source.question
    rule = f"a matrix has at most {MOST_ROWS} rows and {MOST_COLUMNS} columns, so each row is a question"
    source.reading.note(question.place, f"{len(question.rows)} rows, {len(answers)} columns", rule)
    items = heading_of(source)
    for row in question.rows:
        item = item_for(source, f"{question.code}_{row.code}", row.texts, type="single_choice", shuffle=False)
        item["options"], ids = entries_of(source, answers, f"{item['id']}.options")
        check_count(item["options"], MOST_OPTIONS)
        known = Known(id=item["id"], type="single_choice", options=ids, rows={})
        remember(source, names_of(question, row.code), known)
        items.append(item)
    return items
