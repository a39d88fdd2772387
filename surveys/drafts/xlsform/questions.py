"""One row of the sheet survey becomes an item, or a note that says why not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from surveys.drafts.importing.items import (
    BINS,
    Item,
    check_count,
    date_between,
    is_track,
    number_between,
    whole_number_between,
)
from surveys.drafts.importing.kept import FIELD, with_kept
from surveys.drafts.importing.reading import Known, LeftOut, Reading
from surveys.drafts.xlsform.choices import OTHER, Lists, options_of
from surveys.drafts.xlsform.conditions import Constraint, constraint_of
from surveys.drafts.xlsform.faults import note_blanks_of_answers, note_faults_of_question
from surveys.drafts.xlsform.sheets import Row
from surveys.drafts.xlsform.typed_rows import TypedRow
from surveys.drafts.xlsform.usual import WHY_NOT, why_column
from surveys.questions.limits import (
    FURTHEST_POINT,
    HELP,
    LABEL,
    LEAST_RANKED,
    MOST_CHOICES,
    MOST_OPTIONS,
    MOST_POINTS,
    MOST_RANKED,
    TEXT,
)

COMMON = ("type", "name", "label", "hint", "required", "relevant", FIELD, "disabled")
TRUE, FALSE = ("yes", "true", "true()", "1"), ("", "no", "false", "false()", "0")
NO_BINS = "it has no least and most value, so it has no bins yet; set their edges before you publish"
LISTS = ("minimal", "autocomplete", "search")  # These appearances show answers as a list to open.


@dataclass
class Form:
    lists: Lists
    reading: Reading
    used: set[str] = field(default_factory=set)  # The lists that questions name.


ImportedItem = tuple[Item, dict[str, str], tuple[str, ...]]  # The fields, the option ids, and the columns read.


def item_of(typed: TypedRow, show_if: str, form: Form) -> Item:
    row, reading = typed.row, form.reading
    make = MAKERS.get(typed.kind)
    if make is None:
        raise LeftOut(WHY_NOT.get(typed.kind, "DataHub knows no question of this type"))
    name = row.get("name")
    id = reading.new_id(name, "q")
    reading.places[id] = row.place
    fields, options, read = make(typed, id, form)
    note_faults_of_question(row, reading)
    shape: Item = {"id": id, "text": "", "help": "", "show_if": ""} | fields
    if shape["type"] not in ("section", "consent"):
        shape["may_skip"] = not _is_required(row, reading)
    fields = with_kept(shape, row.get(FIELD), row.place, reading)
    type = str(fields["type"])
    text = reading.text(row.texts.get("label") or name, f"{row.place}.label", most=TEXT, to=f"{id}.text")
    help = reading.text(row.texts.get("hint"), f"{row.place}.hint", most=HELP, to=f"{id}.help")
    if type not in ("section", "consent"):
        _remember(name, Known(id=id, type=type, options=options, rows=_rows(fields)), row, reading)
    leftovers(row, (*COMMON, *read), reading)
    return fields | {"text": text, "help": help, "show_if": show_if}


def leftovers(row: Row, read: tuple[str, ...], reading: Reading) -> None:
    for column, value in row.cells.items():
        if column not in read:
            what = f"{column}: {value}"
            reading.note(f"{row.place}.{column}", what, why_column(column))


def _remember(name: str, known: Known, row: Row, reading: Reading) -> None:
    if name in reading.questions:
        reading.note(row.place, name, "an earlier question has this name; conditions and texts mean that one")
        return
    reading.questions[name] = known


def _rows(fields: Item) -> dict[str, str]:
    return {row["id"]: row["id"] for row in fields.get("rows", [])}


def _is_required(row: Row, reading: Reading) -> bool:
    required = row.get("required").lower()
    if required not in (*TRUE, *FALSE):
        reading.note(
            f"{row.place}.required", row.get("required"), "an answer is needed always or never, by no condition"
        )
    return required in TRUE


def _single(typed: TypedRow, id: str, form: Form) -> ImportedItem:
    row, reading = typed.row, form.reading
    options, ids = _options(typed, id, form)
    check_count(options, MOST_OPTIONS)
    appearance = row.get("appearance").split()
    points = _points(ids) if "likert" in appearance else []
    if points:
        return _scale(typed, id, points, form), {}, ("appearance",)
    if [option["id"] for option in options] == ["yes", "no"] and not appearance:
        return {"type": "yes_no", "options": options}, ids, ()
    listed = any(word.split("(")[0] in LISTS for word in appearance)
    _note_other_looks(row, LISTS, reading)
    fields = {"type": "dropdown" if listed else "single_choice", "options": options}
    return fields | {"shuffle": _shuffled(row, reading)}, ids, ("appearance", "parameters")


def _scale(typed: TypedRow, id: str, points: list[int], form: Form) -> Item:
    """Returns a scale: answers whose names are whole numbers that follow each other, shown side by side."""
    reading, rows = form.reading, form.lists[typed.list]
    least, most = points[0], points[-1]
    scale: Item = {"least": least, "most": most, "least_label": "", "most_label": ""}
    labels = []
    for point, row in zip(points, rows, strict=True):
        end = {least: "least", most: "most"}.get(point, "")
        to = f"{id}.scale.{end or (f'p{point}' if point >= 0 else f'n{-point}')}"
        label = reading.text(row.texts.get("label"), f"{row.place}.label", most=LABEL, to=to, one_line=True)
        label = "" if label == str(point) else label
        if end:
            scale[f"{end}_label"] = label
        elif label:
            labels.append({"point": point, "label": label})
    return {"type": "scale", "scale": scale | ({"labels": labels} if labels else {})}


def _points(ids: Mapping[str, str]) -> list[int]:
    """Returns the points of a scale, if the values of a list are such."""
    if not 2 <= len(ids) <= MOST_POINTS or any(len(value) > 4 for value in ids):
        return []
    try:
        points = [int(value) for value in ids]
    except ValueError:
        return []
    follow = points == list(range(points[0], points[0] + len(points)))
    return points if follow and max(map(abs, points)) <= FURTHEST_POINT else []


def _several(typed: TypedRow, id: str, form: Form) -> ImportedItem:
    row, reading = typed.row, form.reading
    options, ids = _options(typed, id, form)
    check_count(options, MOST_CHOICES)
    note_blanks_of_answers(row, ids, reading)
    constraint = constraint_of(row.get("constraint"), "whole")
    _note_left(row, constraint, reading, numbers=True)
    alone = {ids.get(value) for value in constraint.alone}
    for option in options:
        option["exclusive"] = option["id"] in alone
    most = constraint.most_choices
    limited = most if most is not None and 1 <= most < len(options) else None
    _note_other_looks(row, (), reading)
    fields = {"type": "multiple_choice", "options": options, "most_choices": limited}
    return fields | {"shuffle": _shuffled(row, reading)}, ids, ("constraint", "appearance", "parameters")


def _ranking(typed: TypedRow, id: str, form: Form) -> ImportedItem:
    rows, _ = options_of(typed.list, form.lists, f"{id}.rows", form.reading)
    form.used.add(typed.list)
    if not LEAST_RANKED <= len(rows) <= MOST_RANKED:
        raise LeftOut(f"it has {len(rows)} answers; a ranking has {LEAST_RANKED} to {MOST_RANKED}")
    return {"type": "ranking", "rows": rows, "shuffle": _shuffled(typed.row, form.reading)}, {}, ("parameters",)


def _options(typed: TypedRow, id: str, form: Form) -> tuple[list[dict[str, Any]], dict[str, str]]:
    options, ids = options_of(typed.list, form.lists, f"{id}.options", form.reading, has_other=typed.has_other)
    form.used.add(typed.list)
    if typed.has_other:
        form.reading.note(typed.row.place, OTHER, "is an answer like the others: no text is collected")
    return options, ids


def _number(typed: TypedRow, id: str, form: Form) -> ImportedItem:  # noqa: ARG001 - all makers share this signature
    row, reading = typed.row, form.reading
    constraint = constraint_of(row.get("constraint"), "whole" if typed.kind == "integer" else "number")
    _note_left(row, constraint, reading, numbers=False)
    if constraint.strict:
        reading.note(f"{row.place}.constraint", row.get("constraint"), "the bound itself is taken too")
    is_whole = typed.kind == "integer"
    return _numbers(row, constraint, reading, is_whole=is_whole), {}, ("constraint",)


def _numbers(row: Row, constraint: Constraint, reading: Reading, *, is_whole: bool) -> Item:
    if constraint.least is None or constraint.most is None:
        reading.note(row.place, row.get("type"), NO_BINS)
        bounds = {"least": constraint.least, "most": constraint.most}
        return {"type": "number", "number": {"edges": [], "unit": "", **bounds}}
    between = whole_number_between if is_whole else number_between
    item = between(constraint.least, constraint.most)
    why = f"the number is sent as one of {len(item['number']['edges']) + 1} equal bins; set edges that fit the question"
    reading.note(row.place, row.get("type"), why)
    return item


def _range(typed: TypedRow, id: str, form: Form) -> ImportedItem:  # noqa: ARG001 - all makers share this signature
    row, reading = typed.row, form.reading
    words = _parameters(row)
    fields = number_between(words.pop("start", "1"), words.pop("end", "10"))
    step = words.pop("step", "1")
    whole = int(step) if step.isascii() and step.isdigit() and len(step) < 10 else 0
    for name, value in words.items():
        reading.note(f"{row.place}.parameters", f"{name}={value}", "DataHub has nothing like it")
    why = f"the number is sent as one of {BINS} equal bins; set edges that fit the question"
    reading.note(row.place, row.get("type"), why)
    if is_track(fields["number"], whole):
        fields |= {"type": "slider", "slider": {"step": whole, "least_label": "", "most_label": ""}}
    elif step != "1":
        reading.note(f"{row.place}.parameters", f"step={step}", "a slider has whole steps; this is a typed number")
    return fields, {}, ("parameters",)


def _date(typed: TypedRow, id: str, form: Form) -> ImportedItem:  # noqa: ARG001 - all makers share this signature
    row, reading = typed.row, form.reading
    constraint = constraint_of(row.get("constraint"), "day")
    _note_left(row, constraint, reading, numbers=False)
    if constraint.strict:
        reading.note(f"{row.place}.constraint", row.get("constraint"), "the bound itself is taken too")
    if constraint.least is None or constraint.most is None:
        reading.note(row.place, "date", NO_BINS)
        return (
            {"type": "date", "date": {"edges": [], "least": constraint.least, "most": constraint.most}},
            {},
            ("constraint",),
        )
    reading.note(row.place, "date", "dates are sent as one of two bins; set edges that fit the question")
    return date_between(constraint.least, constraint.most), {}, ("constraint",)


def _note(typed: TypedRow, id: str, form: Form) -> ImportedItem:  # noqa: ARG001 - all makers share this signature
    if not typed.row.texts.get("label"):
        raise LeftOut("it has no words")
    return {"type": "section"}, {}, ()


def _consent(typed: TypedRow, id: str, form: Form) -> ImportedItem:  # noqa: ARG001 - all makers share this signature
    """Imports what has to be acknowledged as a consent: a tick without which nothing is sent."""
    return {"type": "consent", "label": "OK"}, {}, ()


MAKERS: Mapping[str, Callable[[TypedRow, str, Form], ImportedItem]] = {
    "select_one": _single, "select_multiple": _several, "rank": _ranking, "integer": _number, "decimal": _number,
    "range": _range, "date": _date, "note": _note, "acknowledge": _consent, "trigger": _consent,
}  # fmt: skip


def _note_left(row: Row, constraint: Constraint, reading: Reading, *, numbers: bool) -> None:
    left = list(constraint.left)
    if numbers:
        left += [bound for bound in (constraint.least, constraint.most) if bound is not None]
    elif constraint.most_choices is not None or constraint.alone:
        left.append(row.get("constraint"))
    for part in left:
        reading.note(f"{row.place}.constraint", part, "this check of an answer does not exist here")


def _note_other_looks(row: Row, known: tuple[str, ...], reading: Reading) -> None:
    others = " ".join(word for word in row.get("appearance").split() if word.split("(")[0] not in known)
    if others:
        reading.note(f"{row.place}.appearance", others, why_column("appearance"))


def _shuffled(row: Row, reading: Reading) -> bool:
    words = _parameters(row)
    random = words.pop("randomize", "false").lower() in TRUE
    for name, value in words.items():
        reading.note(f"{row.place}.parameters", f"{name}={value}", "DataHub has nothing like it")
    return random


def _parameters(row: Row) -> dict[str, str]:
    parameters: dict[str, str] = {}
    for word in row.get("parameters").replace(";", " ").replace(",", " ").split():
        name, _, value = word.partition("=")
        parameters[name.lower()] = value
    return parameters
