"""Synthetic rows are released: drawn again, checked against the declaration, sealed, and given like any release."""

import hashlib
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from datahub.accounts import membership
from datahub.analyses.synthesise import release as releasing
from datahub.analyses.synthesise.rules.files import MOST_ROWS_TAKEN, WRITTEN, DrawnRows, Texts
from datahub.analyses.synthesise.selectors import rows_to_release
from datahub.analyses.tests.factories import RELEASE as OF_CANDIDATE
from datahub.analyses.tests.factories import an_anonymisation, follow, give, in_days, released, rows_of
from datahub.analyses.tests.factories import ask as ask_for_candidates
from datahub.analyses.tests.synthesis_factories import (
    RELEASE,
    a_synthesis,
    ask,
    give_budget,
    hand_over,
    handed_over,
    people_of,
)
from datahub.datasets.models import DataSet
from datahub.datasets.rules.columns import Column
from datahub.datasets.tests.factories import Visitor, work
from datahub.jobs.models import Job
from datahub.ledger.models import Unbounded
from datahub.ledger.tests.factories import sums
from datahub.releases import folders
from datahub.releases.models import Release
from datahub.releases.rules.synthetic import as_typed

pytestmark = pytest.mark.django_db
Change = Callable[[DrawnRows], DrawnRows]


@pytest.fixture(autouse=True)
def _budget(owner: Visitor, data_set: DataSet) -> None:
    give_budget(owner, data_set)


def test_a_release_of_synthetic_rows_has_their_guarantee_and_costs_nothing(owner: Visitor, data_set: DataSet) -> None:
    synthesis = a_synthesis(owner, data_set)
    paid = sums(people_of(data_set))
    release = hand_over(owner, synthesis["id"]).json()
    work()
    shown = owner.get(f"releases/{release['id']}/").json()
    assert (shown["kind"], shown["state"], shown["rows"]) == ("synthetic", "released", 70)
    assert (shown["guarantee"], shown["models"]) == (synthesis["guarantee"], [])
    assert (shown["synthesis"], shown["asked"]) == (synthesis["id"], None)
    table = owner.get(f"releases/{release['id']}/file/").content
    assert table == owner.get(f"syntheses/{synthesis['id']}/file/", form="csv", rows="70").content
    card = owner.get(f"releases/{release['id']}/card/").json()
    assert (card["synthetic"], card["rows"], card["guarantee"]["rho"]) == (True, 70, synthesis["rho"])
    assert (card["sha256"], card["about"]["title"]) == (hashlib.sha256(table).hexdigest(), "Nobody")
    assert sums(people_of(data_set)) == paid == (0, Decimal(synthesis["rho"]))
    assert not Unbounded.objects.exists()


def test_its_report_has_the_guarantee_the_card_and_no_measure_of_any_class(owner: Visitor, data_set: DataSet) -> None:
    release = handed_over(owner, data_set)
    report = owner.get(f"releases/{release['id']}/report/").json()
    assert (report["risk"], report["utility"], report["before"], report["population"]) == (None, None, None, None)
    assert (report["promised"], report["card"]["synthetic"]) == ([release["guarantee"]], True)
    assert "no sample" in report["not_promised"][0]
    assert report["verified"][0]["promise"] == "the columns age, town, income"
    assert [(finding["of"], finding["outcome"]) for finding in report["verified"]] == [
        ("columns", "holds"),
        ("rows", "holds"),
        *[("declared", "holds")] * 3,
        ("carried", "holds"),
    ]
    # Synthetic rows belong to nobody.
    assert owner.get(f"releases/{release['id']}/rows/").json()["code"] == "nothing_released"


def test_as_many_rows_as_were_estimated_unless_it_is_said_how_many(owner: Visitor, data_set: DataSet) -> None:
    synthesis = a_synthesis(owner, data_set)
    wish = {part: value for part, value in RELEASE.items() if part != "rows"}
    release = owner.send("POST", f"syntheses/{synthesis['id']}/releases/", wish).json()["id"]
    work()
    assert owner.get(f"releases/{release}/").json()["rows"] == synthesis["report"]["rows"]
    assert hand_over(owner, synthesis["id"], rows=MOST_ROWS_TAKEN + 1).status_code == 400


def test_it_stands_in_the_way_of_no_other_release_of_the_same_people(owner: Visitor, data_set: DataSet) -> None:
    synthesis = a_synthesis(owner, data_set)
    hand_over(owner, synthesis["id"])  # this release is still being made
    tried = ask_for_candidates(owner, data_set).json()
    assert owner.get(f"anonymisations/{tried['id']}/").status_code == 200
    work()
    public = an_anonymisation(owner, data_set)["found"][0]["public"]
    assert [reason["code"] for reason in public] == ["unguarded"]  # earlier releases of synthetic rows are no reason
    assert released(owner, data_set)["state"] == "released"
    again = hand_over(owner, synthesis["id"], audience="public", rows=20)
    work()
    assert owner.get(f"releases/{again.json()['id']}/").json()["state"] == "waiting"


def test_one_that_is_being_made_does_not_hold_up_a_candidate(owner: Visitor, data_set: DataSet) -> None:
    tried, synthesis = an_anonymisation(owner, data_set), a_synthesis(owner, data_set)
    assert hand_over(owner, synthesis["id"]).status_code == 202
    assert owner.send("POST", f"anonymisations/{tried['id']}/releases/", OF_CANDIDATE).status_code == 202
    assert hand_over(owner, synthesis["id"]).status_code == 202
    assert hand_over(owner, synthesis["id"]).json()["code"] == "too_many"


@pytest.fixture
def of_income(owner: Visitor, second: Visitor, data_set: DataSet) -> dict[str, Any]:
    """Returns a release of which the second person gets one column, which is not quasi-identifying."""
    membership.join(
        person=second.person,
        organisation=membership.create(actor=owner.person, name="An institute", id=second.person.pk),
        role="member",
    )
    release = handed_over(owner, data_set)
    assert give(owner, release, second, columns=["income"]).status_code == 201
    return release


def test_any_columns_of_it_are_given_and_promise_what_the_whole_does(
    owner: Visitor, second: Visitor, of_income: dict[str, Any]
) -> None:
    release = of_income
    assert [len(row) for row in rows_of(second, release["id"])] == [1] * 71
    card = second.get(f"releases/{release['id']}/card/").json()
    assert ([column["name"] for column in card["columns"]], len(card["expected_errors"]["pairs"])) == (["income"], 1)
    report = second.get(f"releases/{release['id']}/report/").json()
    assert report["guarantee"] == release["guarantee"] == second.get(f"releases/{release['id']}/").json()["guarantee"]
    assert (second.get(f"releases/{release['id']}/").json()["synthesis"], report["card"]["columns"]) == (
        None, card["columns"],
    )  # fmt: skip
    assert [finding["about"].get("column") for finding in report["verified"]] == [None, "income", None]
    assert {"age", "town"}.isdisjoint(words_of(report))  # names of columns are shown only to those who have them
    assert give(owner, release, second, columns=["height"]).status_code == 400


def test_a_link_to_some_columns_gives_the_same_rows_as_table_and_as_parquet(
    owner: Visitor, second: Visitor, of_income: dict[str, Any]
) -> None:
    release = of_income
    link = owner.send("POST", f"releases/{release['id']}/links/", {"columns": ["income"], "expires_at": in_days(1)})
    assert follow(link.json()["secret"]).content == second.get(f"releases/{release['id']}/file/").content
    table, typed = rows_of(second, release["id"])[1:], follow(link.json()["secret"], "parquet").content
    part = parquet(typed)
    assert (str(part.schema.field("income").type), part.column_names) == ("double", ["income"])
    cells = [-1.0 if cell is None else cell for cell in part.column("income").to_pylist()]
    assert sorted(cells) == sorted(float(cell.strip('"') or "-1") for (cell,) in table)
    assert inside(part) == without_hash(follow(link.json()["secret"], "card").json())


def test_its_parquet_file_is_typed_as_declared_and_has_its_card_inside(owner: Visitor, data_set: DataSet) -> None:
    release = handed_over(owner, data_set)
    content = owner.get(f"releases/{release['id']}/file/", **{"as": "parquet"}).content
    taken = owner.get(f"syntheses/{release['synthesis']}/file/", form="parquet", rows="70").content
    assert parquet(content).equals(parquet(taken))
    assert list(map(str, parquet(content).schema.types)) == ["int64", "string", "double"]
    card = owner.get(f"releases/{release['id']}/card/", **{"as": "parquet"}).json()
    assert card["sha256"] == hashlib.sha256(content).hexdigest()
    assert inside(parquet(content)) == without_hash(card)
    assert (card["about"]["title"], card["about"]["licence"]) == ("Nobody", "CC BY 4.0")


def parquet(content: bytes) -> pa.Table:
    return pq.read_table(io.BytesIO(content))


def inside(table: pa.Table) -> dict[str, Any]:
    card: dict[str, Any] = json.loads(table.schema.metadata[b"datahub"])
    return card


def without_hash(card: dict[str, Any]) -> dict[str, Any]:
    """Returns a card without its hash: no file contains its own hash."""
    return {part: value for part, value in card.items() if part != "sha256"}


def test_a_fault_of_the_parquet_file_alone_is_named(
    owner: Visitor, data_set: DataSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def untyped(cells: Texts, columns: Sequence[Column], card: Mapping[str, Any]) -> bytes:
        return as_typed(pa.table({name: pa.array(of, pa.string()) for name, of in cells.items()}), {})

    monkeypatch.setattr(releasing, "WRITTEN", {**WRITTEN, "parquet": untyped})
    release = handed_over(owner, data_set)
    assert release["state"] == "blocked"
    findings = owner.get(f"releases/{release['id']}/report/").json()["verified"]
    why = "it is written as string, which is not how such a column is declared"
    assert [
        (finding["of"], finding["about"].get("column"), finding["found"])
        for finding in findings
        if finding["outcome"] == "fails"
    ] == [
        ("declared", "age", why),
        ("declared", "income", why),
        ("carried", None, "it does not, or carries another"),
    ]
    assert len(findings) == 6  # each promise has one finding


def words_of(content: object) -> set[str]:
    return set(re.findall(r"\w+", json.dumps(content)))


def _without_a_row(drawn: DrawnRows) -> DrawnRows:
    return replace(drawn, cells={name: cells[1:] for name, cells in drawn.cells.items()})


def _with(cell: str, column: str) -> Change:
    def change(drawn: DrawnRows) -> DrawnRows:
        return replace(drawn, cells={**drawn.cells, column: [cell, *drawn.cells[column][1:]]})

    return change


def _without_a_column(drawn: DrawnRows) -> DrawnRows:
    return replace(drawn, cells={name: cells for name, cells in drawn.cells.items() if name != "age"})


@pytest.mark.parametrize(
    ("change", "of", "why"),
    [
        (_without_a_row, "rows", "69 rows"),
        (_without_a_column, "columns", "town, income"),
        (_with("121", "age"), "declared", "line 2 is the first of another kind"),
        (_with("20.5", "age"), "declared", "line 2 is the first of another kind"),
        (_with("Thun", "town"), "declared", "line 2 is the first of another kind"),
        (_with("12.5", "income"), "declared", "line 2 is the first of another kind"),
        (_with("-1", "income"), "declared", "line 2 is the first of another kind"),
    ],
)
def test_what_is_not_as_asked_and_declared_is_blocked_and_says_why(
    owner: Visitor,
    data_set: DataSet,
    data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Change,
    of: str,
    why: str,
) -> None:
    monkeypatch.setattr(releasing, "rows_to_release", lambda *given: change(rows_to_release(*given)))
    release = handed_over(owner, data_set)
    assert release["state"] == "blocked"
    findings = owner.get(f"releases/{release['id']}/report/").json()["verified"]
    assert [(finding["of"], finding["found"]) for finding in findings if finding["outcome"] == "fails"] == [(of, why)]
    assert owner.get(f"releases/{release['id']}/file/").json()["code"] == "nothing_released"
    assert not folders.there()


def test_rows_that_are_not_there_are_not_released(owner: Visitor, data_set: DataSet) -> None:
    synthesis = ask(owner, data_set).json()["id"]
    assert hand_over(owner, synthesis).json()["code"] == "not_in_this_state"
    work()
    release_id = hand_over(owner, synthesis).json()["id"]
    assert owner.send("DELETE", f"syntheses/{synthesis}/").status_code == 204
    work()
    shown = owner.get(f"releases/{release_id}/").json()
    assert (shown["state"], shown["error"], shown["synthesis"]) == ("failed", "not_in_this_state", None)


def test_the_same_wish_twice_is_one_release(owner: Visitor, data_set: DataSet) -> None:
    path = f"/api/v1/syntheses/{a_synthesis(owner, data_set)['id']}/releases/"
    key = {"Idempotency-Key": str(uuid4())}
    send = [
        owner._client.post(path, json.dumps(RELEASE), content_type="application/json", headers=key) for _ in range(2)
    ]
    assert [answer.status_code for answer in send] == [202, 202]
    assert send[0].json()["id"] == send[1].json()["id"]
    assert (Release.objects.count(), Job.objects.filter(kind="analyses.release_rows").count()) == (1, 1)


def test_one_that_is_taken_back_leaves_no_file(owner: Visitor, data_set: DataSet) -> None:
    release = handed_over(owner, data_set)
    assert len(folders.there()) == 1
    assert owner.send("POST", f"releases/{release['id']}/withdrawal/").json()["state"] == "withdrawn"
    assert not folders.there()
    assert owner.get(f"releases/{release['id']}/file/").status_code in {404, 409}
