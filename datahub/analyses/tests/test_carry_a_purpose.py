"""A use states its purpose where its role asks for one; all that is made of it states the same purpose."""

import io
import json
import zipfile
from decimal import Decimal
from typing import Any

import pyarrow.parquet as pq
import pytest

from datahub.analyses.models import Synthesis
from datahub.analyses.tests import two_tables_factories
from datahub.analyses.tests.factories import RELEASE
from datahub.analyses.tests.factories import ask as ask_for_candidates
from datahub.analyses.tests.synthesis_factories import (
    NO_TERMS,
    a_synthesis,
    ask,
    give_budget,
    hand_over,
    people_of,
    share_of,
)
from datahub.audit.models import Entry
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.ledger.tests.factories import sums
from datahub.policies.hold.role_holders import assign

pytestmark = pytest.mark.django_db
PURPOSES = ["study", "teaching"]
END = "2090-01-01T00:00:00Z"
TERMS = NO_TERMS | {"purpose": "study", "purposes": PURPOSES, "combine": False, "expires_at": END}
PRIVACY = {"epsilon": "1", "delta": "0.000001"}


@pytest.fixture
def analyst(owner: Visitor, second: Visitor, data_set: DataSet) -> Visitor:
    """Returns a person who may do every use of the data set, for either purpose."""
    give_budget(owner, data_set, "10")
    limits: dict[str, Any] = {"purposes": PURPOSES, "combine": False, "expires_at": END}
    write_policy(owner.person, data_set, "synthesise", "anonymise", "release", **limits)
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)
    return second


def noted_of(ref: object) -> list[str]:
    """Returns the purposes in the log of this thing, in the order of the entries that have one."""
    entries = Entry.objects.filter(subject=str(ref)).order_by("number")
    return [entry.detail["purpose"] for entry in entries if "purpose" in entry.detail]


def test_a_role_tells_the_purposes_of_which_a_request_has_to_name_one(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    question = {"subject": str(ref_to(data_set)), "operation": "synthesise", "use": {}}
    assert analyst.send("POST", "policies/explanations/", question).json()["purposes"] == PURPOSES
    assert owner.send("POST", "policies/explanations/", question).json()["purposes"] is None
    for purpose in (None, "sale"):
        refused = ask(analyst, data_set, purpose=purpose)
        assert (refused.status_code, refused.json()["code"]) == (403, "limit_of_role")
        assert "purpose one of study, teaching" in refused.json()["detail"]
    assert ask(analyst, data_set, purpose="Study!").status_code == 400
    assert not Synthesis.objects.exists()


def test_a_purpose_can_be_named_where_the_role_asks_for_none(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)
    assert ask(owner, data_set).json()["purpose"] == ""
    assert ask(owner, data_set, purpose="audit").json()["purpose"] == "audit"


def test_it_is_kept_with_the_use_and_told_in_the_log_and_in_the_uses_of_the_budget(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    shown = a_synthesis(analyst, data_set, purpose="study")
    assert shown["purpose"] == "study"
    assert analyst.send("POST", f"syntheses/{shown['id']}/measured-reports/", PRIVACY).status_code == 202
    work()
    uses = owner.get(f"budgets/dataset:{data_set.pk}/uses/").json()["results"]
    assert [(use["note"], use["purpose"]) for use in uses] == [
        ("how good synthetic rows are", "study"),
        ("synthetic rows", "study"),
    ]
    # The rows and the report each have an entry for their price and one for the request.
    assert noted_of(ref_to(data_set)) == ["study"] * 4


def test_the_same_plan_for_another_purpose_is_another_use_that_costs_the_people_nothing(
    analyst: Visitor, data_set: DataSet
) -> None:
    study, teaching = (a_synthesis(analyst, data_set, purpose=purpose) for purpose in PURPOSES)
    assert ask(analyst, data_set, purpose="study").json()["id"] == study["id"] != teaching["id"]
    rho = Decimal(study["rho"])
    assert sums(people_of(data_set)) == (0, rho)
    assert share_of(analyst) == 2 * rho


def test_every_card_of_synthetic_data_tells_the_terms(owner: Visitor, analyst: Visitor, data_set: DataSet) -> None:
    synthesis = a_synthesis(analyst, data_set, purpose="study")["id"]
    archive = zipfile.ZipFile(io.BytesIO(analyst.get(f"syntheses/{synthesis}/file/", form="zip").content))
    parquet = pq.read_table(io.BytesIO(analyst.get(f"syntheses/{synthesis}/file/", form="parquet").content))
    release = hand_over(analyst, synthesis).json()["id"]
    work()
    released = owner.get(f"releases/{release}/card/").json()
    inside = pq.read_table(io.BytesIO(owner.get(f"releases/{release}/file/", **{"as": "parquet"}).content))
    cards = [
        json.loads(archive.read("card.json")),
        json.loads(parquet.schema.metadata[b"datahub"]),
        released,
        json.loads(inside.schema.metadata[b"datahub"]),
    ]
    assert [card["about"]["terms"] for card in cards] == [TERMS] * 4
    assert owner.get(f"releases/{release}/").json()["purpose"] == "study"
    assert noted_of(f"release:{release}") == ["study"]


def test_an_anonymised_release_has_the_purpose_and_the_terms_of_what_it_was_chosen_from(
    owner: Visitor, analyst: Visitor, data_set: DataSet
) -> None:
    kept = ask_for_candidates(analyst, data_set, purpose="study").json()
    assert kept["purpose"] == "study"
    release = analyst.send("POST", f"anonymisations/{kept['id']}/releases/", RELEASE).json()
    work()
    shown = owner.get(f"releases/{release['id']}/").json()
    assert (shown["state"], shown["purpose"]) == ("released", "study")
    assert owner.get(f"releases/{release['id']}/card/").json()["about"]["terms"] == TERMS
    assert noted_of(f"release:{release['id']}") == ["study"]


def test_rows_of_two_tables_tell_the_terms_of_the_role_on_either(owner: Visitor, second: Visitor) -> None:
    both = two_tables_factories.two_data_sets(owner)
    of_either: list[dict[str, Any]] = [{"purposes": PURPOSES}, {"expires_at": END}]
    for data_set, limits in zip(both, of_either, strict=True):
        write_policy(owner.person, data_set, "synthesise", **limits)
        assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)
    body = {"version": 1, "plan": two_tables_factories.plan(both[1])}
    path = f"datasets/{both[0].pk}/syntheses/"
    assert second.send("POST", path, body).json()["code"] == "limit_of_role"
    synthesis = second.send("POST", path, body | {"purpose": "study"}).json()["id"]
    work()
    _, card = two_tables_factories.archive_of(second, synthesis, form="csv")
    assert card["about"]["parents"]["terms"] == NO_TERMS | {"purpose": "study", "purposes": PURPOSES}
    assert card["about"]["children"]["terms"] == NO_TERMS | {"purpose": "study", "expires_at": END}
    for data_set in both:
        assert set(noted_of(ref_to(data_set))) == {"study"}
