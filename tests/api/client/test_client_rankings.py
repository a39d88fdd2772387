"""The Python client sends an order as the ranks of its options, and a slider as the number that its track has."""

from collections.abc import Mapping
from typing import Any

import pytest

from datahub_client import questionnaire as ask
from datahub_client.answering import record_of
from datahub_client.errors import BadAnswer
from mechanisms.common.entropy import SeededEntropy
from surveys.publishing.build import build
from surveys.tests.factories import draft

DRINKS = ask.ranking("drinks", "Which do you like best?", {"tea": "Tea", "milk": "Milk", "cola": "Cola"}, shuffle=True)
WARM = ask.slider("warm", "How warm?", 10, 30, step=5, edges=[18, 22], may_skip=True)
EFFORT = ask.slider("effort", "How much?", 0, 100, step=10)
ORDER = {"drinks": ["cola", "tea", "milk"]}
SENDING: tuple[dict[str, Any], ...] = (
    {"levels": [{"epsilon": "0.5"}]},
    {
        "levels": [{"epsilon": "2"}],
        "send": {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []},
    },
)


def defined(**parts: Any) -> dict[str, Any]:
    questions = [DRINKS, WARM, EFFORT]
    return build(draft(questions=questions, **parts), survey="s", number=1, bundle="b", simulated=False)


def record(definition: Mapping[str, Any], answers: Mapping[str, object], seed: int) -> bytes:
    return record_of(definition, {"effort": 50, **answers}, 0, SeededEntropy(seed))


@pytest.mark.parametrize("sending", SENDING)
def test_an_order_is_sent_as_the_ranks_of_its_options(sending: dict[str, Any]) -> None:
    definition = defined(**sending)
    ranks = {"drinks.cola": 1, "drinks.tea": 2, "drinks.milk": 3}
    others = {"drinks.cola": 3, "drinks.tea": 1, "drinks.milk": 2}
    by_order = [record(definition, ORDER, seed) for seed in range(40)]
    assert by_order == [record(definition, ranks, seed) for seed in range(40)]
    assert by_order != [record(definition, others, seed) for seed in range(40)]
    assert by_order != [record(definition, {}, seed) for seed in range(40)]  # A skipped ranking gives other records.


@pytest.mark.parametrize(
    "answers",
    [
        {"drinks": ["tea", "milk"]},
        {"drinks": ["tea", "tea", "milk"]},
        {"drinks.cola": 1, "drinks.tea": 1, "drinks.milk": 3},
        {"drinks.cola": 1},
        {**ORDER, "warm": 21},
        {**ORDER, "effort": 55},
        {**ORDER, "effort": 110},
    ],
)
def test_what_the_page_would_not_let_stand_is_refused(answers: dict[str, object]) -> None:
    with pytest.raises(BadAnswer):
        record(defined(**SENDING[0]), answers, 1)
