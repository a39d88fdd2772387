"""Options and rows, with their labels."""

from collections.abc import Iterator, Sequence
from typing import Any

from surveys.questions import schemas
from surveys.questions.checks import ID, ID_RULE, Check, Faults, distinct, entries, is_object, line, pattern, written
from surveys.questions.limits import LABEL, RESERVED
from surveys.questions.question_type import Answer, Item, ItemField, ItemText, ReportField
from surveys.questions.schemas import Schema


def options_field(most: int, check: Check | None = None, **further: Schema) -> ItemField:
    """Returns a list of at most so many; `check` and `further` are of options that say more than their id and label."""
    return ItemField(
        check=lambda value, where, faults: entries(value, where, most, check or check_option, faults),
        schema=schemas.list_of(schemas.object_of(**schemas.LABELLED, **further), most),
    )


def check_option(option: Any, where: str, faults: Faults) -> None:
    if is_object(option, where, ("id", "label"), faults):
        check_label(option, where, faults)


def check_label(option: Item, where: str, faults: Faults) -> None:
    pattern(option.get("id"), f"{where}.id", ID, ID_RULE, faults)
    line(option.get("label"), f"{where}.label", LABEL, faults)


def check_options_complete(item: Item, where: str, faults: Faults) -> None:
    check_labelled(item["options"], f"{where}.options", 2, "option", faults)


def check_labelled(options: Sequence[Item], where: str, least: int, name: str, faults: Faults) -> None:
    if len(options) < least:
        faults.setdefault(where, f"needs at least {least} {name}{'s' if least > 1 else ''}")
    distinct([option["id"] for option in options], where, "id", faults)
    distinct([option["label"].strip() for option in options], where, "label", faults)
    for number, option in enumerate(options):
        if option["id"] in RESERVED:
            faults[f"{where}.{number}.id"] = "is taken by an answer that the survey adds by itself"
        written(option["label"], f"{where}.{number}.label", LABEL, faults)


def option_answers(item: Item) -> list[Answer]:
    return [Answer(id=option["id"], label=option["label"]) for option in item["options"]]


def option_texts(item: Item, name: str = "options") -> Iterator[ItemText]:
    for number, option in enumerate(item[name]):
        yield ItemText(f"{name}.{option['id']}", f"{name}.{number}.label", option["label"], LABEL)


def rows_of(item: Item) -> Sequence[Item]:
    rows: Sequence[Item] = item["rows"]
    return rows


# QuestionType fixes this signature.
def row_fields(id: str, item: Item, domain: int, _: bool) -> list[ReportField]:  # noqa: FBT001
    """Returns a field of the report for each row, within one block."""
    rows = [f"{item['id']}.{row['id']}" for row in item["rows"]]
    ids = [id] if len(rows) == 1 else [f"{id}.{place}" for place in range(1, len(rows) + 1)]
    return [{"id": id, "kind": "one", "of": [row], "answers": domain} for id, row in zip(ids, rows, strict=True)]
