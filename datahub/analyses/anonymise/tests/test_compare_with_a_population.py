"""These tests compare with a population, another data set of the owner: k-map and delta-presence hold, or a refusal
says why not."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.timezone import now

from datahub.analyses.anonymise import release as releasing
from datahub.analyses.anonymise.rules import population
from datahub.analyses.tests.factories import K5, PLAN, RELEASE, an_anonymisation, ask, loaded, released
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, a_data_set, declaration, load, upload, work, write_policy
from datahub.ledger.models import Unbounded
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.hold.role_holders import assign, end
from datahub.policies.services import grant
from datahub.releases.models import Release

pytestmark = pytest.mark.django_db
HEAD, *ROWS = CSV.splitlines()
EVERYBODY = "\n".join((HEAD, *ROWS * 3)) + "\n"
MAP6: dict[str, Any] = {"models": [{"model": "k-map", "k": 6}]}
HALF: dict[str, Any] = {
    "models": [{"model": "k-anonymity", "k": 2}, {"model": "delta-presence", "least": "0", "most": "0.5"}]
}
NAME = "Residents version 1"
AGAINST = f'against "{NAME}"'


@pytest.fixture
def residents(owner: Visitor) -> DataSet:
    """Returns a population with three people for each age, town and income of the data set."""
    return loaded(owner, "Residents", EVERYBODY)


def against(population: DataSet | str, *, version: int = 1, **changed: Any) -> dict[str, Any]:
    named = {"data_set": str(getattr(population, "pk", population)), "version": version}
    return {**PLAN, "boxes": "disjoint", "population": named, **changed}


def why(answer: Any) -> str:
    assert answer.status_code == 400, answer.content
    return " ".join(text for listed in answer.json()["fields"].values() for text in listed)


def run_script(folder: Path, owner: Visitor, id: str) -> tuple[int, list[str]]:
    table, card, script = folder / "release.csv", folder / "card.json", folder / "verifier.py"
    table.write_bytes(owner.get(f"releases/{id}/file/").content)
    card.write_text(json.dumps(owner.get(f"releases/{id}/card/").json()))
    script.write_bytes(Client().get("/api/v1/release-verifier/").content)
    ran = subprocess.run([sys.executable, script, table, "--card", card], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout.splitlines()


@pytest.fixture
def tried(owner: Visitor, data_set: DataSet, residents: DataSet) -> dict[str, Any]:
    """Returns an anonymisation with one candidate for each of the two models that need a population."""
    return an_anonymisation(owner, data_set, MAP6, HALF, plan=against(residents))


@pytest.fixture
def mapped(owner: Visitor, tried: dict[str, Any]) -> str:
    """Returns the id of a release of the first candidate."""
    id: str = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()["id"]
    work()
    return id


def test_a_candidate_says_how_many_people_of_which_population_it_fits(
    tried: dict[str, Any], residents: DataSet
) -> None:
    mapped, half = tried["found"]
    assert tried["plan"]["population"] == {"data_set": str(residents.pk), "version": 1}
    assert mapped["guarantee"] == f"6-map {AGAINST} over {{age, town}}"
    assert half["guarantee"] == f"2-anonymous, (0, 0.5)-present {AGAINST} over {{age, town}}"
    assert mapped["utility"]["smallest_class"] < 6 <= mapped["population"]["fewest"]
    assert mapped["population"]["journalist_max"] < 0.17 < mapped["risk"]["prosecutor_max"]


def test_a_release_is_verified_against_the_population_it_names(owner: Visitor, mapped: str) -> None:
    release, report = owner.get(f"releases/{mapped}/").json(), owner.get(f"releases/{mapped}/report/").json()
    assert (release["state"], release["models"]) == ("released", [{"model": "k-map", "k": "6", "against": NAME}])
    assert {finding["outcome"] for finding in report["verified"]} == {"holds"}
    (mapped_,) = [finding for finding in report["verified"] if finding["promise"] == f"k-map (k 6) {AGAINST}"]
    assert mapped_["about"].items() >= {"model": "k-map", "k": "6", "against": NAME, "failing": "0"}.items()
    assert mapped_["about"]["measured"] == mapped_["measured"]
    assert report["population"]["name"] == NAME


@pytest.mark.usefixtures("mapped")
def test_the_people_of_the_population_are_noted_beside_those_of_the_data_set(
    data_set: DataSet, residents: DataSet
) -> None:
    behind = {f"lineage:{table.lineage_id}" for table in (data_set, residents)}
    assert set(Unbounded.objects.values_list("people", flat=True)) == behind
    noted = Entry.objects.get(operation="dataset.anonymise", subject=str(ref_to(residents)))
    assert noted.detail["population_of"] == str(ref_to(data_set))


def test_the_verifier_says_that_it_cannot_check_a_promise_about_a_population(
    owner: Visitor, mapped: str, tmp_path: Path
) -> None:
    status, lines = run_script(tmp_path, owner, mapped)
    assert (status, lines[-1]) == (1, "What could be checked holds; 1 promises COULD NOT be checked.")
    assert any("k-map (k 6)" in line and "the owner keeps the population" in line for line in lines)
    assert "population_sha256" not in (tmp_path / "card.json").read_text()


def test_recipients_read_that_it_holds_and_no_figure_of_the_population(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    guarded = {"models": [*MAP6["models"], {"model": "distinct-l-diversity", "column": "income", "l": 2}]}
    tried = an_anonymisation(owner, data_set, guarded, plan=against(residents))
    id = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | {"audience": "public"}).json()["id"]
    work()
    # A second person's approval would do the same.
    Release.objects.filter(pk=id).update(state="released", released_at=now())
    report = second.get(f"releases/{id}/report/").json()
    mapped, diverse = [finding for finding in report["verified"] if finding["of"] == "model"]
    assert (diverse["why"], diverse["about"]["column"]) == ("worst", "income")
    assert (mapped["outcome"], mapped["why"], mapped["measured"]) == ("holds", "figures_kept", None)
    assert mapped["about"] == {"model": "k-map", "k": "6", "against": NAME}
    assert (report["population"], mapped["class_rows"], mapped["failing_classes"]) == (None, None, None)


def test_nobody_is_surely_in_the_table_or_out_of_it_where_presence_is_bounded(
    owner: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    bounded = {"model": "delta-presence", "least": "0.2", "most": "0.4"}
    wanted = [{"models": [{"model": "k-anonymity", "k": 2}, bounded]}]
    tried = an_anonymisation(owner, data_set, *wanted, plan=against(residents))
    id = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()["id"]
    work()
    verified = owner.get(f"releases/{id}/report/").json()["verified"]
    (finding,) = [line for line in verified if line["promise"].startswith("delta-presence")]
    assert (finding["outcome"], finding["measured"]) == ("holds", "0.333333")


def test_a_table_that_its_written_population_does_not_bear_out_is_blocked(
    owner: Visitor, data_set: DataSet, residents: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search is shown three times as many people as the verifier."""

    def a_third(people: population.People) -> bytes:
        names, *rows = population.as_file(people).splitlines(keepends=True)
        return b"".join((names, *rows[::3]))

    monkeypatch.setattr(releasing, "as_file", a_third)
    tried = an_anonymisation(owner, data_set, MAP6, plan=against(residents))
    id = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()["id"]
    work()
    assert owner.get(f"releases/{id}/").json()["state"] == "blocked"
    failed = [
        finding for finding in owner.get(f"releases/{id}/report/").json()["verified"] if finding["outcome"] == "fails"
    ]
    assert [finding["promise"] for finding in failed] == [f"k-map (k 6) {AGAINST}"]


def test_what_is_no_population_of_the_data_is_refused_with_the_reason(
    owner: Visitor, stranger: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    def refusal(plan: dict[str, Any], *candidates: dict[str, Any]) -> str:
        return why(ask(owner, data_set, *(candidates or (MAP6,)), plan=plan))

    assert "name one in the plan" in refusal({**PLAN, "boxes": "disjoint"})
    assert "disjoint boxes alone" in refusal(against(residents, boxes="overlapping"))
    assert "No candidate compares with it" in refusal(against(residents), K5)
    assert "It is the data set itself" in refusal(against(data_set))
    assert "no data set that you may anonymise" in refusal(against(str(uuid4())))
    assert "no data set that you may anonymise" in refusal(against(a_data_set(stranger.person, name="Not yours")))
    assert "no version 2 that is loaded" in refusal(against(residents, version=2))
    few = a_data_set(owner.person, name="Few")
    load(owner, few, "\n".join((HEAD, *ROWS[:50])) + "\n")
    assert "It has 50 rows and the version 60" in refusal(against(few))
    named = {"models": [{"model": "k-map", "k": 6, "against": "Everybody"}]}
    assert "k-map has no against" in refusal(against(residents), named)


def test_a_population_has_every_quasi_identifying_column_as_the_same_type(owner: Visitor, data_set: DataSet) -> None:
    other = a_data_set(owner.person, name="Others")
    lines = "years,town\n" + "".join(f"{20 + number % 50},{number % 2}\n" for number in range(70))
    number = upload(owner, other, lines.encode())["version"]
    age, town, _ = declaration()
    towns = {"type": "integer", "categories": [], "minimum": "0", "maximum": "1"}
    columns = [age | {"name": "years"}, town | towns]
    path = f"datasets/{other.pk}/versions/{number}/"
    assert owner.send("PUT", path, {"columns": columns}).status_code == 200
    owner.send("PATCH", path, {"state": "loading"})
    work()
    answer = ask(owner, data_set, MAP6, plan=against(other))
    reasons = why(answer)
    assert "It has no column age" in reasons
    assert [reason["code"] for reason in answer.json()["reasons"]] == ["lacks_column", "other_type"]
    assert "town is of type integer there, and category here" in reasons


@pytest.mark.parametrize(
    ("rows", "detail"),
    [
        ([*ROWS * 3, "30,Thun,10"], "1 people of the population have a value in town that"),
        (
            [row for row in ROWS * 3 if not row.startswith("65,")],
            "1 rows have quasi-identifying values that too few people",
        ),
    ],
    ids=["outside the hierarchy", "somebody missing"],
)
def test_people_who_do_not_fit_the_rows_end_the_work_with_the_reason(
    owner: Visitor, data_set: DataSet, rows: list[str], detail: str
) -> None:
    other = a_data_set(owner.person, name="Others")
    towns = [{"value": town, "label": ""} for town in ("Bern", "Basel", "Thun")]
    load(owner, other, "\n".join((HEAD, *rows)) + "\n", town={"categories": towns})
    tried = an_anonymisation(owner, data_set, MAP6, plan=against(other))
    assert (tried["state"], tried["error"]) == ("failed", "invalid")
    assert detail in tried["refusal"]["detail"]
    assert "Thun" not in tried["refusal"]["detail"]


def test_whoever_may_not_use_the_population_compares_with_none_also_if_they_lost_it_since(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    for table in (data_set, residents):
        write_policy(owner.person, table, "read_metadata", "anonymise", "see_figures")
        role_holder = assign(actor=owner.person, ref=ref_to(table), role="reader", holder=second.person, until=None)
    tried = ask(second, data_set, MAP6, plan=against(residents), accept_unbounded=True).json()
    end(actor=owner.person, role_holder=role_holder)
    work()
    shown = second.get(f"anonymisations/{tried['id']}/").json()
    assert (shown["state"], shown["found"]) == ("failed", None)
    assert "no data set that you may anonymise" in why(ask(second, data_set, MAP6, plan=against(residents)))


@pytest.mark.parametrize("limit", [{"minimum_cohort": 3}, {"four_eyes": True}], ids=str)
def test_a_role_with_limits_on_how_few_people_or_who_approves_compares_with_no_population(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet, limit: dict[str, Any]
) -> None:
    for table, limits in ((data_set, {}), (residents, limit)):
        write_policy(owner.person, table, "anonymise", "see_figures", **limits)
        assign(actor=owner.person, ref=ref_to(table), role="reader", holder=second.person, until=None)
    answer = ask(second, data_set, MAP6, plan=against(residents), accept_unbounded=True)
    assert (answer.status_code, answer.json()["code"]) == (403, "limit_of_role")
    assert "tells of single people" in answer.json()["detail"]


def test_counts_of_a_population_are_for_those_who_may_use_it(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    """A second owner of the rows, who may not use the population, sees the candidates without any count of the
    population."""
    grant(actor=owner.person, person=second.person, role=OWNER, ref=ref_to(data_set))
    tried = an_anonymisation(owner, data_set, MAP6, plan=against(residents))
    (candidate,) = second.get(f"anonymisations/{tried['id']}/").json()["found"]
    assert (candidate["guarantee"], candidate["population"]) == (tried["found"][0]["guarantee"], None)
    assert tried["found"][0]["population"]["fewest"] >= 6
    fewer = a_data_set(owner.person, name="Fewer")
    load(owner, fewer, "\n".join((HEAD, *[row for row in ROWS * 3 if not row.startswith("65,")])) + "\n")
    failed = an_anonymisation(owner, data_set, MAP6, plan=against(fewer))
    assert "too few people" in failed["refusal"]["detail"]
    assert second.get(f"anonymisations/{failed['id']}/").json()["refusal"] is None


def test_beside_another_release_of_the_same_people_nothing_is_promised_against_a_population(
    owner: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    assert released(owner, data_set)["state"] == "released"
    (tried,) = an_anonymisation(owner, data_set, MAP6, plan=against(residents))["found"]
    assert tried["beside"]["code"] == "intersection_unproven"
