"""One SurveyJS element becomes an item, or a note that says why not."""

from collections.abc import Callable, Mapping
from typing import Any

from mechanisms.accounting.event import decimal_text
from surveys.drafts.importing.items import (
    BINS,
    FREE_TEXT,
    check_count,
    date_between,
    decimal_of,
    is_track,
    number_between,
)
from surveys.drafts.importing.kept import FIELD, with_kept
from surveys.drafts.importing.reading import Json, Known, LeftOut, Reading
from surveys.drafts.surveyjs.bounds import bounds_of
from surveys.drafts.surveyjs.choices import READ, choices_of, entries
from surveys.drafts.surveyjs.rating import ends_of, points_of
from surveys.questions.checks import day
from surveys.questions.limits import (
    HELP,
    LABEL,
    LEAST_RANKED,
    MOST_CHOICES,
    MOST_COLUMNS,
    MOST_OPTIONS,
    MOST_POINTS,
    MOST_RANKED,
    MOST_ROWS,
    TEXT,
)
from surveys.questions.scale import point_id

COMMON = (
    FIELD,
    "type",
    "name",
    "title",
    "description",
    "isRequired",
    "visible",
    "visibleIf",
    "showRefuseItem",
    "refuseText",
)
WHY_NOT = {
    "comment": FREE_TEXT,
    "multipletext": "its fields are free text; ask for each number by itself, with a least and a most",
    "file": "a file cannot be perturbed",
    "signaturepad": "a signature names the person",
    "image": "pictures are not shown yet",
    "imagemap": "pictures are not shown yet",
    "matrixdropdown": "each cell would be a question of its own; ask with a matrix of one answer a row",
    "matrixdynamic": "how many rows somebody adds would tell the answer",
    "paneldynamic": "how many panels somebody adds would tell the answer",
    "expression": "nothing is computed from answers",
    "geopicker": "a place on a map names the person",
}

Item = dict[str, Any]


def item_of(element: Json, path: str, show_if: str, reading: Reading) -> Item:
    kind = str(element.get("type", ""))
    make = MAKERS.get(kind)
    if make is None:
        raise LeftOut(WHY_NOT.get(kind, "DataHub knows no element of this type"))
    name = str(element.get("name", ""))
    id = reading.new_id(name, "q")
    reading.places[id] = path
    further, options, rows, read = make(element, id, path, reading)
    shape: Item = {"id": id, "text": "", "help": "", "show_if": ""} | further
    if shape["type"] != "section":
        shape["may_skip"] = element.get("isRequired") is not True or element.get("showRefuseItem") is True
    further = with_kept(shape, element.get(FIELD), path, reading)
    type = str(further["type"])
    spoken = "title" if element.get("title") or type != "yes_no" else "label"  # A tick box may have only a label.
    text = reading.text(element.get(spoken) or name, f"{path}.{spoken}", most=TEXT, to=f"{id}.text")
    if type == "section":
        text = further["text"]
    help = reading.text(element.get("description"), f"{path}.description", most=HELP, to=f"{id}.help")
    reading.leftovers(element, (*COMMON, *read), path)
    if type not in ("section", "consent") and name:
        reading.questions[name] = Known(id=id, type=type, options=options, rows=rows)
    return further | {"text": text, "help": help, "show_if": show_if}


ImportedItem = tuple[
    Item, dict[str, str], dict[str, str], tuple[str, ...]
]  # The fields, the option ids, the row ids, and the properties that were read.


def _single(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:
    if element.get("type") == "imagepicker" and element.get("multiSelect") is True:
        return _several(element, id, path, reading)
    _refuse_unknown_choices(element)
    options, ids = choices_of(element, id, path, reading)
    check_count(options, MOST_OPTIONS)
    bare = [{"id": option["id"], "label": option["label"]} for option in options]
    type = "dropdown" if element.get("type") == "dropdown" else "single_choice"
    shuffle = _shuffled(element, path, reading)
    return {"type": type, "options": bare, "shuffle": shuffle}, ids, {}, (*READ, "multiSelect")


def _several(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:
    _refuse_unknown_choices(element)
    options, ids = choices_of(element, id, path, reading)
    check_count(options, MOST_CHOICES)
    most = element.get("maxSelectedChoices")
    limited = isinstance(most, int) and not isinstance(most, bool) and 1 <= most < len(options)
    fields = {"type": "multiple_choice", "options": options, "most_choices": most if limited else None}
    shuffle = _shuffled(element, path, reading)
    return fields | {"shuffle": shuffle}, ids, {}, (*READ, "multiSelect", "maxSelectedChoices")


def _boolean(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:
    labels = {"yes": element.get("labelTrue") or "Yes", "no": element.get("labelFalse") or "No"}
    names = {"yes": "labelTrue", "no": "labelFalse"}
    options = []
    for option, label in labels.items():
        at, to = f"{path}.{names[option]}", f"{id}.options.{option}"
        options.append({"id": option, "label": reading.text(label, at, most=LABEL, to=to, one_line=True)})
    values = {"true": "yes", "false": "no", "yes": "yes", "no": "no"}
    values |= {str(element[name]): id for name, id in (("valueTrue", "yes"), ("valueFalse", "no")) if name in element}
    return (
        {"type": "yes_no", "options": options},
        values,
        {},
        ("labelTrue", "labelFalse", "valueTrue", "valueFalse", *(() if element.get("title") else ("label",))),
    )


def _rating(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:
    if element.get("rateValues") and element.get("autoGenerate") is not True:
        points = points_of(element["rateValues"])
        if points:
            return _labelled_scale(element, points, id, path, reading)
        options, ids = entries(element["rateValues"], f"{path}.rateValues", f"{id}.options", reading)
        check_count(options, MOST_OPTIONS)
        return {"type": "single_choice", "options": options, "shuffle": False}, ids, {}, ("rateValues", *_ENDS, *_RATES)
    least, most = ends_of(element)
    if element.get("rateStep", 1) != 1 or not 2 <= most - least + 1 <= MOST_POINTS:
        raise LeftOut(f"a scale has whole points in steps of 1, 2 to {MOST_POINTS} of them")
    return {"type": "scale", "scale": _ends(element, least, most, id, path, reading)}, {}, {}, (*_ENDS, *_RATES)


def _ends(element: Json, least: int, most: int, id: str, path: str, reading: Reading) -> Item:
    scale: Item = {"least": least, "most": most}
    for end, names in (("least", _ENDS[:2]), ("most", _ENDS[2:])):
        label = next((element[name] for name in names if element.get(name)), "")
        to = f"{id}.scale.{end}"
        scale[f"{end}_label"] = reading.text(label, f"{path}.{names[0]}", most=LABEL, to=to, one_line=True)
    return scale


def _labelled_scale(element: Json, points: Mapping[int, object], id: str, path: str, reading: Reading) -> ImportedItem:
    least, most = min(points), max(points)
    scale = _ends(element, least, most, id, path, reading)
    labels = []
    for place, (point, text) in enumerate(points.items()):
        where = {least: "least", most: "most"}.get(point, point_id(point))
        at = f"{path}.rateValues[{place}].text"
        label = reading.text(text, at, most=LABEL, to=f"{id}.scale.{where}", one_line=True)
        if point in (least, most):
            scale[f"{where}_label"] = label or scale[f"{where}_label"]
        elif label:
            labels.append({"point": point, "label": label})
    more = {"labels": labels} if labels else {}
    return {"type": "scale", "scale": scale | more}, {}, {}, ("rateValues", *_ENDS, *_RATES)


# SurveyJS published one misspelled name.
_ENDS = ("minRateDescription", "mininumRateDescription", "maxRateDescription", "maximumRateDescription")
_RATES = ("rateMin", "rateMax", "rateStep", "rateCount", "autoGenerate")


# All makers share this signature.
def _input(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:  # noqa: ARG001
    kind, bounds = element.get("inputType", "text"), bounds_of(element)
    if kind == "text" and bounds.has_check:
        kind = "number"
    if kind not in ("number", "range", "date"):
        raise LeftOut(FREE_TEXT if kind in ("text", "search") else f"free text ({kind}) cannot be perturbed")
    if (bounds.least is None or bounds.most is None) and FIELD in element:
        return _without_bounds(element, str(kind)), {}, {}, ("inputType", *bounds.read)
    if bounds.least is None or bounds.most is None:
        raise LeftOut("it has no least and most value, so it has no bins; give it both, or answers to choose from")
    between = date_between if kind == "date" else number_between
    fields = between(bounds.least, bounds.most)
    bins = "dates are sent as one of two bins" if kind == "date" else f"the number is sent as one of {BINS} equal bins"
    reading.note(path, str(kind), f"{bins}; set edges that fit the question")
    return fields, {}, {}, ("inputType", *bounds.read)


def _without_bounds(element: Json, kind: str) -> Item:
    """Returns a number or a date without edges, which DataHub keeps beside a question that it wrote itself."""
    type = "date" if kind == "date" else "number"
    ends = {"least": element.get("min"), "most": element.get("max")}
    if type == "number":
        ends = {name: None if end is None else decimal_text(decimal_of(end)) for name, end in ends.items()}
    elif any(end is not None and day(end) is None for end in ends.values()):
        raise LeftOut("its least and most are not two days written 2026-12-01")
    return {"type": type, type: {"edges": [], **ends} | ({"unit": ""} if type == "number" else {})}


# All makers share this signature.
def _slider(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:  # noqa: ARG001
    if element.get("sliderType") == "range":
        raise LeftOut("two values of one slider would be two questions")
    reading.note(path, "slider", f"the number is sent as one of {BINS} equal bins; set edges that fit the question")
    fields = number_between(element.get("min", 0), element.get("max", 100))
    step = element.get("step", 1)
    if is_track(fields["number"], step):
        fields |= {"type": "slider", "slider": {"step": step, "least_label": "", "most_label": ""}}
    return fields, {}, {}, ("min", "max", "sliderType", *(("step",) if "slider" in fields else ()))


def _ranking(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:
    _refuse_unknown_choices(element)
    if element.get("selectToRankEnabled") is True:
        raise LeftOut(
            "what somebody leaves out of an order has no rank; ask for an order of all, or for a choice first"
        )
    rows, ids = entries(element.get("choices"), f"{path}.choices", f"{id}.rows", reading)
    if not LEAST_RANKED <= len(rows) <= MOST_RANKED:
        raise LeftOut(f"it has {len(rows)} choices; a ranking has {LEAST_RANKED} to {MOST_RANKED}")
    shuffle = _shuffled(element, path, reading)
    return {"type": "ranking", "rows": rows, "shuffle": shuffle}, {}, ids, (*READ, "selectToRankEnabled")


def _matrix(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:
    if element.get("cellType") == "checkbox":
        raise LeftOut("several answers in each row of a matrix have no mechanism here")
    options, ids = entries(element.get("columns"), f"{path}.columns", f"{id}.options", reading)
    rows, row_ids = entries(element.get("rows"), f"{path}.rows", f"{id}.rows", reading)
    check_count(options, MOST_COLUMNS)
    if not 1 <= len(rows) <= MOST_ROWS:
        raise LeftOut(f"it has {len(rows)} rows; a matrix has 1 to {MOST_ROWS}")
    return {"type": "matrix", "rows": rows, "options": options}, ids, row_ids, ("columns", "rows", *_ALL_ROWS)


_ALL_ROWS = ("isAllRowRequired", "eachRowRequired", "cellType")


def _html(element: Json, id: str, path: str, reading: Reading) -> ImportedItem:
    text = reading.text(element.get("html"), f"{path}.html", most=TEXT, to=f"{id}.text").strip()
    if not text:
        raise LeftOut("it has no words")
    return {"type": "section", "text": text}, {}, {}, ("html",)


MAKERS: Mapping[str, Callable[[Json, str, str, Reading], ImportedItem]] = {
    "radiogroup": _single, "buttongroup": _single, "dropdown": _single, "imagepicker": _single, "checkbox": _several,
    "tagbox": _several, "boolean": _boolean, "rating": _rating, "text": _input, "slider": _slider, "matrix": _matrix,
    "ranking": _ranking,
    "html": _html,
}  # fmt: skip


def _refuse_unknown_choices(element: Json) -> None:
    for name in ("choicesByUrl", "choicesFromQuestion"):
        if element.get(name):
            raise LeftOut("its answers are not in the file, and the domain of a question is fixed when it is published")


def _shuffled(element: Json, path: str, reading: Reading) -> bool:
    order = element.get("choicesOrder", "none")
    if order not in ("none", "random"):
        reading.note(f"{path}.choicesOrder", str(order), "answers stand in the order of the file, or in a random one")
    return bool(order == "random")
