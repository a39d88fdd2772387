"""This module is about a question that is answered with a point of a scale; its ends and any point between may have a
label."""

from collections.abc import Iterator, Mapping
from typing import Any

from surveys.questions import schemas
from surveys.questions.checks import Faults, entries, is_object, line, whole, written
from surveys.questions.limits import FURTHEST_POINT, LABEL, MOST_POINTS
from surveys.questions.question_type import (
    MAY_SKIP,
    Answer,
    Item,
    ItemField,
    ItemText,
    Measure,
    QuestionType,
    one_field,
)
from surveys.questions.schemas import Schema

_POINT = schemas.whole_number(-FURTHEST_POINT, FURTHEST_POINT)
_LABEL = schemas.line(LABEL)


def points_of(item: Item) -> range:
    return range(item["scale"]["least"], item["scale"]["most"] + 1)


def _check(scale: Any, where: str, faults: Faults) -> None:
    # A scale without `labels` labels its ends only.
    labels = ("labels",) if isinstance(scale, Mapping) and "labels" in scale else ()
    if is_object(scale, where, ("least", "most", "least_label", "most_label", *labels), faults):
        for name in ("least", "most"):
            whole(scale.get(name), f"{where}.{name}", -FURTHEST_POINT, FURTHEST_POINT, faults)
        for name in ("least_label", "most_label"):
            line(scale.get(name), f"{where}.{name}", LABEL, faults)
        if labels:
            entries(scale["labels"], f"{where}.labels", MOST_POINTS, _check_label, faults)


def _check_label(label: Any, where: str, faults: Faults) -> None:
    if is_object(label, where, ("point", "label"), faults):
        whole(label.get("point"), f"{where}.point", -FURTHEST_POINT, FURTHEST_POINT, faults)
        line(label.get("label"), f"{where}.label", LABEL, faults)


def _schema() -> Schema:
    scale = schemas.object_of(least=_POINT, most=_POINT, least_label=_LABEL, most_label=_LABEL)
    labels = schemas.list_of(schemas.object_of(point=_POINT, label=_LABEL), MOST_POINTS)
    return scale | {"properties": scale["properties"] | {"labels": labels}}  # The field `labels` is optional.


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    points = len(points_of(item))
    if not 2 <= points <= MOST_POINTS:
        faults[f"{where}.scale"] = f"has {points} points; it needs 2 to {MOST_POINTS}"
    between = points_of(item)[1:-1]
    for number, label in enumerate(_labels(item["scale"])):
        place = f"{where}.scale.labels.{number}"
        written(label["label"], f"{place}.label", LABEL, faults)
        if label["point"] not in between:
            faults[f"{place}.point"] = "is no point between the ends, which have labels of their own"
        elif label["point"] in [other["point"] for other in _labels(item["scale"])[:number]]:
            faults[f"{place}.point"] = f"{label['point']} has a label already"


def _texts(item: Item) -> Iterator[ItemText]:
    for end in ("least", "most"):
        yield ItemText(f"scale.{end}", f"scale.{end}_label", item["scale"][f"{end}_label"], LABEL)
    for number, label in enumerate(_labels(item["scale"])):
        yield ItemText(f"scale.{point_id(label['point'])}", f"scale.labels.{number}.label", label["label"], LABEL)


def _answers(item: Item) -> list[Answer]:
    return [Answer(id=point_id(value), label=_label(item["scale"], value)) for value in points_of(item)]


def point_id(value: int) -> str:
    """Returns the id of a point or of a rank; both are answers, as options are."""
    return f"n{-value}" if value < 0 else f"p{value}"


def point_text(id: str) -> str:
    """Returns the number that a point's id stands for, as conditions write it."""
    return id[1:] if id.startswith("p") else f"-{id[1:]}"


def _label(scale: Item, value: int) -> str:
    labels = {label["point"]: label["label"] for label in _labels(scale)}
    labels |= {scale["least"]: scale["least_label"], scale["most"]: scale["most_label"]}
    return f"{value} ({labels[value]})" if labels.get(value) else str(value)


def _labels(scale: Item) -> list[Item]:
    """Returns the labels of points between the ends; a scale of an earlier version says nothing of them."""
    labels: list[Item] = scale.get("labels", [])
    return labels


SCALE = QuestionType(
    slug="scale",
    fields={
        "scale": ItemField(check=_check, schema=_schema()),
        "may_skip": MAY_SKIP,
    },
    check_complete=_check_complete,
    texts=_texts,
    answers=_answers,
    report_fields=one_field,
    measure=Measure.POINT,
    is_pairable=True,
    scores=points_of,
)
