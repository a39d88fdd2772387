"""These tests cover an earlier security plan, put back by whoever owns the SQL database, alone or with ever more of
what goes with it."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db.models import Model

from datahub.api.ref import Ref
from datahub.vault import upkeep
from datahub.vault.collections import plans
from datahub.vault.collections.rules.plan import Column, Field, Plan
from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.integrity import log
from datahub.vault.integrity.rules.findings import Kind
from datahub.vault.integrity.verify import log_findings
from datahub.vault.models import LogEnd, LogEntry, Register, RegisteredRecord, SecureCollection, SignedHead
from datahub.vault.services import Collection, create_collection, open_collection
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import a_data_set, a_permit

pytestmark = pytest.mark.django_db
LEAKY = Plan((Field(name="pay", type="int", kind="ope"),))
SECRET = Plan((Field(name="pay", type="int"),))
GUARD = {"pay": Column(role="insensitive", distinct=200, top_share=0.005)}
ROWS = [(number,) for number in range(200)]

Rows = dict[type[Model], list[dict[str, Any]]]
ALL: tuple[type[Model], ...] = (SecureCollection, Register, RegisteredRecord, LogEntry, LogEnd, SignedHead)
# For each part that is put back: whether opening stops (x), and whether the verification finds it (x).
TABLE = {
    "the plan": "xx",
    "the plan and its number": "xx",
    "the row": "xx",
    "the row and the register": "xx",
    "everything but the heads kept elsewhere": ".x",
}


@pytest.fixture
def ref(store: DocumentStore) -> Ref:
    return a_data_set()


@pytest.fixture
def old(ref: Ref) -> Rows:
    """Returns all rows of the time when the plan was a leaky one; the collection was made anew since."""
    collection = create_collection(a_permit(ref), ref, LEAKY, columns=GUARD)
    collection.bulk_load(ROWS)
    rows: Rows = {model: list(model._default_manager.values()) for model in ALL}
    collection.drop()
    create_collection(a_permit(ref), ref, SECRET).bulk_load(ROWS)
    log.sign_head()
    return rows


def put_back(what: str, old: Rows) -> None:
    [then] = old[SecureCollection]
    if what == "the plan":
        SecureCollection.objects.update(plan=then["plan"])
    elif what == "the plan and its number":
        SecureCollection.objects.update(plan=then["plan"], plan_number=then["plan_number"])
    elif what == "the row":
        restore(old, [SecureCollection])
    elif what == "the row and the register":
        restore(old, [SecureCollection, Register, RegisteredRecord])
    else:
        restore(old, ALL)


def restore(rows: Rows, models: Sequence[type[Model]]) -> None:
    for model in reversed(models):
        model._default_manager.all().delete()
    for model in models:
        model._default_manager.bulk_create([model(**row) for row in rows[model]])


def opens(ref: Ref) -> Collection | None:
    try:
        return open_collection(a_permit(ref), ref)
    except RecordNotAsWritten:
        return None


def finding_kinds() -> set[Kind]:
    return {finding.kind for finding in (*log_findings(), *upkeep.findings())}


@pytest.mark.parametrize("what", TABLE)
def test_a_plan_that_is_put_back_is_noticed_where_the_table_says(ref: Ref, old: Rows, what: str) -> None:
    put_back(what, old)
    stops, is_found = (mark == "x" for mark in TABLE[what])
    assert (opens(ref) is None) is stops
    assert bool(finding_kinds()) is is_found
    assert (Kind.PLAN in finding_kinds()) is stops


def test_nothing_is_found_while_nobody_puts_a_plan_back(ref: Ref, old: Rows) -> None:
    collection = opens(ref)
    assert collection is not None
    assert (collection.plan, collection.count()) == (SECRET, 200)
    assert finding_kinds() == set()


def test_an_earlier_plan_does_not_even_open_under_the_same_key(
    ref: Ref, old: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seal is bound to the row's place and number, even if the log is not asked."""
    [then] = old[SecureCollection]
    row = SecureCollection.objects.get()
    ring = upkeep.records_of(row).ring
    monkeypatch.setattr(plans, "_is_logged", lambda _row: True)
    assert plans.opened_plan(ring, row) == SECRET
    row.plan = then["plan"]
    for number in (row.plan_number, then["plan_number"]):
        row.plan_number = number
        with pytest.raises(RecordNotAsWritten):
            plans.opened_plan(ring, row)


def test_the_plan_before_the_load_is_not_the_plan_after_it(ref: Ref) -> None:
    plan = Plan((Field(name="city", type="text", kind="eq", width=8),))
    collection = create_collection(a_permit(ref), ref, plan)
    before = SecureCollection.objects.values("plan", "plan_number").get()
    collection.bulk_load([("Oslo",), ("Bern",)] * 40)
    SecureCollection.objects.update(**before)
    assert opens(ref) is None
    assert finding_kinds() == {Kind.PLAN}
