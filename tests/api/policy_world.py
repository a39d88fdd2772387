"""This module provides a policy on the owner's data set, with a colleague in its role and an alarm about them."""

from typing import Any

from django.utils import timezone

from datahub.accounts.models import Person
from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.policies.hold.role_holders import assign
from datahub.policies.models import Alarm
from datahub.policies.write.policy_store import write

LIMITS: dict[str, Any] = {
    "epsilon_cap": {"epsilon": "1", "delta": "0.000001"},
    "minimum_cohort": 0,
    "mechanisms": ["discrete-gaussian"],
    "columns": None,
    "purposes": None,
    "rows": [],
    "combine": True,
    "four_eyes": False,
    "expires_at": None,
}
RULE: dict[str, Any] = {"name": "count", "effect": "permit", "operations": ["synthesise"], "when": [], **LIMITS}
ROLE: dict[str, Any] = {
    "name": "students",
    "description": "",
    "anyone": False,
    "delegable": True,
    "groups": [],
    "requires": [],
    "rules": [RULE],
}
DOCUMENT: dict[str, Any] = {"roles": [ROLE], "groups": []}


def policy_things(owner: Person, data_set: Ref, colleague: Person) -> dict[str, str]:
    facts = describe([data_set])[data_set]
    write(actor=owner, ref=data_set, facts=facts, document=DOCUMENT, after=0)
    assign(actor=owner, ref=data_set, role="students", holder=colleague, until=None)
    mine = assign(actor=owner, ref=data_set, role="students", holder=owner, until=None)
    alarm = Alarm.objects.create(
        person=colleague, object=str(data_set), day=timezone.now().date(), what="permitted", count=30, bound=25
    )
    return {"<uuid:place_id>": str(mine.pk), "<uuid:alarm_id>": str(alarm.pk)}


def policy_bodies(data_set: str, colleague: str) -> dict[tuple[str, str], dict[str, Any]]:
    subject = f"dataset:{data_set}"
    body = {"subject": subject, "operation": "synthesise", "use": {"epsilon": "0.5"}}
    return {
        ("POST", "api/v1/policies/"): {"subject": subject, "after": 1, **DOCUMENT},
        ("POST", "api/v1/policies/tests/"): {**body, "person": colleague},
        ("POST", "api/v1/policies/explanations/"): body,
        ("POST", "api/v1/policies/places/"): {"subject": subject, "role": "students", "person": colleague},
        ("POST", "api/v1/policies/places/<uuid:place_id>/passed-on/"): {"person": colleague},
        ("PATCH", "api/v1/policies/alarms/<uuid:alarm_id>/"): {"seen": True},
        ("PUT", "api/v1/policies/standing/<uuid:person_id>/"): {"training_until": None, "withheld": []},
    }
