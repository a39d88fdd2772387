"""A chain of calls asks for what one operation gives by the next, as schemathesis links them."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import use_after_free

from tests.api.document.asking import AS_IT_IS, Senders, undone
from tests.api.document.judging import DESCRIBED

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CHAINS, LONGEST = 40, 12
SHOWN_WHEN_ENDED = ("/api/v1/tokens/",)  # A token that was revoked stays in its owner's list, and says when it ended.
LEAST_REACHED = 30  # When this was written, chains reached 56 operations.


def walk(schema: Any, senders: Senders, *, chains: int = CHAINS) -> set[str]:
    """The walk follows chains, and gives the labels of the operations that were asked in them."""
    labels: set[str] = set()

    class Chain(schema.as_state_machine()):  # type: ignore[misc]  # schemathesis makes this class at run time
        def setup(self) -> None:
            self.kept = undone()
            self.kept.__enter__()

        def teardown(self) -> None:
            self.kept.__exit__(None, None, None)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            sender = senders.of(case.operation.label)
            return {"headers": sender.headers | AS_IT_IS, "cookies": sender.cookies}

        def validate_response(self, response: Any, case: Any, **kwargs: Any) -> None:
            labels.add(case.operation.label)
            is_gone = [] if case.operation.path.startswith(SHOWN_WHEN_ENDED) else [use_after_free]
            case.validate_response(response, checks=[*DESCRIBED, *is_gone], recorder=self.recorder)

    Chain.run(
        settings=settings(
            max_examples=chains,
            stateful_step_count=LONGEST,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )
    return labels


def test_every_answer_in_a_chain_of_calls_is_described(document_operations: list[Any], senders: Senders) -> None:
    assert len(walk(document_operations[0].schema, senders)) >= LEAST_REACHED
