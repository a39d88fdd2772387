"""Publishing writes down a definition for everybody to check."""

import json
from copy import deepcopy
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms import catalogue
from mechanisms.common.canonical import digest
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import read
from surveys.publishing.inbox_row import pad, unpad
from surveys.results.level_groups import groups
from surveys.tests.factories import COLOURS, draft, question

SURVEY = "6a2f41a3-c54c-fce8-32d2-0324e1c32e22"


def defined(*, simulated: bool = False, **parts: Any) -> dict[str, Any]:
    return build(draft(**parts), survey=SURVEY, number=1, bundle="b" * 64, simulated=simulated)


def test_a_definition_holds_exactly_what_the_page_reads() -> None:
    assert defined() == {
        "format": "datahub-survey-version/2",
        "survey": SURVEY,
        "number": 1,
        "language": "en",
        "languages": [],
        "translations": {},
        "title": "Health at work",
        "description": "",
        "questions": [question(), question("q2", options=COLOURS, may_skip=False)],
        "blocks": [
            {"id": "b1", "questions": ["q1"], "fields": [{"id": "b1", "kind": "one", "of": ["q1"], "answers": 3}]},
            {"id": "b2", "questions": ["q2"], "fields": [{"id": "b2", "kind": "one", "of": ["q2"], "answers": 4}]},
        ],
        "levels": [_level(0, "0.5", "1"), _level(1, "1", "2")],
        "cap": "8",
        "opens_at": None,
        "closes_at": None,
        "cap_reports": None,
        "ingest": {"batch_least": 50, "batch_most": 1000, "shown_from": 20, "row_bytes": 3},
        "token_key": None,
        "bundle": "b" * 64,
        "simulated": False,
    }


def _level(id: int, epsilon: str, eps_report: str) -> dict[str, Any]:
    blocks = []
    for block, answers in (("b1", 3), ("b2", 4)):
        oracle = catalogue.choose(answers, epsilon).mechanism
        field = {
            "field": block,
            "mechanism": oracle.slug,
            "version": oracle.version,
            "epsilon": epsilon,
            "bytes": 1,
            "words": oracle.words,
            "spec": oracle.client_spec(),
        }
        blocks.append({"block": block, "epsilon": epsilon, "fields": [field]})
    return {"id": id, "eps_report": eps_report, "record_bytes": 2, "blocks": blocks}


def test_only_a_simulated_survey_may_have_batches_of_one() -> None:
    assert defined(simulated=True)["ingest"]["batch_least"] == 1


def test_reads_back_what_was_built_and_hashes_it() -> None:
    value = defined()
    definition = read(text_of(value))
    assert definition.hash == digest(value)
    assert [level.eps_report for level in definition.levels] == [Decimal(1), Decimal(2)]
    assert [[(part.start, part.stop) for part in level.parts] for level in definition.levels] == [[(0, 1), (1, 2)]] * 2
    assert [answer.id for answer in definition.questions[0].answers] == ["yes", "no", "prefer_not_to_say"]
    assert [answer.id for answer in definition.questions[1].answers] == ["red", "green", "blue", "black"]


@pytest.mark.parametrize(("name", "value"), [("version", 99), ("spec", {"shape": "choice"}), ("epsilon", "0.6")])
def test_refuses_to_serve_a_definition_that_the_catalogue_does_not_mean(name: str, value: object) -> None:
    changed = deepcopy(defined())
    changed["levels"][0]["blocks"][0]["fields"][0][name] = value
    with pytest.raises(ValueError, match="no longer means"):
        read(json.dumps(changed))


@given(st.integers(0, 2), st.binary(min_size=0, max_size=5))
def test_a_padded_row_has_one_length_and_opens_again(level: int, record: bytes) -> None:
    lengths = [len(record)] * 3
    row = pad(level, record, 9)
    assert len(row) == 9
    assert unpad(row, lengths) == (level, record)


@pytest.mark.parametrize(
    ("reports", "expected"),
    [
        ([20, 20, 20], [[0], [1], [2]]),
        ([19, 20, 20], [[0, 1], [2]]),
        ([20, 19, 20], [[0], [1, 2]]),
        ([20, 20, 19], [[0], [1, 2]]),
        ([20, 0, 0], [[0, 1, 2]]),
        ([0, 0, 20], [[0, 1, 2]]),
        ([10, 5, 5], [[0, 1, 2]]),
        ([10, 5, 4], []),
        ([20, 0, 20], [[0], [1, 2]]),
    ],
)
def test_a_level_chosen_by_few_is_shown_with_its_neighbour(reports: list[int], expected: list[list[int]]) -> None:
    assert groups(reports, 20) == expected


@given(st.lists(st.integers(0, 60), min_size=1, max_size=3))
def test_every_level_is_shown_once_and_never_below_twenty(reports: list[int]) -> None:
    shown = groups(reports, 20)
    if sum(reports) >= 20:
        assert [level for group in shown for level in group] == list(range(len(reports)))
    assert all(sum(reports[level] for level in group) >= 20 for group in shown)
