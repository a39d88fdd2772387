"""The tester asks a policy for the viewer or another person. Nothing changes; asking for another is noted in the
log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.ref import Ref
from datahub.audit.services import record
from datahub.policies.decide import rules, vocabulary
from datahub.policies.decide.conditions import Context
from datahub.policies.decide.roles import Tried
from datahub.policies.questions import question_of
from datahub.policies.write.kept_limits import check_limits
from datahub.policies.write.policy_json import read_policy

REDACTED = "The owner's policy does not permit this, or there is no such thing. Ask for access."


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    decision: rules.Decision
    platform: tuple[vocabulary.Tried, ...]
    written: tuple[Tried, ...]


@transaction.atomic
def ask(
    *,
    actor: Person,
    person: Person,
    operation: str,
    ref: Ref,
    context: Context,
    document: Mapping[str, Any] | None,
) -> Answer:
    """Returns what would be decided for that person, by the policy that counts or by one that is not saved."""
    question = question_of(person, operation, ref, context=context)
    if document is not None and question.facts is not None:
        version = 0 if question.policy is None else question.policy.version
        tried_out = read_policy(document, version=version, columns=question.facts.columns)
        check_limits(tried_out)
        question = question_of(person, operation, ref, context=context, policy=tried_out)
    decision, verdict = rules.decide(question), rules.explain_policy(question)
    record(
        actor=ref_of(actor),
        operation="policy.test",
        subject=ref,
        reason="a question of the owner",
        detail={
            "person": str(ref_of(person)),
            "operation": operation,
            "allowed": decision.allowed,
            "rule": decision.rule,
            "version": decision.version,
            "saved": document is None,
        },
    )
    return Answer(decision=decision, platform=rules.explain(question), written=() if verdict is None else verdict.tried)


def explain_to_viewer(*, viewer: Person, operation: str, ref: Ref, context: Context) -> rules.Decision | None:
    """Returns only what the viewer would learn by doing the operation: a permit with its obligations, or None for a
    refusal."""
    decision = rules.decide(question_of(viewer, operation, ref, context=context))
    return decision if decision.allowed else None
