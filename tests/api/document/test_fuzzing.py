"""Schemathesis's fuzzing sends bodies and parameters as the document allows, and as it does not."""

from collections.abc import Iterable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.api.document.asking import Senders, answer_to
from tests.api.document.judging import faults

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
EXAMPLES = 10  # Each operation gets so many examples; they are derandomised, so a failure repeats.
UNLIMITED = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def faults_of(operations: Iterable[Any], senders: Senders, *, examples: int = EXAMPLES) -> set[str]:
    failures: set[str] = set()
    for operation in operations:
        modes = [operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode]
        cast = st.sampled_from([senders.of(operation.label), senders.program])

        @settings(UNLIMITED, max_examples=examples)
        @given(st.one_of(modes), cast)
        def ask(case: Any, sender: Any) -> None:
            failures.update(faults(case, answer_to(case, sender)))

        ask()
    return failures


def test_whatever_is_sent_the_answer_is_as_the_document_says(document_operations: list[Any], senders: Senders) -> None:
    failures = faults_of(document_operations, senders)
    assert not failures, "\n\n".join(sorted(failures))
