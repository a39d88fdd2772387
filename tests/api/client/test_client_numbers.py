"""The Python client asks for means, answers as the page does, and reads what was estimated."""

from copy import deepcopy

import pytest

from datahub_client.answering import record_of
from datahub_client.domain import NOT_ASKED, SKIPPED
from datahub_client.errors import BadAnswer
from datahub_client.questionnaire import distribution, mean
from datahub_client.results import Results
from mechanisms.common.entropy import SeededEntropy, Tape
from surveys.publishing.build import build
from surveys.results.estimate import results
from surveys.tests.factories import draft
from surveys.tests.results.test_estimate_numbers import LEVELS, answered, defined
from surveys.vectors.samples import HOURS, HOURS_OR_NONE, YES_NO


@pytest.mark.parametrize("level", [0, 1])
def test_the_python_client_draws_a_number_as_the_platform_does(level: int) -> None:
    """The page draws it alike, too: numbers.test.ts of the frontend."""
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


OTHER = {
    **HOURS,
    "id": "q6",
    "number": HOURS["number"] | {"unit": "", "estimate": {"of": "distribution", "low": -10, "high": 11, "steps": 10}},
}


@pytest.mark.parametrize(
    ("level", "told", "record"),
    [
        (0, 37, "020108"),
        (0, 60, "020008"),
        (0, None, "020008"),
        (1, 37, "000007"),
        (1, 60, "000107"),
        (1, None, "000207"),
    ],
)
def test_the_python_client_draws_a_number_or_none_as_the_page_does(level: int, told: int | None, record: str) -> None:
    """skipped.test.ts of the frontend has the same words and records; there the key takes the first four words."""
    questions = deepcopy([YES_NO, HOURS_OR_NONE, OTHER])
    value = build(draft(questions=questions, levels=LEVELS), survey="s", number=1, bundle="b", simulated=False)
    words = [place * 2654435761 % 2**32 for place in range(14, 60)]
    ways: list[dict[str, object]] = [{"q5": told}] if told is not None else [{}, {"q5": None}, {"q5": SKIPPED}]
    for way in ways:
        assert record_of(value, {"q1": True, "q6": 4, **way}, level, Tape(words)).hex() == record


def test_the_python_client_says_that_it_was_not_asked_only_where_that_may_be() -> None:
    for may_be, item in ((True, HOURS_OR_NONE | {"show_if": "q1 = 'yes'"}), (False, HOURS)):
        value = build(draft(questions=deepcopy([YES_NO, item]), levels=LEVELS), survey="s", number=1, bundle="b",
                      simulated=False)  # fmt: skip
        for told in (NOT_ASKED, SKIPPED):
            if may_be:
                assert len(record_of(value, {"q1": False, "q5": told}, 0, SeededEntropy(7))) == 2
            else:
                with pytest.raises(BadAnswer):
                    record_of(value, {"q1": False, "q5": told}, 0, SeededEntropy(7))


def test_the_python_client_asks_for_means_and_reads_them() -> None:
    item = mean("q5", "?", 0, 60, steps=30, unit="hours")
    assert item == HOURS
    assert distribution("q6", "?", 0, 500)["number"]["estimate"]["steps"] == 100
    definition = defined(YES_NO, item, distribution("q6", "?", 0, 500))
    shown = results(definition, answered(definition, 60, 40), distributions=False) | {"state": "shown"}
    hours, other = Results(shown).means()
    assert (hours["id"], hours["unit"], hours["n"], other["id"]) == ("q5", "hours", 100, "q6")
    assert hours["mean"] == shown["numbers"][0]["estimates"]["mean"]["value"]
    assert hours["low_95"] < hours["mean"] < hours["high_95"]
