"""This module is about items with rows, each of which is answered apart and has a report of its own."""

from collections.abc import Sequence

from surveys.questions.question_type import Item, ReportField


def rows_of(item: Item) -> Sequence[Item]:
    rows: Sequence[Item] = item["rows"]
    return rows


def row_fields(id: str, item: Item, domain: int, _: bool) -> list[ReportField]:  # noqa: FBT001 - see QuestionType
    """Returns a field of the report for each row, within one block."""
    rows = [f"{item['id']}.{row['id']}" for row in item["rows"]]
    ids = [id] if len(rows) == 1 else [f"{id}.{place}" for place in range(1, len(rows) + 1)]
    return [{"id": id, "kind": "one", "of": [row], "answers": domain} for id, row in zip(ids, rows, strict=True)]
