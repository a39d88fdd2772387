"""The Python client does over HTTP what the pages do: define, publish, answer, read."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from datahub.accounts.models import Person
from datahub.accounts.services import create_token
from datahub_client import questionnaire as ask
from datahub_client.errors import BadAnswer, Refused, VersionChanged
from datahub_client.hub import Hub
from datahub_client.version import Version
from datahub_client.weighted import WeightedResults
from mechanisms.common.entropy import SeededEntropy
from surveys.models import InboxRow
from surveys.tests.conftest import ana  # noqa: F401 - a fixture
from surveys.tests.factories import sweep_and_work

pytestmark = pytest.mark.django_db(transaction=True)
ITEMS = [
    ask.yes_no("back", "Has your back hurt?"),
    ask.single_choice("place", "Where do you work?", {"office": "Office", "home": "Home", "out": "Out"}),
    ask.multiple_choice("tools", "What do you use?", ["pen", "screen", "none"], exclusive=["none"]),
    ask.scale("mood", "How are you?", -1, 1),
    ask.number("hours", "Hours a week?", [20, 35], unit="h"),
    ask.date("since", "Since when?", ["2010-01-01"]),
    ask.matrix("rate", "Rate", ["chair", "desk"], ["good", "bad"]),
    ask.page("more", show_if="back = 'yes'"),
    ask.yes_no("doctor", "Seen a doctor?"),
]
ANSWERS = {
    "back": True, "place": "home", "tools": ["pen", "screen"], "mood": 0, "hours": 38, "since": "2015-06-01",
    "rate.chair": "good", "doctor": True,
}  # fmt: skip


@pytest.fixture
def hub(live_server: LiveServer, ana: Person) -> Hub:  # noqa: F811 - this parameter is the fixture
    expires_at = timezone.now() + timedelta(hours=1)
    scopes = ["surveys:read", "surveys:write"]
    _, token = create_token(actor=ana, name="client", scopes=scopes, expires_at=expires_at)
    return Hub(live_server.url, str(token))


@pytest.fixture
def version(hub: Hub) -> Version:
    survey = hub.create(ask.draft("Work", ITEMS, epsilons=["0.4", "0.8"], pairs=[("back", "place")]))
    return survey.publish()


def test_from_a_draft_to_a_data_frame(hub: Hub, version: Version) -> None:
    seeds = count(1)
    for _ in range(25):
        version.answer(ANSWERS, level=1, entropy=SeededEntropy(next(seeds)))
    (survey,) = hub.surveys("Work")
    assert not survey.results().shown
    survey.close()
    sweep_and_work()
    results = survey.results()
    frame = results.frame()
    assert results.reports == 25
    assert set(frame["question"]) == {
        "back", "place", "tools", "mood", "hours", "since", "rate.chair", "rate.desk", "doctor",
    }  # fmt: skip
    assert (frame["standard_error"] > 0).all()
    assert (frame["low_95"] < frame["high_95"]).all()
    assert frame.attrs["version"] == version.hash
    assert results.method


def test_estimates_come_back_to_what_people_answered(hub: Hub, version: Version) -> None:
    """The limit is six standard errors, with a fixed seed: each answer's estimate lies about its true share, 0 or 1."""
    entropy = SeededEntropy(7)
    for _ in range(80):
        version.answer(ANSWERS, level=1, entropy=entropy)
    (survey,) = hub.surveys()
    survey.close()
    sweep_and_work()
    given = {
        ("back", "yes"), ("place", "home"), ("tools", "pen"), ("tools", "screen"), ("mood", "p0"), ("hours", "above"),
        ("since", "above"), ("rate.chair", "good"), ("rate.desk", "prefer_not_to_say"), ("doctor", "yes"),
    }  # fmt: skip
    for row in survey.results().rows():
        truth = (row["question"], row["answer"]) in given
        assert abs(row["share"] - truth) < 6 * row["standard_error"], row


def test_a_report_sent_twice_is_one_report_and_can_be_taken_back(version: Version) -> None:
    key = bytes(16)
    receipt = version.answer(ANSWERS, entropy=SeededEntropy(1), key=key)
    again = version.answer(ANSWERS, entropy=SeededEntropy(1), key=key)
    assert receipt == again
    assert InboxRow.objects.filter(sealed__isnull=False).count() == 1
    version.withdraw(receipt)
    assert InboxRow.objects.filter(sealed__isnull=False).count() == 0


def test_another_body_under_the_same_key_is_refused(version: Version) -> None:
    version.answer(ANSWERS, entropy=SeededEntropy(1), key=bytes(16))
    with pytest.raises(Refused, match="key_reused"):
        version.answer(ANSWERS, level=1, entropy=SeededEntropy(1), key=bytes(16))


def test_nothing_is_sent_of_an_answer_that_is_not_offered(version: Version) -> None:
    for wrong in ({"place": "moon"}, {"back": True, "nosuch": 1}, {"tools": ["none", "pen"]}):
        with pytest.raises(BadAnswer):
            version.answer(wrong)
    assert InboxRow.objects.count() == 0


def test_a_definition_that_does_not_hash_to_its_name_is_not_answered(version: Version) -> None:
    entry: dict[str, Any] = {"hash": version.hash, "state": "open", "definition": version.definition | {"cap": "16"}}
    with pytest.raises(VersionChanged):
        Version(version._door, entry, version.hash)
    with pytest.raises(VersionChanged):
        Version(version._door, entry)


def test_a_link_and_a_hash_lead_to_the_same_version(hub: Hub, version: Version) -> None:
    (survey,) = hub.surveys()
    assert hub.link(f"/s/{survey.entry['slug']}/").hash == version.hash
    assert hub.version(version.hash).open


def test_a_refusal_names_code_and_field(hub: Hub) -> None:
    with pytest.raises(Refused) as refused:
        hub.create(ask.draft("x" * 300, ITEMS))
    assert (refused.value.status, refused.value.code) == (400, "invalid")
    assert "title" in refused.value.fields


def test_the_notes_of_an_import_are_settled_by_a_program(hub: Hub) -> None:
    form = b"type,name,label\ntext,more,Anything else?\ninteger,paid,What do you pay?\n"
    survey, notes = hub.import_form("meals.csv", form)
    assert [note["item"] for note in notes] == ["", "paid"]
    survey.settle_import_notes(1)
    assert [note["item"] for note in hub.survey(survey.id).entry["import_notes"]] == ["paid"]
    survey.settle_import_notes()
    assert hub.survey(survey.id).entry["import_notes"] == []


def test_the_token_is_in_no_text_of_the_client(hub: Hub) -> None:
    assert hub.door._token is not None
    assert hub.door._token not in repr(hub) + repr(hub.door) + repr(vars(hub))


def test_levels_may_be_chosen_question_by_question(hub: Hub) -> None:
    whole = ask.draft("Work", ITEMS, epsilons=["0.2", "0.4"], pairs=[("back", "place")], level_choice="question")
    version = hub.create(whole).publish()
    blocks = [block["questions"] for block in version.definition["blocks"]]
    assert blocks == [["back", "place"], ["tools"], ["mood"], ["hours"], ["since"], ["rate"], ["doctor"]]
    for seed in range(30):
        chosen = {"place": 1, "mood": 1, "rate": 1}
        receipt = version.answer(ANSWERS, level=chosen, entropy=SeededEntropy(seed))
        assert receipt.level == "1010010"
    assert version.answer(ANSWERS, level=1, entropy=SeededEntropy(99)).level == "1111110"
    assert InboxRow.objects.count() == 31
    for wrong in ({"doctor": 1}, {"back": 0, "place": 1}, {"nobody": 1}, {"mood": 2}):
        with pytest.raises(BadAnswer):
            version.answer(ANSWERS, level=wrong, entropy=SeededEntropy(1))
    (survey,) = hub.surveys("Work")
    survey.close()
    sweep_and_work()
    frame = survey.results().frame()
    assert set(frame["question"]) >= {"back", "place", "mood", "doctor"}


def test_a_level_for_each_question_is_for_versions_that_ask_for_it(version: Version) -> None:
    with pytest.raises(BadAnswer):
        version.answer(ANSWERS, level={"mood": 1}, entropy=SeededEntropy(1))
    with pytest.raises(BadAnswer):
        version.answer(ANSWERS, level=2, entropy=SeededEntropy(1))


def test_known_shares_are_tried_and_kept_by_a_program(hub: Hub, version: Version) -> None:
    """People all say the same, so nobody may have said No: nothing is divided by them, and the program is told."""
    entropy = SeededEntropy(11)
    for _ in range(25):
        version.answer(ANSWERS, level=1, entropy=entropy)
    (survey,) = hub.surveys()
    survey.close()
    sweep_and_work()
    known = {"back": {"yes": 0.5, "no": 0.5}}
    assert survey.weighted().entry["margins"] == []
    assert survey.weighted(known).unweighted["place"] == "may_be_empty"
    assert survey.weighted(known, version=1).unweighted["mood"] == "not_joined"
    assert survey.weighted().entry["margins"] == []
    survey.keep_known_shares(known)
    assert [margin["id"] for margin in survey.weighted().entry["margins"]] == ["back"]
    assert list(survey.weighted().rows()) == []
    assert survey.results(population="everybody").entry["population"] == "everybody"


def test_a_weighted_answer_is_a_row_beside_its_unweighted_share() -> None:
    answer = {
        "id": "office", "label": "Office", "share": 0.4, "standard_error": 0.02, "unweighted_share": 0.5,
        "intervals": {"50": [0.39, 0.41], "80": [0.37, 0.43], "95": [0.36, 0.44]},
    }  # fmt: skip
    question = {"id": "place", "state": "weighted", "margin": "back", "answers": [answer]}
    (row,) = WeightedResults({"questions": [question]}).rows()
    assert (row["question"], row["margin"], row["answer"], row["share"]) == ("place", "back", "office", 0.4)
    assert (row["unweighted_share"], row["low_95"], row["high_80"]) == (0.5, 0.36, 0.43)
