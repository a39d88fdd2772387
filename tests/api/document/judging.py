"""These checks say what an answer has to be, by the document and by the case that it answers."""

from collections.abc import Iterator
from typing import Any

from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.document.meanings import is_of_meaning

DESCRIBED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# This operation answers 200 and reports the acceptance of each item in the body.
ITEMS_JUDGED_ALONE = {"POST /api/v1/reports/bulk/"}


def faults(case: Any, answer: Any, *, sent_by: str = "") -> Iterator[str]:
    """Yields an answer that is not described, what the document allows and the product does not, and the reverse."""
    label = case.operation.label
    checks = DESCRIBED if label in ITEMS_JUDGED_ALONE else [*DESCRIBED, negative_data_rejection]
    try:
        case.validate_response(answer, checks=checks)
    except (Failure, FailureGroup) as failure:
        yield f"{label}{sent_by}: {failure}"
    if answer.status_code == 401:
        yield f"{label}{sent_by}: the sender is not known, so that nothing is tried out"
    if answer.status_code == 400 and case.meta.generation.mode.is_positive:
        yield from (
            f"{label}: {text}, though the document allows {case.body!r:.300} {case.query!r:.200}"
            for text in refusals_in(answer.json())
            if not is_of_meaning(label, text)
        )


def refusals_in(problem: dict[str, Any]) -> list[str]:
    fields = [f"{path}: {text}" for path, texts in problem["fields"].items() for text in texts]
    return fields or [problem["detail"]]
