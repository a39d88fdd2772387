"""Both data sets must be the viewer's to synthesise: when they ask, when the job starts, and whenever rows leave."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from datahub.analyses.models import Synthesis, SyntheticModel
from datahub.analyses.sealed import halves_of
from datahub.analyses.tests.synthesis_factories import people_of
from datahub.analyses.tests.two_tables_factories import a_synthesis_of_two, ask, two_data_sets
from datahub.datasets.models import DataSet
from datahub.datasets.services.create import ref_to
from datahub.datasets.tests.factories import Visitor, work, write_policy
from datahub.jobs.execution import run
from datahub.jobs.models import Job
from datahub.ledger.errors import NotCovered
from datahub.ledger.models import Account, Spend
from datahub.ledger.services.reserve import reserve
from datahub.ledger.tests.factories import sums
from datahub.policies.hold.role_holders import assign, end
from datahub.policies.models import Place
from datahub.policies.services import authorise
from datahub.vault.errors import KeyMissing, RecordNotAsWritten
from mechanisms.accounting.zcdp import Cost

pytestmark = pytest.mark.django_db
Both = tuple[DataSet, DataSet]
Loss = Callable[[Visitor, Visitor, DataSet], None]
MAY = "dataset.synthesise"


@pytest.fixture
def both(owner: Visitor) -> Both:
    return two_data_sets(owner)


def let(owner: Visitor, whom: Visitor, of: DataSet, *operations: str, **limits: Any) -> None:
    write_policy(owner.person, of, *operations, **limits)
    assign(actor=owner.person, ref=ref_to(of), role="reader", holder=whom.person, until=None)


@pytest.fixture
def analyst(owner: Visitor, second: Visitor, both: Both) -> Visitor:
    """Returns a person who may make rows of either table, and owns nothing."""
    for table in both:
        let(owner, second, table, "synthesise")
    return second


def role_ends(owner: Visitor, analyst: Visitor, of: DataSet) -> None:
    end(actor=owner.person, role_holder=Place.objects.get(object=str(ref_to(of)), person=analyst.person))


def limited(**limits: Any) -> Loss:
    def write(owner: Visitor, analyst: Visitor, of: DataSet) -> None:
        write_policy(owner.person, of, "synthesise", after=1, **limits)

    return write


def not_by_the_key(owner: Visitor, analyst: Visitor, of: DataSet) -> None:
    names = of.versions.get().columns.exclude(name="household").values_list("name", flat=True)
    limited(columns=list(names))(owner, analyst, of)


LOSSES = [role_ends, limited(combine=False), not_by_the_key]
LIMITS = ["role", "not combined", "not by the key"]


def free(both: Both) -> bool:
    return [sums(people_of(table)) for table in both] == [(0, 0), (0, 0)]


def test_of_children_that_one_may_not_know_of_nothing_is_said_and_those_one_may_not_synthesise_are_refused(
    owner: Visitor, second: Visitor, both: Both
) -> None:
    let(owner, second, both[0], "synthesise")
    answer = ask(second, *both)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["children.data_set"])
    let(owner, second, both[1], "read_metadata")
    assert ask(second, *both).status_code == 403
    assert not Spend.objects.exists()


def test_a_right_to_the_children_alone_opens_no_parents(owner: Visitor, second: Visitor, both: Both) -> None:
    let(owner, second, both[1], "synthesise")
    assert ask(second, *both).status_code == 404
    for path in ("syntheses/", "versions/1/syntheses/keys/"):
        assert second.get(f"datasets/{both[0].pk}/{path}").status_code == 404


def test_a_key_that_the_role_does_not_show_is_not_offered(owner: Visitor, second: Visitor, both: Both) -> None:
    path = f"datasets/{both[0].pk}/versions/1/syntheses/keys/"
    let(owner, second, both[0], "synthesise", columns=["region"])
    assert owner.get(path).json() == ["household"]
    assert second.get(path).json() == []


@pytest.mark.parametrize("which", [0, 1], ids=["parents", "children"])
@pytest.mark.parametrize("lose", LOSSES[1:], ids=LIMITS[1:])
def test_the_limits_of_either_role_are_kept_at_the_asking(
    owner: Visitor, analyst: Visitor, both: Both, lose: Loss, which: int
) -> None:
    lose(owner, analyst, both[which])
    answer = ask(analyst, *both)
    assert (answer.status_code, answer.json()["code"]) == (403, "limit_of_role")
    assert free(both)


@pytest.mark.parametrize("which", [0, 1], ids=["parents", "children"])
@pytest.mark.parametrize("lose", LOSSES, ids=LIMITS)
def test_who_may_no_longer_use_either_when_the_job_starts_gets_no_rows_and_the_price_back(
    owner: Visitor, analyst: Visitor, both: Both, lose: Loss, which: int
) -> None:
    synthesis = ask(analyst, *both).json()
    lose(owner, analyst, both[which])
    work()
    job = Job.objects.get(kind="analyses.synthesise_joined")
    assert (job.state, job.error) == ("failed", "not_found" if lose is role_ends else "limit_of_role")
    assert Synthesis.objects.select_related("spend").get(pk=synthesis["id"]).spend.state == "released"
    assert free(both)


@pytest.mark.parametrize("which", [0, 1], ids=["parents", "children"])
@pytest.mark.parametrize("lose", LOSSES, ids=LIMITS)
def test_rows_leave_for_nobody_who_may_no_longer_use_either(
    owner: Visitor, analyst: Visitor, both: Both, lose: Loss, which: int
) -> None:
    path = f"syntheses/{a_synthesis_of_two(analyst, *both)['id']}/"
    requests: list[tuple[str, dict[str, str]]] = [(path, {}), (path + "rows/", {}), (path + "file/", {"form": "csv"})]
    assert [analyst.get(at, **query).status_code for at, query in requests] == [200] * 3
    lose(owner, analyst, both[which])
    wanted = 404 if lose is role_ends else 403
    assert [analyst.get(at, **query).status_code for at, query in requests] == [wanted] * 3


def test_who_may_no_longer_use_the_children_can_still_call_off_and_throw_away(
    owner: Visitor, analyst: Visitor, both: Both
) -> None:
    path = f"syntheses/{ask(analyst, *both).json()['id']}/"
    role_ends(owner, analyst, both[1])
    assert analyst.send("PATCH", path, {"state": "cancelled"}).json()["spend"] == "released"
    assert analyst.send("DELETE", path).status_code == 204
    assert free(both)


def test_what_another_person_asks_for_again_costs_neither_people_and_their_own_share_on_both(
    owner: Visitor, analyst: Visitor, both: Both
) -> None:
    first, second = a_synthesis_of_two(owner, *both), a_synthesis_of_two(analyst, *both)
    assert first["id"] != second["id"]
    assert first["report"] == second["report"]
    rho = Decimal(first["rho"])
    assert [sums(people_of(table)) for table in both] == [(0, rho)] * 2
    own = Account.objects.filter(ref=f"person:{analyst.person.pk}")
    assert {(account.people, account.spent_rho) for account in own} == {(str(people_of(table)), rho) for table in both}
    assert SyntheticModel.objects.count() == 1
    assert owner.get(f"syntheses/{second['id']}/").status_code == 404


def test_who_asked_while_another_was_at_work_pays_for_an_answer_that_was_there(
    owner: Visitor, analyst: Visitor, both: Both
) -> None:
    first, second = ask(owner, *both).json(), ask(analyst, *both).json()
    work()
    assert [sums(people_of(table)) for table in both] == [(0, Decimal(first["rho"]))] * 2
    rows = [visitor.get(f"syntheses/{of['id']}/rows/").json() for visitor, of in ((owner, first), (analyst, second))]
    assert rows[0] == rows[1]


def test_a_permit_for_one_opens_nothing_of_the_other(owner: Visitor, both: Both) -> None:
    a_synthesis_of_two(owner, *both)
    model = SyntheticModel.objects.get()
    of_parents, of_children = (authorise(viewer=owner.person, operation=MAY, ref=ref_to(table)) for table in both)
    assert [len(half["sizes"]) for half in halves_of(of_parents, of_children, model)] == [3, 3]
    for first, other in ((of_parents, of_parents), (of_children, of_children), (of_children, of_parents)):
        with pytest.raises((RecordNotAsWritten, KeyMissing)) as refused:
            halves_of(first, other, model)
        assert "sizes" not in str(refused.value)


@pytest.mark.parametrize("missing", ["children", "of_children"])
def test_no_model_of_two_tables_stands_without_what_is_of_the_children(
    owner: Visitor, both: Both, missing: str
) -> None:
    a_synthesis_of_two(owner, *both)
    with pytest.raises(IntegrityError), transaction.atomic():
        SyntheticModel.objects.update(**{missing: None})


def test_the_ledger_charges_no_people_whom_no_permit_speaks_of(owner: Visitor, analyst: Visitor, both: Both) -> None:
    of_parents, of_children = (authorise(viewer=owner.person, operation=MAY, ref=ref_to(table)) for table in both)
    of_another = authorise(viewer=analyst.person, operation=MAY, ref=ref_to(both[1]))
    to_administer = authorise(viewer=owner.person, operation="dataset.administer", ref=ref_to(both[1]))
    cost, people = Cost(rho=Decimal("0.1"), delta=Decimal(0), epsilon=None), [people_of(table) for table in both]
    for beside in ([], [of_another], [to_administer]):
        with pytest.raises(NotCovered):
            reserve(permit=of_parents, request="r", accounts=people, cost=cost, beside=beside)
    assert reserve(permit=of_parents, request="r", accounts=people, cost=cost, beside=[of_children]).lines.count() == 2


@pytest.mark.parametrize("which", [0, 1], ids=["parents", "children"])
def test_where_either_data_set_is_deleted_what_was_made_is_gone_and_what_waited_costs_nothing(
    owner: Visitor, both: Both, which: int
) -> None:
    first = a_synthesis_of_two(owner, *both)
    spent = (0, Decimal(first["rho"]))
    ask(owner, *both, most=1)
    gone = both[which]
    assert owner.send("POST", f"datasets/{gone.pk}/deletion/", {"confirm": gone.name}).status_code == 202
    assert ask(owner, *both, most=2).json()["code"] == "being_deleted"
    run(Job.objects.get(kind="datasets.destroy").pk)
    work()
    assert owner.get(f"syntheses/{first['id']}/").status_code == 404
    assert not SyntheticModel.objects.exists()
    assert [sums(people_of(table)) for table in both] == [spent, spent]
