"""These tests cover a model from cross-tabs: what it says, what it is made of, and when it is refused."""

import json
import re
import runpy
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from datahub.accounts.models import Person
from mechanisms.ldp.models.crossed_naive_bayes import MOST_COMBINATIONS
from surveys.errors import BadQuery, NothingToLearnFrom, TooFewToLearnFrom
from surveys.models import Version
from surveys.results.model import selectors
from surveys.results.model.rules import model
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_report, a_version, question, send, work

PAGE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "use-a-model.md"
YES_NO = [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]


def question_results(id: str, shares: list[float]) -> dict[str, Any]:
    """Returns a question of the results; no noise to speak of."""
    answers = [
        {**answer, "share": share, "standard_error": 1e-9, "consistent_share": share}
        | {"intervals": {"95": [share - 0.05, share + 0.05]}}
        for answer, share in zip(YES_NO, shares, strict=True)
    ]
    return {"id": id, "text": f"Text of {id}", "row_label": "", "estimates": {"answers": answers}}


def crossed(rows: str, columns: str, cells: list[list[float]], **more: Any) -> dict[str, Any]:
    sides = {
        side: {"id": id, "text": f"Text of {id}", "kind": "one", "answers": deepcopy(YES_NO)}
        for side, id in (("rows", rows), ("columns", columns))
    }
    table_cells = [[{"share": share, "standard_error": 1e-9} for share in row] for row in cells]
    return {**sides, "cells": table_cells, "planned": False, "reports": 500, "guarantee": {"epsilon": "2"}} | more


SHOWN = {
    "questions": [
        question_results("q1", [0.5, 0.5]),
        question_results("q2", [0.6, 0.4]),
        question_results("q3", [0.5, 0.5]),
    ],
    "guarantee": {"epsilon": "4"},
    "reports": 500,
}
TABLES = [
    crossed("q1", "q2", [[0.4, 0.1], [0.2, 0.3]]),
    crossed("q2", "q3", [[0.45, 0.15], [0.05, 0.35]], planned=True),
]


def test_the_model_is_the_one_by_hand() -> None:
    answer = model(SHOWN, TABLES, "", 200)
    assert answer["foretold"]["id"] == "q2"  # Only q2 is in both tables.
    assert answer["foretold"]["chances"] == pytest.approx([0.6, 0.4])
    of_q3, of_q1 = answer["questions"]  # The planned pair comes first.
    assert (of_q3["id"], of_q3["planned"], of_q1["id"], of_q1["planned"]) == ("q3", True, "q1", False)
    np.testing.assert_allclose(of_q3["chances"], [[0.75, 0.25], [0.125, 0.875]], atol=1e-6)
    np.testing.assert_allclose(of_q1["chances"], [[2 / 3, 1 / 3], [0.25, 0.75]], atol=1e-6)  # This table is transposed.
    assert of_q1["alone"]["share"] == pytest.approx(0.4 + 0.3, abs=1e-6)
    assert of_q3["alone"]["share"] == pytest.approx(0.45 + 0.35, abs=1e-6)
    # The hits are, by the answers to q3 and q1: yes yes 0.6 * 0.75 * 2/3 = 0.3; yes no 0.15; no yes 0.1; no no 0.4 *
    # 0.875 * 0.75 = 0.2625.
    assert answer["accuracy"]["share"] == pytest.approx(0.3 + 0.15 + 0.1 + 0.2625, abs=1e-6)
    assert answer["gain"]["share"] == pytest.approx(0.8125 - 0.6, abs=1e-6)
    assert answer["usual"] == {"answer": "yes", "share": 0.6, "low": pytest.approx(0.55), "high": pytest.approx(0.65)}
    assert (answer["could_be"], answer["left_out"], answer["reports"]) == (["q1", "q2", "q3"], [], 500)
    assert (answer["beats_from"], answer["lines"]) == (50, [])
    assert (answer["spends"], answer["guarantee"], of_q1["guarantee"]) == ("0", {"epsilon": "4"}, {"epsilon": "2"})


def test_the_scorer_of_the_page_reads_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.json").write_text(json.dumps(model(SHOWN, TABLES, "", 200)), encoding="utf-8")
    [block] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    (tmp_path / "score.py").write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    chances = runpy.run_path("score.py")["chances"]
    assert chances({}) == pytest.approx({"yes": 0.6, "no": 0.4})
    assert chances({"q3": "yes"}) == pytest.approx({"yes": 0.9, "no": 0.1}, abs=1e-6)
    both = {"yes": 0.6 * 0.25 * 2 / 3, "no": 0.4 * 0.875 * 0.25}
    assert chances({"q3": "no", "q1": "yes"})["yes"] == pytest.approx(both["yes"] / sum(both.values()), abs=1e-6)


def test_limits_are_wider_where_the_two_questions_were_perturbed_apart() -> None:
    cells = [[0.4, 0.1], [0.2, 0.3]]
    widths = []
    for planned in (True, False):
        table = crossed("q1", "q2", cells, planned=planned)
        table["cells"] = [[{**cell, "standard_error": 0.03} for cell in row] for row in table["cells"]]
        right = model(SHOWN, [table], "q2", 200)["accuracy"]
        widths.append(right["high"] - right["low"])
    # In a planned table one number moves all four cells; with separate questions the width grows by the root of 3.
    assert widths[1] > 1.5 * widths[0]


def test_any_question_that_was_crossed_can_be_foretold() -> None:
    answer = model(SHOWN, TABLES, "q1", 200)
    assert [question["id"] for question in answer["questions"]] == ["q2"]
    np.testing.assert_allclose(answer["questions"][0]["chances"], [[0.8, 0.2], [0.4, 0.6]], atol=1e-6)


def test_a_model_is_made_once_of_the_same_numbers_and_a_few_are_kept_by_digests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    questions: list[str] = []

    def noted(shown: Any, tables: Any, question: str, least: int) -> dict[str, Any]:
        questions.append(question)
        return model(shown, tables, question, least)

    monkeypatch.setattr(selectors, "model", noted)
    monkeypatch.setattr(selectors, "_MODELS", {})
    monkeypatch.setattr(selectors, "MOST_MODELS", 2)
    for id in ("q1", "q2", "q1"):
        assert selectors._model(SHOWN, TABLES, id, 200) == model(SHOWN, TABLES, id, 200)
    assert questions == ["q1", "q2"]
    one_more = deepcopy(TABLES)
    one_more[0]["reports"] += 1
    assert selectors._model(SHOWN, one_more, "q1", 200)["reports"] == 501
    # The model of q1 was used again, so the model of q2 was dropped when there were too many.
    selectors._model(SHOWN, TABLES, "q1", 200)
    assert questions == ["q1", "q2", "q1"]
    assert [len("".join(map(str, key))) for key in selectors._MODELS] == [64 + 2 + 3] * 2


def test_a_question_whose_answers_would_make_too_many_combinations_is_named_and_left_out() -> None:
    many = MOST_COMBINATIONS // 2 + 1  # Each of these answers is combined with the two predicted ones.
    colours = [{"id": f"c{place}", "label": f"{place}"} for place in range(many)]
    long = crossed("q2", "q4", [[0.6 / many] * many, [0.4 / many] * many])
    long["columns"]["answers"] = colours
    answer = model(SHOWN, [*TABLES, long], "q2", 200)
    assert answer["left_out"] == ["q4"]
    assert [question["id"] for question in answer["questions"]] == ["q3", "q1"]


def test_answers_foretold_count_among_the_combinations_so_that_no_request_takes_long() -> None:
    """The class has 200 answers; eleven questions of two answers make 2 048 combinations, each of which is used 200
    times."""
    answers = [{"id": f"a{place}", "label": f"{place}"} for place in range(200)]
    foretold = question_results("q0", [0.5, 0.5])
    template = foretold["estimates"]["answers"][0] | {"share": 1 / 200, "consistent_share": 1 / 200}
    foretold["estimates"]["answers"] = [{**template, **answer} for answer in answers]
    tables = [crossed("q0", f"q{place}", [[1 / 400] * 2] * 200) for place in range(1, 12)]
    for table in tables:
        table["rows"]["answers"] = answers
    naive_bayes = model({"questions": [foretold], "guarantee": {}, "reports": 500}, tables, "q0", 200)
    # 200 surveys times 2^8 combinations fit; a ninth question would be too many.
    assert len(naive_bayes["questions"]) == 8
    assert naive_bayes["left_out"] == ["q9", "q10", "q11"]


def test_refuses_where_there_is_nothing_to_learn_from() -> None:
    of_set = crossed("q1", "q3", [[0.4, 0.1], [0.2, 0.3]])
    of_set["columns"]["kind"] = "set"
    for tables in ([], [of_set]):
        with pytest.raises(NothingToLearnFrom):
            model(SHOWN, tables, "", 200)
    with pytest.raises(NothingToLearnFrom):
        model(SHOWN, TABLES[:1], "q3", 200)
    with pytest.raises(BadQuery):
        model(SHOWN, TABLES, "q9", 200)
    with pytest.raises(TooFewToLearnFrom, match="501 reports or more; one has 500"):
        model(SHOWN, TABLES, "q2", 501)


pytestmark = pytest.mark.django_db(transaction=True)


def gathered(ana: Person, count: int) -> Version:
    version = a_version(
        ana,
        questions=[
            question(may_skip=False),
            question("q2", options=COLOURS[:3], may_skip=False),
            question("q3", may_skip=False),
        ],
        pairs=[["q1", "q2"]],
    )
    for number in range(count):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(16, "big"))).status == 202
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    return version


def test_the_model_of_a_survey_is_made_of_its_planned_pair_and_of_what_was_crossed_since(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = f"surveys/{gathered(ana, 200).survey_id}/results/"
    of_pair = Visitor(ana).get(f"{results}model/").json()
    assert (of_pair["foretold"]["id"], [question["id"] for question in of_pair["questions"]]) == ("q1", ["q2"])
    Visitor(ana).post(f"{results}crosstabs/", {"rows": "q2", "columns": "q3"})
    assert Visitor(ana).get(f"{results}model/").json() == of_pair  # The job of the new table has not run yet.
    work()
    answer = Visitor(ana).get(f"{results}model/").json()
    assert (answer["foretold"]["id"], [question["planned"] for question in answer["questions"]]) == (
        "q2",
        [True, False],
    )
    assert (answer["reports"], answer["spends"]) == (200, "0")
    assert answer["accuracy"]["low"] <= answer["accuracy"]["share"] <= answer["accuracy"]["high"]
    shown = Visitor(ana).get(results).json()
    assert answer["guarantee"] == shown["guarantee"]
    assert Visitor(ana).get(f"{results}model/", question="q3").json()["could_be"] == ["q1", "q2", "q3"]
    monkeypatch.setattr("surveys.results.model.selectors.model", None)  # A cached model is not made again.
    assert Visitor(ana).get(f"{results}model/").json() == answer


def test_the_api_refuses_a_model_of_few_and_of_an_unknown_question(ana: Person) -> None:
    path = f"surveys/{gathered(ana, 60).survey_id}/results/model/"
    few = Visitor(ana).get(path)
    assert (few.status_code, few.json()["code"]) == (409, "too_few_to_learn_from")
    assert (Visitor(ana).get(path, question="q9").status_code, Visitor(ana).get(path, question="q3").status_code) == (
        400,
        409,
    )
    none = Visitor(ana).get(f"surveys/{gathered(ana, 19).survey_id}/results/model/")
    assert (none.status_code, none.json()["code"]) == (404, "no_results")
