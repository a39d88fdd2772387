"""The Python client asks for means, answers as the page does, and reads what was estimated."""

from copy import deepcopy

import pytest

from datahub_client.answering import record_of
from datahub_client.errors import BadAnswer
from datahub_client.questionnaire import distribution, mean
from datahub_client.results import Results
from mechanisms.common.entropy import SeededEntropy
from surveys.rules.definition import build
from surveys.rules.estimate import results
from surveys.rules.vectors.samples import HOURS, YES_NO
from surveys.tests.house import draft
from surveys.tests.test_estimate_numbers import LEVELS, answered, defined


@pytest.mark.parametrize("level", [0, 1])
def test_the_python_client_draws_a_number_as_the_platform_does(level: int) -> None:
    """And as the page: numbers.test.ts of the frontend."""
    definition = defined()
    value = build(
        draft(questions=deepcopy([YES_NO, HOURS]), levels=LEVELS), survey="s", number=1, bundle="b", simulated=False
    )
    parts = definition.levels[level].parts
    entropy = SeededEntropy(7)
    yes, hours = parts[0].oracle, parts[1].number
    expected = yes.pack(yes.perturb(0, entropy)) + hours.pack(hours.perturb(60, entropy))
    for told in (60, 75, "60", 60.0, "1e999999999"):
        assert record_of(value, {"q1": True, "q5": told}, level, SeededEntropy(7)) == expected
    for wrong in ({"q1": True}, {"q1": True, "q5": 7.5}, {"q1": True, "q5": "many"}):
        with pytest.raises(BadAnswer):
            record_of(value, wrong, level, SeededEntropy(7))


def test_the_python_client_asks_for_means_and_reads_them() -> None:
    asked = mean("q5", "?", 0, 60, steps=30, unit="hours")
    assert asked == HOURS
    assert distribution("q6", "?", 0, 500)["number"]["estimate"]["steps"] == 100
    definition = defined(YES_NO, asked, distribution("q6", "?", 0, 500))
    shown = results(definition, answered(definition, 60, 40), distributions=False) | {"state": "shown"}
    hours, other = Results(shown).means()
    assert (hours["id"], hours["unit"], hours["n"], other["id"]) == ("q5", "hours", 100, "q6")
    assert hours["mean"] == shown["numbers"][0]["estimates"]["mean"]["value"]
    assert hours["low_95"] < hours["mean"] < hours["high_95"]
