"""The catalogue of mechanisms is public, with what each costs and reveals at any epsilon."""

import pytest
from django.test import Client

from mechanisms.catalogue import OFFERED
from mechanisms.central.offered import CENTRAL
from mechanisms.ldp.one_answer.subset_selection import SubsetSelection


def test_the_catalogue_is_public_and_whole(db: None) -> None:
    answer = Client().get("/api/v1/mechanisms/")
    assert answer.status_code == 200
    assert [row["slug"] for row in answer.json()] == [offered.slug for offered in OFFERED]
    assert all(row["guarantee"] and row["source"] and row["parameters"] for row in answer.json())
    assert all((row["figures"] is None) != (row["refused"] == "") for row in answer.json())


def test_what_is_for_a_curator_is_not_offered_among_what_perturbs_answers(db: None) -> None:
    offered = {row["slug"] for row in Client().get("/api/v1/mechanisms/").json()}
    assert not offered & {central.slug for central in CENTRAL}


def test_the_figures_are_those_of_the_question_asked(db: None) -> None:
    rows = {row["slug"]: row for row in Client().get("/api/v1/mechanisms/?answers=40&epsilon=0.5").json()}
    oracle = SubsetSelection(answers=40, epsilon="0.5")
    figures = rows["subset-selection"]["figures"]
    assert (figures["answers"], figures["epsilon"], figures["report_bytes"]) == (40, "0.5", oracle.report_bytes)
    variance = figures["variance_constant"] + figures["variance_linear"] * 0.2 - 0.2**2
    assert variance / 300 == pytest.approx(float(oracle.variance(0.2, 300)))
    assert rows["randomized-response"]["figures"] is None
    assert "takes exactly 2" in rows["randomized-response"]["refused"]
    assert "not for one answer" in rows["duchi"]["refused"]


@pytest.mark.parametrize("query", ["answers=1", "answers=1025", "answers=x", "epsilon=1e3", "epsilon=-1", "n=5"])
def test_a_question_that_is_none_is_refused(db: None, query: str) -> None:
    answer = Client().get(f"/api/v1/mechanisms/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == [query.partition("=")[0]]


@pytest.mark.parametrize("epsilon", ["0", "17"])
def test_an_epsilon_that_no_mechanism_takes_is_said_by_each(db: None, epsilon: str) -> None:
    rows = Client().get(f"/api/v1/mechanisms/?epsilon={epsilon}").json()
    assert all(row["figures"] is None and row["refused"] for row in rows)
