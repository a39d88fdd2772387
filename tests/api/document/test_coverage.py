"""Schemathesis's coverage tests boundaries, one fault in each place, other methods and types, of every operation."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import schemathesis

from tests.api.document.asking import Senders, answer_to
from tests.api.document.judging import faults

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MOST_CASES = 50  # Nested bodies of an operation have up to 900 cases, similar in each branch.


def cases_of(operation: Any) -> list[Any]:
    config = operation.schema.config.generation_for(operation=operation, phase="coverage")
    modes = list(schemathesis.GenerationMode)
    cases = operation.schema.iter_coverage_cases(operation, generation_modes=modes, generation_config=config)
    return spread(list(cases))


def spread(cases: list[Any]) -> list[Any]:
    """The sample has as many cases as are asked for, spread evenly."""
    step = max(1.0, len(cases) / MOST_CASES)
    return [cases[int(place * step)] for place in range(int(len(cases) / step))]


def faults_of(operations: Iterable[Any], senders: Senders) -> Iterator[str]:
    for operation in operations:
        sender = senders.of(operation.label)
        for case in cases_of(operation):
            yield from faults(case, answer_to(case, sender))


def test_every_boundary_of_the_document_is_one_of_the_product(document_operations: list[Any], senders: Senders) -> None:
    failures = list(faults_of(document_operations, senders))
    assert not failures, "\n\n".join(failures)
