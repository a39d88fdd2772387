"""Rows made of published estimates: what they say, how they are marked, and when they are not given."""

import csv
import io
import json
import zipfile
from collections import Counter
from typing import Any

import pytest

from datahub.accounts.models import Person
from surveys.errors import BadQuery, NothingToLearnFrom, RowsTellTooLittle, TooFewToLearnFrom
from surveys.models import CrossTab, Estimate, Version
from surveys.results.synthetic_rows.rules import MOST_ROWS, card_of, made_of, rows_of
from surveys.running.close import close
from surveys.tests.client import Visitor
from surveys.tests.factories import COLOURS, a_report, a_version, question, send, work

YES_NO = [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}]


def question_results(id: str, yes: float, error: float = 0.001, kind: str = "one") -> dict[str, Any]:
    answers = [
        {**answer, "share": share, "standard_error": error}
        for answer, share in zip(YES_NO, (yes, 1 - yes), strict=True)
    ]
    return {"id": id, "text": f"Text of {id}", "row_label": "", "kind": kind, "estimates": {"answers": answers}}


def crossed(
    rows: str, columns: str, cells: list[list[float]], error: float = 0.001, reports: int = 500
) -> dict[str, Any]:
    table_cells = [[{"share": share, "standard_error": error} for share in row] for row in cells]
    sides = {side: {"id": id, "kind": "one"} for side, id in (("rows", rows), ("columns", columns))}
    return {**sides, "cells": table_cells, "reports": reports}


SHOWN = {
    "questions": [question_results("q1", 0.5), question_results("q2", 0.6), question_results("q3", 0.5)],
    "reports": 4000,
}
TABLES = [crossed("q1", "q2", [[0.4, 0.1], [0.2, 0.3]]), crossed("q3", "q2", [[0.45, 0.05], [0.15, 0.35]])]


def shares(rows: list[list[str]], *places: int) -> dict[tuple[str, ...], float]:
    counts = Counter(tuple(row[place] for place in places) for row in rows)
    return {answers: count / len(rows) for answers, count in counts.items()}


def test_rows_have_the_tables_they_are_made_of_and_what_these_imply() -> None:
    rows = rows_of(made_of(SHOWN, TABLES, 200), 20_000)
    assert shares(rows, 0, 1)["Yes", "Yes"] == pytest.approx(0.4, abs=0.02)
    assert shares(rows, 1, 2)["Yes", "Yes"] == pytest.approx(0.45, abs=0.02)
    assert shares(rows, 2, 1)["No", "Yes"] == pytest.approx(0.15, abs=0.02)
    implied = 0.4 * 0.75 + 0.1 * 0.125  # The share that q1 and q3 have together, if both depend on q2 only.
    assert shares(rows, 0, 2)["Yes", "Yes"] == pytest.approx(implied, abs=0.02)


def test_the_same_again_is_the_same_and_other_estimates_give_other_rows() -> None:
    rows = rows_of(made_of(SHOWN, TABLES, 200), 500)
    assert rows_of(made_of(SHOWN, TABLES, 200), 500) == rows
    other = [crossed("q1", "q2", [[0.4, 0.1], [0.2, 0.3]]), crossed("q3", "q2", [[0.45, 0.05], [0.149, 0.351]])]
    assert rows_of(made_of(SHOWN, other, 200), 500) != rows


def test_what_is_said_names_the_pairs_that_were_crossed_and_those_that_show_more_than_noise() -> None:
    unsure = [TABLES[0], crossed("q3", "q2", [[0.31, 0.19], [0.29, 0.21]], error=0.2)]
    declaration = made_of(SHOWN, unsure, 200).to_json()
    assert declaration["crossed"] == [["q1", "q2"], ["q3", "q2"]]
    assert declaration["found"] == [["q1", "q2"]]
    assert declaration["spends"] == "0"


def test_rows_are_refused_where_they_tell_hardly_more_than_independent_columns() -> None:
    source = made_of(SHOWN, [crossed("q1", "q2", [[0.4, 0.1], [0.2, 0.3]], error=0.2)], 200)
    assert not source.to_json()["offered"]
    with pytest.raises(RowsTellTooLittle, match="too unsure"):
        rows_of(source, 10)


def test_a_question_with_several_answers_is_no_column() -> None:
    of_set = SHOWN | {"questions": [*SHOWN["questions"], question_results("q4", 0.2, kind="set")]}  # type: ignore[misc]
    with_set = [*TABLES, crossed("q1", "q4", [[0.1, 0.1], [0.4, 0.4]])]
    declaration = made_of(of_set, with_set, 200).to_json()
    assert [question["id"] for question in declaration["questions"]] == ["q1", "q2", "q3"]
    assert ["q1", "q4"] not in declaration["crossed"]


def test_nothing_is_made_of_nothing_and_of_tables_of_few() -> None:
    with pytest.raises(NothingToLearnFrom):
        made_of(SHOWN, [], 200)
    with pytest.raises(TooFewToLearnFrom, match="501 reports or more; the largest has 500"):
        made_of(SHOWN, TABLES, 501)


@pytest.mark.parametrize("rows", [0, MOST_ROWS + 1])
def test_too_few_and_too_many_rows_are_refused(rows: int) -> None:
    with pytest.raises(BadQuery):
        rows_of(made_of(SHOWN, TABLES, 200), rows)


def test_the_card_says_that_nobody_gave_these_and_what_they_are_not_for() -> None:
    about = {"survey": "s", "version": {"hash": "h"}, "guarantee": {"epsilon": "4"}, "simulated": False}
    card = card_of(made_of(SHOWN, TABLES, 200), about, 10)
    assert "No row is a person" in card["what"]
    assert card["not_for"].startswith("Intervals")
    assert (card["rows"], card["guarantee"], card["version"]) == (10, {"epsilon": "4"}, "h")


pytestmark = pytest.mark.django_db(transaction=True)


def gathered(ana: Person, count: int) -> Version:
    questions = [question(may_skip=False), question("q2", options=COLOURS[:3], may_skip=False)]
    version = a_version(ana, questions=questions, pairs=[["q1", "q2"]])
    for number in range(count):
        assert send(a_report(version, level=number % 2, key=number.to_bytes(16, "big"))).status == 202
    close(actor=None, rule="test", survey_id=version.survey_id, number=1)
    work()
    return version


def as_if_sure(version: Version) -> None:
    """Returns the estimates of a very large survey without noise, for tests of what follows from estimates."""
    estimate, table = Estimate.objects.get(version=version), CrossTab.objects.get(version=version)
    for result in estimate.result["questions"]:
        for answer in result["estimates"]["answers"]:
            answer |= {"share": 1 / len(result["estimates"]["answers"]), "standard_error": 0.002}
    cells = (table.result or {})["cells"]
    high, wide = len(cells), len(cells[0])
    for row, of_row in enumerate(cells):
        for column, cell in enumerate(of_row):
            overlap = min((row + 1) / high, (column + 1) / wide) - max(row / high, column / wide)
            cell |= {"share": max(0.0, overlap), "standard_error": 0.002}
    estimate.save()
    table.save()


def test_the_rows_of_a_survey_come_marked_with_a_card_and_are_the_same_again(ana: Person) -> None:
    version = gathered(ana, 200)
    as_if_sure(version)
    path = f"surveys/{version.survey_id}/results/synthetic-rows/"
    worth = Visitor(ana).get(path)
    assert worth.status_code == 200
    assert worth.json()["offered"]
    answer = Visitor(ana).get(f"{path}file/", rows="300")
    assert answer.status_code == 200
    assert Visitor(ana).get(f"{path}file/", rows="300").content == answer.content
    with zipfile.ZipFile(io.BytesIO(answer.content)) as whole:
        card = json.loads(whole.read("card.json"))
        rows = list(csv.DictReader(io.StringIO(whole.read("synthetic-rows.csv").decode("utf-8-sig"))))
    assert len(rows) == card["rows"] == 300
    assert {row["synthetic"] for row in rows} == {"yes"}
    assert list(rows[0]) == ["synthetic", "q1", "q2"]
    assert card["version"] == version.hash
    assert card["expected_error"] <= card["independent_error"] / 2


def test_the_api_refuses_rows_of_noise_of_few_and_of_nothing(ana: Person) -> None:
    version = gathered(ana, 200)
    path = f"surveys/{version.survey_id}/results/synthetic-rows/"
    assert not Visitor(ana).get(path).json()["offered"]
    refused = Visitor(ana).get(f"{path}file/")
    assert (refused.status_code, refused.json()["code"]) == (409, "rows_tell_too_little")
    for rows in ("no", "0", "-1", "100001"):
        assert Visitor(ana).get(f"{path}file/", rows=rows).status_code == 400
    none = Visitor(ana).get(f"surveys/{gathered(ana, 19).survey_id}/results/synthetic-rows/")
    assert (none.status_code, none.json()["code"]) == (404, "no_results")
