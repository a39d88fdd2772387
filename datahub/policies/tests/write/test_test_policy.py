"""The tester and the explanation change nothing; platform roles can be withheld; a deletion removes places."""

from typing import Any

import pytest

from datahub.accounts.models import Person
from datahub.api.ref import PLATFORM, Ref
from datahub.audit.models import Entry
from datahub.policies import tester
from datahub.policies.decide.conditions import NOTHING_KNOWN
from datahub.policies.errors import Hidden, Refused
from datahub.policies.hold import clearance, role_holders
from datahub.policies.models import Place, WrittenPolicy
from datahub.policies.services import forget
from datahub.policies.tests.factories import DATA, may, with_role, write
from datahub.policies.tests.people import a_person
from datahub.policies.tests.write.test_policy_json import DENY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_sets_are_known")]


def test_the_tester_answers_for_another_changes_nothing_and_is_noted(ana: Person, bo: Person) -> None:
    write(ana)
    before = Place.objects.count(), WrittenPolicy.objects.count()

    def ask(document: dict[str, Any] | None) -> tester.Answer:
        return tester.ask(
            actor=ana,
            person=bo,
            operation="dataset.synthesise",
            ref=DATA,
            context=NOTHING_KNOWN,
            document=document,
        )

    answer = ask(None)
    assert (answer.decision.allowed, answer.decision.version) == (False, 1)
    assert [(step.rule, step.first_unmet) for step in answer.written] == [("staff/count", "in the role staff")]
    tried = ask(with_role(anyone=True))
    assert (tried.decision.allowed, tried.decision.rule) == (True, "staff/count")
    assert (Place.objects.count(), WrittenPolicy.objects.count()) == before
    noted = Entry.objects.order_by("-number")[0]
    assert (noted.operation, noted.subject, noted.detail["saved"]) == ("policy.test", str(DATA), False)
    with pytest.raises(Hidden):
        may(bo)


def test_what_others_learn_of_a_refusal_does_not_depend_on_the_policy(ana: Person, bo: Person) -> None:
    def explanation(ref: Ref) -> Any:
        return tester.explain_to_viewer(viewer=bo, operation="dataset.synthesise", ref=ref, context=NOTHING_KNOWN)

    without = explanation(DATA)
    write(ana, with_role(rules=[{**DENY, "operations": ["synthesise"]}], anyone=True))
    assert explanation(DATA) == without == explanation(Ref("dataset", "none")) is None
    write(ana, with_role(anyone=True), after=1)
    assert explanation(DATA).obligations.epsilon_cap.epsilon == 1


def test_administrators_withhold_what_somebody_may_be(ana: Person, bo: Person) -> None:
    head = a_person("head", administrator=True)
    assert {role["role"]: role["may_be"] for role in clearance.platform_roles_of(bo)} == {
        "data_owner": True,
        "data_provider": True,
        "data_user": True,
        "algorithm_provider": True,
    }
    clearance.state(actor=head, person=bo, training_until=None, withheld=["data_owner"])
    with pytest.raises(Refused, match="may be a data owner"):
        may(bo, "dataset.create", PLATFORM)
    assert may(ana, "dataset.create", PLATFORM).version == 0
    roles = {role["role"]: role for role in clearance.platform_roles_of(bo)}
    assert (roles["data_owner"]["may_be"], roles["data_owner"]["operations"]) == (False, [])
    assert "access_request.create" in roles["data_user"]["operations"]


def test_what_is_deleted_leaves_no_policy_behind(ana: Person, bo: Person) -> None:
    write(ana)
    role_holders.assign(actor=ana, ref=DATA, role="staff", holder=bo, until=None)
    forget(DATA)
    assert not Place.objects.exists()
    assert not WrittenPolicy.objects.exists()
