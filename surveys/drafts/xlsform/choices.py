"""The sheet choices of an XLSForm: lists of answers, which questions name."""

from collections.abc import Mapping, Sequence
from typing import Any

from surveys.drafts.importing.reading import LeftOut, Reading, id_of
from surveys.drafts.xlsform.sheets import Row
from surveys.questions.limits import LABEL, MOST_OPTIONS

READ = ("list_name", "name", "label", "order")
OTHER, OTHER_LABEL = "other", "Other"
Lists = Mapping[str, Sequence[Row]]


def lists_of(rows: Sequence[Row], reading: Reading) -> dict[str, list[Row]]:
    lists: dict[str, list[Row]] = {}
    for row in rows:
        name = row.get("list_name")
        if not name or not row.get("name"):
            reading.note(row.place, row.get("label") or name, "it has no list name or no name of its own")
            continue
        lists.setdefault(name, []).append(row)
    return lists


def options_of(
    name: str, lists: Lists, to: str, reading: Reading, *, has_other: bool = False
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Returns the answers of a list as {"id", "label"}, and the id of each value. `to` is where translations of the
    labels stand."""
    if name not in lists:
        raise LeftOut(f"its list {name!r} is not in the sheet choices")
    if len(lists[name]) > MOST_OPTIONS:
        raise LeftOut(f"it has {len(lists[name])} answers; at most {MOST_OPTIONS} are allowed")
    options: list[dict[str, Any]] = []
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for row in lists[name]:
        reading.parts.setdefault(row.place, to.partition(".")[0])
        value = row.get("name")
        if value in ids:
            reading.note(row.place, value, "stands there twice")
            continue
        id = id_of(value, "o", taken)
        taken.add(id)
        ids[value] = id
        label = reading.text(
            row.texts.get("label") or value, f"{row.place}.label", most=LABEL, to=f"{to}.{id}", one_line=True
        )
        options.append({"id": id, "label": label or value[:LABEL]})
    if has_other and OTHER not in ids:
        id = id_of(OTHER, "o", taken)
        ids[OTHER] = id
        options.append({"id": id, "label": OTHER_LABEL})
    return options, ids


def note_columns(lists: Lists, used: set[str], reading: Reading) -> None:
    """Notes what a list says beside names and labels, and each list that no question names."""
    for name, rows in lists.items():
        if name not in used:
            reading.note(rows[0].place, name, "no question that was taken names this list")
            continue
        columns = {column: row.place for row in reversed(rows) for column in row.cells if column not in READ}
        for column, place in columns.items():
            why = "a picture or a sound of an answer is not shown" if column.startswith("media") else _WHY
            reading.note(place, column, why)
        if any("hint" in row.texts for row in rows):
            reading.note(rows[0].place, "hint", "an answer has a label and nothing beside it")


_WHY = "answers are the same for everybody, so this column of the list is not read"
