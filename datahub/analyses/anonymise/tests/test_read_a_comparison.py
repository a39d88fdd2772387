"""Counts of a population are read by whoever may compare with it now; with a part of a table goes what is promised of
that part."""

from typing import Any

import pytest

from datahub.accounts import membership
from datahub.analyses.anonymise.rules.anonymity_models import DISTANCES, OF_A_POPULATION, PARTS, model_of
from datahub.analyses.anonymise.tests.test_compare_with_a_population import HALF, MAP6, NAME, against, residents
from datahub.analyses.tests.factories import RELEASE, an_anonymisation, ask, words_of
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.jobs.models import Job
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.hold.role_holders import assign
from datahub.policies.services import grant
from datahub.releases.rules.guarantees import WORDS, guarantee_of
from datahub.releases.rules.states import PROMISED_NOT, PROMISED_NOT_OF_PEOPLE
from mechanisms.anonymity.making import flat

__all__ = ["residents"]
pytestmark = pytest.mark.django_db
GUARDED = {"models": [*MAP6["models"], {"model": "distinct-l-diversity", "column": "income", "l": 2}]}


def chosen(owner: Visitor, tried: dict[str, Any], **wish: Any) -> str:
    id: str = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE | wish).json()["id"]
    work()
    return id


def let(owner: Visitor, data_set: DataSet, second: Visitor, *operations: str, **limits: Any) -> None:
    write_policy(owner.person, data_set, *operations, **limits)
    assign(actor=owner.person, ref=ref_to(data_set), role="reader", holder=second.person, until=None)


def figures(report: dict[str, Any]) -> tuple[Any, Any]:
    (mapped,) = [finding for finding in report["verified"] if finding["promise"].startswith("k-map")]
    return report["population"], mapped["measured"]


def test_whoever_judges_or_owns_the_rows_reads_no_counts_of_a_population_that_is_not_theirs_and_nobody_of_one_destroyed(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    id = chosen(owner, an_anonymisation(owner, data_set, GUARDED, plan=against(residents)), audience="public")
    grant(actor=owner.person, person=second.person, role=OWNER, ref=ref_to(data_set))
    for path in (f"releases/{id}/report/", f"releases/{id}/verdict/"):
        shown = second.get(path).json()
        assert figures(shown) == (None, None)
        assert shown["before"] is not None  # the risk before is of the rows, and not of the population
    people, measured = figures(owner.get(f"releases/{id}/report/").json())
    assert people["fewest"] == int(measured) >= 6
    owner.send("POST", f"datasets/{residents.pk}/deletion/", {"confirm": "Residents"})
    work()
    for path in (f"releases/{id}/report/", f"releases/{id}/verdict/"):
        assert figures(owner.get(path).json()) == (None, None)


@pytest.mark.parametrize("limit", [{"minimum_cohort": 3}, {"four_eyes": True}], ids=str)
def test_a_limit_that_keeps_a_role_from_comparing_keeps_it_from_reading_what_was_compared(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet, limit: dict[str, Any]
) -> None:
    tried = an_anonymisation(owner, data_set, MAP6, plan=against(residents))
    grant(actor=owner.person, person=second.person, role=OWNER, ref=ref_to(data_set))
    let(owner, residents, second, "anonymise", **limit)
    assert second.get(f"anonymisations/{tried['id']}/").json()["found"][0]["population"] is None


def test_a_limit_that_a_role_was_given_meanwhile_ends_the_work(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    for table in (data_set, residents):
        let(owner, table, second, "anonymise", "see_figures")
    assert ask(second, data_set, MAP6, plan=against(residents), accept_unbounded=True).status_code == 202
    write_policy(owner.person, residents, "anonymise", "see_figures", after=1, minimum_cohort=3)
    work()
    job = Job.objects.get(kind="analyses.candidates")
    assert (job.state, job.error) == ("failed", "limit_of_role")


def test_why_a_comparison_was_refused_does_not_tell_others_how_many_people_there_are(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    grant(actor=owner.person, person=second.person, role=OWNER, ref=ref_to(data_set))
    wanted = [{"models": [{"model": "k-map", "k": k}]} for k in (180, 181)]
    tried = an_anonymisation(owner, data_set, *wanted, plan=against(residents))
    assert "181-map" in tried["found"][1]["refused"]
    shown = second.get(f"anonymisations/{tried['id']}/").json()
    holding, refused = shown["found"]
    assert (holding["guarantee"], holding["refused"]) == (tried["found"][0]["guarantee"], "")
    assert [reason["code"] for reason in refused["reasons"]] == ["kept_back"]
    assert shown["candidates"][1] == {"models": [{"model": "k-map", "against": NAME}]}
    assert "181" not in words_of([shown["found"], shown["candidates"]])


def test_a_part_of_the_table_is_said_to_hold_what_is_promised_of_that_part_alone(
    owner: Visitor, second: Visitor, data_set: DataSet, residents: DataSet
) -> None:
    organisation = membership.create(actor=owner.person, name="An institute", id=second.person.pk)
    membership.join(person=second.person, organisation=organisation, role="member")
    id = chosen(owner, an_anonymisation(owner, data_set, HALF, plan=against(residents)))
    part = {"person": str(second.person.pk), "columns": ["age"]}
    assert owner.send("POST", f"releases/{id}/recipients/", part).status_code == 201
    release, report = second.get(f"releases/{id}/").json(), second.get(f"releases/{id}/report/").json()
    assert release["guarantee"] == report["guarantee"] == "2-anonymous over {age}"
    assert report["promised"] == ["2-anonymous over {age}"]
    assert report["not_promised"] == list(PROMISED_NOT)
    assert [finding["promise"] for finding in report["verified"] if finding["of"] == "model"] == ["k-anonymity (k 2)"]
    assert not any("town" in str(finding) or "income" in str(finding) for finding in report["verified"])
    whole = owner.get(f"releases/{id}/report/").json()
    assert any(finding["promise"].startswith("delta-presence") for finding in whole["verified"])
    assert whole["not_promised"] == [*PROMISED_NOT, *PROMISED_NOT_OF_PEOPLE]


def test_a_part_is_promised_in_the_words_of_the_whole() -> None:
    tree = flat("job", ["a", "b"])
    figure = {"k": 5, "l": 2, "c": "3.0", "t": "0.20", "beta": "1", "least": "0", "most": "0.50", "column": "job"}
    assert set(WORDS) == set(PARTS)
    for name, parts in PARTS.items():
        for distance in DISTANCES if "distance" in parts else [""]:
            figures = {part: figure[part] for part in parts if part != "distance"}
            named = {"against": '"X", 1000-anonymous'} if name in OF_A_POPULATION else {}
            model = {"model": name, **figures, **named, **({"distance": distance} if distance else {})}
            words = model_of(model, {"job": tree}).words()
            assert guarantee_of([model], ["age", "sex"]) == f"{words} over {{age, sex}}"
