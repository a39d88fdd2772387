"""This module is about a question that is answered with a point of a scale; its ends may have a label."""

from collections.abc import Iterator
from typing import Any

from surveys.questions import schemas
from surveys.questions.checks import Faults, is_object, line, whole
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

_POINT = schemas.whole_number(-FURTHEST_POINT, FURTHEST_POINT)
_LABEL = schemas.line(LABEL)


def points_of(item: Item) -> range:
    return range(item["scale"]["least"], item["scale"]["most"] + 1)


def _check(scale: Any, where: str, faults: Faults) -> None:
    if is_object(scale, where, ("least", "most", "least_label", "most_label"), faults):
        for name in ("least", "most"):
            whole(scale.get(name), f"{where}.{name}", -FURTHEST_POINT, FURTHEST_POINT, faults)
        for name in ("least_label", "most_label"):
            line(scale.get(name), f"{where}.{name}", LABEL, faults)


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    points = len(points_of(item))
    if not 2 <= points <= MOST_POINTS:
        faults[f"{where}.scale"] = f"has {points} points; it needs 2 to {MOST_POINTS}"


def _texts(item: Item) -> Iterator[ItemText]:
    for end in ("least", "most"):
        yield ItemText(f"scale.{end}", f"scale.{end}_label", item["scale"][f"{end}_label"], LABEL)


def _answers(item: Item) -> list[Answer]:
    return [Answer(id=_id(value), label=_label(item["scale"], value)) for value in points_of(item)]


def _id(value: int) -> str:
    return f"n{-value}" if value < 0 else f"p{value}"


def _label(scale: Item, value: int) -> str:
    end = {scale["least"]: scale["least_label"], scale["most"]: scale["most_label"]}.get(value, "")
    return f"{value} ({end})" if end else str(value)


SCALE = QuestionType(
    slug="scale",
    fields={
        "scale": ItemField(
            check=_check,
            schema=schemas.object_of(least=_POINT, most=_POINT, least_label=_LABEL, most_label=_LABEL),
        ),
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
