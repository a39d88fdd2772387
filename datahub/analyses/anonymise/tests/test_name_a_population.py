"""Messages about a population contain its name, and none of its values."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from datahub.analyses.anonymise.rules.plan import Declared, read_plan
from datahub.analyses.anonymise.rules.table import Prepared, Texts, by_text, prepared
from datahub.analyses.errors import PlanRefused
from datahub.analyses.models import Anonymisation
from datahub.analyses.sealed import asked_of, found_of, sealed
from datahub.analyses.tests.factories import K5, PLAN, RELEASE, an_anonymisation, ask, loaded
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import CSV, Visitor, work
from datahub.policies.services import authorise
from datahub.releases.models import Release
from datahub.releases.rules.states import PROMISED_NOT, PROMISED_NOT_OF_PEOPLE

HEAD, *ROWS = CSV.splitlines()
EVERYBODY = "\n".join((HEAD, *ROWS * 3)) + "\n"
MAP6: dict[str, Any] = {"models": [{"model": "k-map", "k": 6}]}
MASK = {"kind": "mask"}
GROUPS = {"kind": "groups", "groups": {"north": ["8001", "8002"], "south": ["6500"]}}
PROMISE = "X, 1000-anonymous over {age, town, income}, 0.01-close against Y"
TURNED = "Residents\u202e of the town"


def against(population: DataSet) -> dict[str, Any]:
    return {**PLAN, "boxes": "disjoint", "population": {"data_set": str(population.pk), "version": 1}}


def population(owner: Visitor, name: str) -> DataSet:
    """Returns a population with a name that was given before such names were refused."""
    return loaded(owner, name, EVERYBODY)


def with_zips(own: Sequence[str], people: Sequence[str], hierarchy: dict[str, Any]) -> Prepared:
    def column(zips: Sequence[str]) -> Texts:
        return by_text(zips, np.arange(len(zips)))

    zip_column = {"name": "zip", "role": "quasi", "hierarchy": hierarchy, "unlisted": "own branch"}
    declared = [Declared(name="zip", type="text", role="quasi", values=())]
    plan = read_plan({"columns": [zip_column], "missing": "?"}, declared)
    return prepared(plan, declared, {"zip": column(own)}, {"zip": column(people)})


@pytest.mark.parametrize(
    ("hierarchy", "secret"), [(MASK, "MARTHA-K"), (MASK, "80*1"), (GROUPS, "north")], ids=["length", "mask", "group"]
)
def test_a_value_of_the_population_that_fits_no_hierarchy_is_refused_without_being_named(
    hierarchy: dict[str, Any], secret: str
) -> None:
    assert with_zips(["8001", "8002"], ["8001", "8002", "8003"], hierarchy).rows == 2
    with pytest.raises(PlanRefused) as refused:
        with_zips(["8001", "8002"], ["8001", "8002", secret], hierarchy)
    assert refused.value.reasons == [{"at": "", "code": "people_no_tree", "about": {"column": "zip"}}]
    assert secret not in str(refused.value.to_json())
    assert refused.value.__context__ is None  # a log must not show the value either


def test_a_value_of_the_rows_that_fits_no_hierarchy_is_named_and_none_of_the_population() -> None:
    with pytest.raises(PlanRefused) as refused:
        with_zips(["8001", "80022"], ["8001", "80022", "MARTHA-K"], MASK)
    assert "80022" in refused.value.detail
    assert "MARTHA" not in refused.value.detail


@pytest.mark.django_db
def test_a_name_that_reads_like_a_promise_stands_quoted_in_what_is_promised(owner: Visitor, data_set: DataSet) -> None:
    tried = an_anonymisation(owner, data_set, MAP6, plan=against(population(owner, f'{PROMISE}"')))
    assert tried["found"][0]["guarantee"] == f'6-map against "{PROMISE}\' version 1" over {{age, town}}'


@pytest.mark.django_db
@pytest.mark.parametrize("name", [TURNED, "Resi\u200ddents", "Resi\x07dents", "Resi\u009bdents"], ids=ascii)
def test_a_population_whose_name_cannot_be_read_as_it_is_written_is_refused_at_the_asking(
    owner: Visitor, data_set: DataSet, name: str
) -> None:
    answer = ask(owner, data_set, MAP6, plan=against(population(owner, name)))
    assert answer.status_code == 400
    (reason,) = answer.json()["reasons"]
    assert (reason["at"], reason["code"]) == ("population", "unseen_name")
    assert reason["about"]["sign"] in {"U+202E", "U+200D", "U+0007", "U+009B"}


@pytest.mark.django_db
def test_a_candidate_that_was_tried_under_such_a_name_is_refused_before_any_work(
    owner: Visitor, data_set: DataSet
) -> None:
    tried = an_anonymisation(owner, data_set, MAP6, plan=against(population(owner, "Residents")))
    anonymisation = Anonymisation.objects.get(pk=tried["id"])
    permit = authorise(viewer=owner.person, operation="dataset.anonymise", ref=ref_to(data_set))
    wish = dict(asked_of(permit, permit.ref, anonymisation))
    (models,) = wish["candidates"]
    wish["candidates"] = [[{**model, "against": TURNED} for model in models]]
    Anonymisation.objects.filter(pk=anonymisation.pk).update(
        asked=sealed(permit, permit.ref, "asked", anonymisation.pk, wish)
    )
    answer = owner.send("POST", f"anonymisations/{anonymisation.pk}/releases/", RELEASE)
    assert (answer.status_code, answer.json()["reasons"][0]["code"]) == (400, "unseen_name")
    assert not Release.objects.exists()


@pytest.mark.django_db
def test_what_a_candidate_was_said_to_promise_before_names_were_quoted_is_said_anew_of_its_release(
    owner: Visitor, data_set: DataSet
) -> None:
    tried = an_anonymisation(owner, data_set, MAP6, plan=against(population(owner, "Residents")))
    anonymisation, ref = Anonymisation.objects.get(pk=tried["id"]), ref_to(data_set)
    permit = authorise(viewer=owner.person, operation="dataset.anonymise", ref=ref)
    note = dict(found_of(permit, ref, anonymisation) or {})
    quoted = note["candidates"][0]["guarantee"]
    note["candidates"] = [{**note["candidates"][0], "guarantee": quoted.replace('"', "")}]
    Anonymisation.objects.filter(pk=anonymisation.pk).update(found=sealed(permit, ref, "found", anonymisation.pk, note))
    release = owner.send("POST", f"anonymisations/{anonymisation.pk}/releases/", RELEASE).json()
    assert release["guarantee"] == quoted == '6-map against "Residents version 1" over {age, town}'


@pytest.mark.django_db
def test_report_and_card_say_whom_a_promise_against_a_population_does_not_hold_off_and_others_do_not(
    owner: Visitor, data_set: DataSet
) -> None:
    compared = against(population(owner, "Residents"))
    for candidate, plan, besides in ((K5, PLAN, ()), (MAP6, compared, PROMISED_NOT_OF_PEOPLE)):
        tried = an_anonymisation(owner, data_set, candidate, plan=plan)
        id = owner.send("POST", f"anonymisations/{tried['id']}/releases/", RELEASE).json()["id"]
        work()
        wanted = [*PROMISED_NOT, *besides]
        assert owner.get(f"releases/{id}/report/").json()["not_promised"] == wanted
        assert owner.get(f"releases/{id}/card/").json()["about"]["not_promised"] == wanted
        Release.objects.all().delete()
