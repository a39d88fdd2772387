"""A group of an XLSForm whose questions have one list of answers and are shown as a table becomes a matrix."""

from collections.abc import Sequence

from surveys.drafts.importing.items import Item, check_count
from surveys.drafts.importing.kept import FIELD, with_kept
from surveys.drafts.importing.reading import Known, LeftOut, id_of
from surveys.drafts.xlsform.choices import options_of
from surveys.drafts.xlsform.questions import COMMON, TRUE, Form, leftovers
from surveys.drafts.xlsform.sheets import Row
from surveys.drafts.xlsform.typed_rows import typed_row_of
from surveys.questions.limits import HELP, LABEL, MOST_COLUMNS, MOST_ROWS, TEXT

AS_TABLE, HEADER, ONLY_BUTTONS = "table-list", "label", "list-nolabel"


def is_grid(group: Row, rows: Sequence[Row]) -> bool:
    """Returns whether each row of a group asks for one answer of the same list, in a table."""
    typed = [typed_row_of(row) for row in rows]
    looks = [row.get("appearance") for row in rows]
    is_table = AS_TABLE in group.get("appearance").split() or (HEADER in looks and ONLY_BUTTONS in looks)
    if not is_table or not typed:
        return False
    same = all(each.kind == "select_one" and each.list == typed[0].list and not each.has_other for each in typed)
    return same and not any(row.get("relevant") for row in rows)


def grid_of(group: Row, rows: Sequence[Row], show_if: str, form: Form) -> Item:
    reading = form.reading
    rows = [row for row in rows if row.get("appearance") != HEADER]
    if not 1 <= len(rows) <= MOST_ROWS:
        raise LeftOut(f"it has {len(rows)} rows; a matrix has 1 to {MOST_ROWS}")
    id = reading.new_id(group.get("name"), "q")
    reading.places[id] = group.place
    list_name = typed_row_of(rows[0]).list
    options, ids = options_of(list_name, form.lists, f"{id}.options", reading)
    form.used.add(list_name)
    check_count(options, MOST_COLUMNS)
    items, taken = [], set[str]()
    for row in rows:
        name = row.get("name")
        row_id = id_of(_row_name(name, group.get("name")), "r", taken)
        taken.add(row_id)
        reading.parts[row.place] = id
        at = f"{row.place}.label"
        label = reading.text(row.texts.get("label") or name, at, most=LABEL, to=f"{id}.rows.{row_id}", one_line=True)
        items.append({"id": row_id, "label": label or row_id})
        reading.questions.setdefault(name, Known(id=f"{id}.{row_id}", type="matrix", options=ids, rows={}))
        leftovers(row, (*COMMON, "appearance"), reading)
        if "hint" in row.texts:
            reading.note(f"{row.place}.hint", name, "a row of a matrix has a label and nothing beside it")
    text = reading.text(
        group.texts.get("label") or group.get("name"), f"{group.place}.label", most=TEXT, to=f"{id}.text"
    )
    help = reading.text(group.texts.get("hint"), f"{group.place}.hint", most=HELP, to=f"{id}.help")
    required = [row.get("required").lower() in TRUE for row in rows]
    if any(required) and not all(required):
        reading.note(group.place, "required", "some of its rows may be skipped, so all of them may")
    leftovers(group, (*COMMON, "appearance"), reading)
    item = {
        "id": id, "type": "matrix", "text": text, "help": help, "show_if": show_if, "rows": items, "options": options,
        "may_skip": not all(required),
    }  # fmt: skip
    return with_kept(item, group.get(FIELD), group.place, reading)


def _row_name(name: str, group: str) -> str:
    """Returns the name of a row without that of its group, which an export puts before it."""
    return name.removeprefix(f"{group}_") or name
