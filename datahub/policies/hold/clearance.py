"""A clearance is what an administrator has stated about a person: until when their training holds, and which platform
roles they may not have."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.ref import PLATFORM
from datahub.audit.services import record
from datahub.policies.decide import rules
from datahub.policies.decide.platform_roles import MAY
from datahub.policies.models import Standing
from datahub.policies.questions import question_of
from datahub.policies.selectors import standing_of


@transaction.atomic
def state(*, actor: Person, person: Person, training_until: datetime | None, withheld: Collection[str]) -> Standing:
    """States the clearance of a person. It applies at once, also to jobs that wait, because a worker asks again."""
    stated, _ = Standing.objects.update_or_create(
        person=person, defaults={"training_until": training_until, "withheld": sorted(withheld)}
    )
    record(
        actor=ref_of(actor),
        operation="standing.set",
        subject=ref_of(person),
        reason="by an administrator",
        detail={
            "training_until": None if training_until is None else training_until.isoformat(),
            "withheld": sorted(withheld),
        },
    )
    return stated


def platform_roles_of(person: Person) -> list[dict[str, Any]]:
    """Returns for each of the four platform roles whether the person may have it, and what it permits them now."""
    withheld, question = standing_of(person).withheld, question_of(person, "", PLATFORM)
    return [
        {
            "role": role,
            "may_be": role not in withheld,
            "operations": [name for name in may if rules.decide(replace(question, operation=name)).allowed],
        }
        for role, may in MAY.items()
    ]
