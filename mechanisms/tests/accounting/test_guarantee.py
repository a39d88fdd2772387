"""These tests cover the guarantee of a number, and the cost of a report."""

import json
from decimal import Decimal

import pytest

from mechanisms.accounting.event import decimal_text, total_epsilon
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.catalogue import mechanism


def test_guarantee_is_serialised_whole() -> None:
    guarantee = Guarantee(
        mechanism="randomized-response", version=1, epsilon="0.5", neighbours="any two answers", n=100, error=0.05
    )
    assert json.loads(json.dumps(guarantee.to_json())) == {
        "mechanism": "randomized-response",
        "version": 1,
        "epsilon": "0.5",
        "delta": "0",
        "unit": "report",
        "neighbours": "any two answers",
        "n": 100,
        "error": 0.05,
    }


def test_event_charges_what_was_asked_and_tells_what_is_spent() -> None:
    event = mechanism("optimized-unary-encoding", answers=14, epsilon="0.50").event()
    assert (event.mechanism, event.version, decimal_text(event.epsilon)) == ("optimized-unary-encoding", 1, "0.5")
    assert event.epsilon * Decimal("0.99") <= event.spent <= event.epsilon


def test_a_report_costs_the_exact_sum_over_its_blocks() -> None:
    events = [mechanism("randomized-response", answers=2, epsilon=text).event() for text in ("0.1", "0.2", "0.3")]
    assert decimal_text(total_epsilon(events)) == "0.6"
    assert total_epsilon([]) == 0


@pytest.mark.parametrize(("number", "text"), [("8", "8"), ("10", "10"), ("0.50", "0.5"), ("2.00", "2"), ("1E+1", "10")])
def test_decimals_are_written_plainly(number: str, text: str) -> None:
    assert decimal_text(Decimal(number)) == text
