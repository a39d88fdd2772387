"""A number question is answered with a number. The report holds its bin, or its position on a grid if a mean or a
distribution is estimated."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from surveys.questions import schemas
from surveys.questions.bins import bin_answers, bin_schemas, check_bins_complete, check_edges, check_ends
from surveys.questions.checks import DECIMAL, Faults, is_object, line, pattern
from surveys.questions.limits import UNIT
from surveys.questions.number_estimate import (
    FURTHEST_NUMBER,
    MOST_STEPS,
    WANTED,
    check_estimate,
    estimate_of,
    finish_estimate,
)
from surveys.questions.question_type import (
    MAY_SKIP,
    Answer,
    Item,
    ItemField,
    ItemText,
    Measure,
    QuestionType,
    ReportField,
    one_field,
)
from surveys.questions.schemas import Schema


def _check(number: Any, where: str, faults: Faults) -> None:
    # A number without `estimate` is sent as a bin.
    wanted = ("estimate",) if isinstance(number, Mapping) and "estimate" in number else ()
    if is_object(number, where, ("edges", "unit", "least", "most", *wanted), faults):
        check_edges(number, where, _decimal, faults)
        line(number.get("unit"), f"{where}.unit", UNIT, faults)
        check_ends(number, where, _decimal, faults)
        if wanted:
            check_estimate(number["estimate"], f"{where}.estimate", faults)


def _decimal(value: Any, where: str, faults: Faults) -> None:
    pattern(value, where, DECIMAL, "is decimal text such as -12.5, at most 12 digits before the point, 6 after", faults)


def _schema() -> Schema:
    bins = schemas.object_of(**bin_schemas(schemas.pattern(DECIMAL)), unit=schemas.line(UNIT))
    bound = schemas.whole_number(-FURTHEST_NUMBER, FURTHEST_NUMBER)
    steps = schemas.whole_number(1, max(MOST_STEPS.values()))
    wanted = schemas.object_of(of={"enum": list(WANTED)}, low=bound, high=bound, steps=steps)
    return bins | {"properties": bins["properties"] | {"estimate": wanted}}  # The field `estimate` is optional.


def _check_complete(item: Item, where: str, faults: Faults) -> None:
    if estimate_of(item) is None:
        check_bins_complete(item["number"], f"{where}.number", Decimal, faults)
    else:
        finish_estimate(item["number"], f"{where}.number", faults)


def _texts(item: Item) -> Iterator[ItemText]:
    yield ItemText("number.unit", "number.unit", item["number"]["unit"], UNIT)


def _answers(item: Item) -> list[Answer]:
    """Returns the bins of a number as answers; none where an estimate is wanted."""
    if estimate_of(item) is not None:
        return []
    unit = f" {item['number']['unit']}" if item["number"]["unit"] else ""
    edges = [f"{edge}{unit}" for edge in item["number"]["edges"]]
    return bin_answers(edges, "under {}", "{} to under {}", "{} and more")


# QuestionType fixes this signature.
def _report_fields(id: str, item: Item, domain: int, may_be_unasked: bool) -> list[ReportField]:  # noqa: FBT001
    wanted = estimate_of(item)
    if wanted is None:
        return one_field(id, item, domain, may_be_unasked)
    bounds = {name: wanted[name] for name in ("low", "high", "steps")}
    none = {"skippable": True} if item["may_skip"] or may_be_unasked else {}
    return [{"id": id, "kind": "number", "of": [item["id"]], "estimate": wanted["of"], **bounds, **none}]


NUMBER = QuestionType(
    slug="number",
    fields={"number": ItemField(check=_check, schema=_schema()), "may_skip": MAY_SKIP},
    check_complete=_check_complete,
    texts=_texts,
    answers=_answers,
    report_fields=_report_fields,
    measure=Measure.NUMBER,
    read=Decimal,
    is_typed=True,
)
