"""The points of a SurveyJS rating, which several properties state, some of them over others."""

from collections.abc import Mapping

from surveys.drafts.importing.reading import Json, LeftOut
from surveys.questions.limits import FURTHEST_POINT, MOST_POINTS


def ends_of(element: Json) -> tuple[int, int]:
    """Returns the ends of a rating. The number of its points decides where one of its ends is not told."""
    count = element.get("rateCount")
    if count is None or ("rateMin" in element and "rateMax" in element):
        return _whole(element.get("rateMin", 1)), _whole(element.get("rateMax", 5))
    if "rateMax" in element:
        most = _whole(element["rateMax"])
        return most - _whole(count) + 1, most
    least = _whole(element.get("rateMin", 1))
    return least, least + _whole(count) - 1


def points_of(values: object) -> dict[int, object]:
    """Returns the labels of points that follow each other by 1, else nothing: those are options."""
    listed = values if isinstance(values, list) else []
    parts = [entry if isinstance(entry, Mapping) else {"value": entry} for entry in listed]
    points = [part.get("value") for part in parts]
    whole = [point for point in points if isinstance(point, int) and not isinstance(point, bool)]
    if len(whole) < len(points) or not 2 <= len(whole) <= MOST_POINTS or abs(whole[0]) > FURTHEST_POINT - MOST_POINTS:
        return {}
    if whole != list(range(whole[0], whole[0] + len(whole))):
        return {}
    return {point: part.get("text", "") for point, part in zip(whole, parts, strict=True)}


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > FURTHEST_POINT:
        raise LeftOut(f"its points are not whole numbers up to {FURTHEST_POINT}")
    return value
