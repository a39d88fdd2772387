"""A released table is given: whole or in part, to a person or by a link, and is verified outside DataHub."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from datahub.accounts import membership
from datahub.accounts.models import Person
from datahub.analyses.tests.factories import K5, RELEASE, an_anonymisation, follow, give, in_days, released, rows_of
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.policies.hold.role_holders import assign
from datahub.policies.models import Role
from datahub.policies.services import grant, revoke
from datahub.releases.models import Link, Recipient, Release
from mechanisms.common.canonical import digest

pytestmark = pytest.mark.django_db
TWO_INCOMES = {"model": "distinct-l-diversity", "column": "income", "l": 2}
K5_AND_TWO_INCOMES = {"models": [*K5["models"], TWO_INCOMES]}


@pytest.fixture
def colleague(owner: Visitor, second: Visitor) -> Visitor:
    """Returns a colleague at the owner's institute, to whom a release can be given."""
    organisation = membership.create(actor=owner.person, name="An institute", id=second.person.pk)
    membership.join(person=second.person, organisation=organisation, role="member")
    return second


def test_a_recipient_whose_time_is_over_has_nothing_any_more(
    owner: Visitor, colleague: Visitor, data_set: DataSet
) -> None:
    release = released(owner, data_set)
    assert give(owner, release, colleague, expires_at=in_days(1)).status_code == 201
    assert colleague.get(f"releases/{release['id']}/file/").status_code == 200
    Recipient.objects.update(expires_at=timezone.now())
    for part in ("", "report/", "file/", "card/"):
        assert colleague.get(f"releases/{release['id']}/{part}").status_code == 404, part
    assert colleague.get("releases/").json()["results"] == []


def noted(operation: str) -> dict[str, Any]:
    """Returns the detail of the newest log entry of this operation."""
    detail: dict[str, Any] = Entry.objects.filter(operation=operation).latest("number").detail
    return detail


def test_what_the_log_keeps_of_a_part_has_an_end(owner: Visitor, colleague: Visitor, data_set: DataSet) -> None:
    """Entries of the log are of limited size: a part that names one column again and again, or many columns, could be
    given to nobody."""
    release = released(owner, data_set)
    assert give(owner, release, colleague, columns=["age"] * 900).json()["columns"] == ["age"]
    assert noted("release.give")["columns"] == ["age"]
    many = [{"name": f"{number} {'x' * 190}", "role": "quasi", "type": "text"} for number in range(30)]
    Release.objects.update(columns=many)
    names = [column["name"] for column in many]
    assert give(owner, release, colleague, columns=names).status_code == 201
    path = f"releases/{release['id']}/links/"
    assert owner.send("POST", path, {"columns": names, "expires_at": in_days(1)}).status_code == 201
    for operation in ("release.give", "release.link"):
        detail = noted(operation)
        assert (detail["columns"], detail["columns_sha256"]) == (30, digest(names))


def test_a_title_with_a_character_that_nobody_sees_is_refused(owner: Visitor, data_set: DataSet) -> None:
    tried = an_anonymisation(owner, data_set, K5)
    answer = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | {"title": "In\u202ecomes"})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["title"])


def test_a_recipient_gets_the_table_until_it_is_taken_back(
    owner: Visitor, colleague: Visitor, data_set: DataSet
) -> None:
    release = released(owner, data_set)
    assert colleague.get(f"releases/{release['id']}/").status_code == 404
    Person.objects.filter(pk=colleague.person.pk).update(name="")  # people have no name until they give one
    recipient = give(owner, release, colleague)
    assert (recipient.status_code, recipient.json()["name"]) == (201, colleague.person.email)
    assert rows_of(colleague, release["id"]) == rows_of(owner, release["id"])
    assert [release["id"] for release in colleague.get("releases/").json()["results"]] == [release["id"]]
    report = colleague.get(f"releases/{release['id']}/report/").json()
    assert report["before"] is None
    assert report["not_promised"]
    assert colleague.send("POST", f"releases/{release['id']}/withdrawal/").status_code == 404
    owner.send("DELETE", f"releases/{release['id']}/recipients/{recipient.json()['id']}/")
    assert colleague.get(f"releases/{release['id']}/file/").status_code == 404


def test_a_projection_has_fewer_columns_sorted_anew_and_promises_what_is_left(
    owner: Visitor, colleague: Visitor, data_set: DataSet
) -> None:
    release = released(owner, data_set)
    give(owner, release, colleague, columns=["income", "town"])
    names, *rows = rows_of(colleague, release["id"])
    assert names == ["town", "income"]
    assert rows == sorted(rows, key=tuple)
    assert sorted(map(tuple, rows)) == sorted(tuple(row[1:]) for row in rows_of(owner, release["id"])[1:])
    card = colleague.get(f"releases/{release['id']}/card/").json()
    assert [column["name"] for column in card["columns"]] == ["town", "income"]
    assert [column["name"] for column in colleague.get(f"releases/{release['id']}/").json()["columns"]] == names


@pytest.mark.parametrize("columns", [["income"], ["age", "height"], []])
def test_what_is_no_part_of_the_release_is_refused(
    owner: Visitor, colleague: Visitor, data_set: DataSet, columns: list[str]
) -> None:
    answer = give(owner, released(owner, data_set), colleague, columns=columns)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert not Recipient.objects.exists()


def test_a_link_leads_to_the_table_until_it_ends_and_is_kept_as_a_hash(owner: Visitor, data_set: DataSet) -> None:
    release = released(owner, data_set)
    path = f"releases/{release['id']}/links/"
    assert owner.send("POST", path, {"expires_at": in_days(31)}).status_code == 400
    link = owner.send("POST", path, {"expires_at": in_days(7), "columns": ["age"]}).json()
    assert link["secret"] not in str(list(Link.objects.values_list("secret_hash", flat=True)))
    assert follow(link["secret"]).content.decode().splitlines()[0] == "age"
    assert follow(link["secret"], "card").json()["rows"] == 60
    assert owner.get(path).json()[0]["downloads"] == 1  # a visit of the link's page reads the card
    assert "secret" not in owner.get(path).json()[0]
    Link.objects.update(expires_at=timezone.now())
    ended = follow(link["secret"])
    assert (ended.status_code, ended.json()) == (404, follow("unknown").json())


def test_a_revoked_link_and_a_withdrawn_release_lead_nowhere(owner: Visitor, data_set: DataSet) -> None:
    release = released(owner, data_set)
    path = f"releases/{release['id']}/links/"
    first, second = (owner.send("POST", path, {"expires_at": in_days(1)}).json() for _ in range(2))
    assert owner.send("DELETE", f"{path}{first['id']}/").status_code == 204
    assert follow(first["secret"]).status_code == 404
    assert follow(second["secret"]).status_code == 200
    owner.send("POST", f"releases/{release['id']}/withdrawal/")
    assert follow(second["secret"]).status_code == 404


@pytest.mark.parametrize("ends", ["their role", "their account"])
def test_a_link_ends_with_the_right_of_whoever_made_it(
    owner: Visitor, colleague: Visitor, data_set: DataSet, ends: str
) -> None:
    release = released(owner, data_set)
    grant(actor=owner.person, person=colleague.person, role="owner", ref=ref_to(data_set))
    path = f"releases/{release['id']}/links/"
    theirs, own = (who.send("POST", path, {"expires_at": in_days(1)}).json() for who in (colleague, owner))
    assert follow(theirs["secret"]).status_code == 200
    if ends == "their role":
        revoke(actor=owner.person, row=Role.objects.get(person=colleague.person, object=str(ref_to(data_set))))
    else:
        Person.objects.filter(pk=colleague.person.pk).update(is_active=False)
    for what in ("csv", "parquet", "card"):
        refused = follow(theirs["secret"], what)
        assert (refused.status_code, refused.json()) == (404, follow("unknown").json())
    assert follow(own["secret"]).status_code == 200
    assert Link.objects.get(pk=theirs["id"]).downloads == 1


def test_a_link_to_what_the_role_of_whoever_made_it_gives_no_more_leads_nowhere(
    owner: Visitor, second: Visitor, data_set: DataSet
) -> None:
    release = released(owner, data_set)
    write_policy(owner.person, data_set, "release")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)
    path, until = f"releases/{release['id']}/links/", in_days(1)
    whole = second.send("POST", path, {"expires_at": until}).json()
    part = second.send("POST", path, {"expires_at": until, "columns": ["age", "town"]}).json()
    write_policy(owner.person, data_set, "release", after=1, columns=["age", "town"])
    assert (follow(whole["secret"]).status_code, follow(part["secret"]).status_code) == (404, 200)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_the_single_script_verifies_what_was_downloaded(
    owner: Visitor, data_set: DataSet, tmp_path: Path, form: str
) -> None:
    release = released(owner, data_set)
    table, card, script = tmp_path / f"release.{form}", tmp_path / "card.json", tmp_path / "verifier.py"
    table.write_bytes(owner.get(f"releases/{release['id']}/file/", **{"as": form}).content)
    card.write_text(json.dumps(owner.get(f"releases/{release['id']}/card/", **{"as": form}).json()))
    script.write_bytes(Client().get("/api/v1/release-verifier/").content)
    ran = subprocess.run([sys.executable, script, table, "--card", card], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, "Everything promised holds.")


def test_whoever_the_policy_lets_makes_a_release_and_others_see_nothing(
    owner: Visitor, second: Visitor, stranger: Visitor, data_set: DataSet
) -> None:
    write_policy(owner.person, data_set, "read_metadata", "anonymise")
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)
    tried = an_anonymisation(second, data_set)
    id = second.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()["id"]
    work()
    assert second.get(f"releases/{id}/").json()["state"] == "released"
    assert second.send("POST", f"releases/{id}/links/", {"expires_at": in_days(1)}).status_code == 403
    assert stranger.get(f"anonymisations/{tried['id']}/").status_code == 404
    assert stranger.get(f"releases/{id}/report/").status_code == 404


def test_who_keeps_a_release_is_told_what_to_ask_for_again_and_a_recipient_what_holds_of_their_part(
    owner: Visitor, colleague: Visitor, data_set: DataSet
) -> None:
    release = released(owner, data_set, K5_AND_TWO_INCOMES)
    assert release["asked"]["candidate"] == 0
    assert release["models"] == [{"model": "k-anonymity", "k": "5"}, {**TWO_INCOMES, "l": "2"}]
    give(owner, release, colleague, columns=["age", "town"])
    shown = colleague.get(f"releases/{release['id']}/").json()
    assert (shown["asked"], shown["models"]) == (None, [{"model": "k-anonymity", "k": "5"}])


def test_whoever_gets_a_part_reads_no_figure_of_columns_they_lack(
    owner: Visitor, colleague: Visitor, data_set: DataSet
) -> None:
    release = released(owner, data_set, K5_AND_TWO_INCOMES)
    assert owner.get(f"releases/{release['id']}/report/").json()["risk"]["sensitive"][0]["column"] == "income"
    give(owner, release, colleague, columns=["age", "town"])
    report = colleague.get(f"releases/{release['id']}/report/").json()
    assert (report["risk"], report["utility"]) == (None, None)
    assert "income" not in json.dumps(report)
    give(owner, release, colleague)
    whole = colleague.get(f"releases/{release['id']}/report/").json()
    assert whole["risk"]["sensitive"][0]["column"] == "income"
    assert [column["column"] for column in whole["utility"]["gcp_by_column"]] == ["age", "town"]
