"""These rules say who may do what: they are data, and one function applies them. No Django, no I/O, no clock.

What no rule permits is refused. There are no rules of the platform that forbid, so each can be read alone. On data sets
the roles that an owner wrote are asked too (decide.roles): they permit more, and forbid to all but owners.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from datahub.accounts.rules import BULK_REPORTS
from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.policies.decide import dataset_rules, evaluation_rules, release_rules, survey_rules
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.decide.obligations import FREE, Obligations
from datahub.policies.decide.platform_roles import DATA_OWNER, DATA_USER
from datahub.policies.decide.roles import Holding, Policy, Verdict, judge_policy
from datahub.policies.decide.vocabulary import (
    ADMINISTRATOR,
    ANALYST,
    ANY_KIND,
    EDITOR,
    MEMBER,
    OWNER,
    PART_OF,
    PLATFORM_KIND,
    STEWARD,
    VIEWER,
    Condition,
    Rule,
    Subject,
    Tried,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question asks whether a subject may do an operation; its last three fields serve data sets alone."""

    subject: Subject
    operation: str
    ref: Ref
    facts: Facts | None  # the platform, and what does not exist, have no facts
    context: Context = NOTHING_KNOWN
    policy: Policy | None = None
    holdings: tuple[Holding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision says whether an operation is allowed, and why. `rule` is the one that permitted, or that an owner
    wrote to forbid; `version` is that of the owner's policy.

    `hidden` says that the viewer may not learn whether the thing exists.
    """

    allowed: bool
    rule: str
    reason: str
    hidden: bool = False
    obligations: Obligations = FREE
    ways: tuple[Obligations, ...] = (FREE,)  # each rule that permits the operation has its own obligations
    version: int = 0


_BULK = frozenset({BULK_REPORTS})
_SESSION_ONLY: frozenset[str] = frozenset()

# The scopes with which a token may do each operation. An operation that is not listed here does not exist.
OPERATIONS: Mapping[str, frozenset[str]] = {
    "report.bulk": _BULK,
    "token.list": _SESSION_ONLY,
    "token.create": _SESSION_ONLY,
    "token.read": _SESSION_ONLY,
    "token.revoke": _SESSION_ONLY,
    "job.list": _SESSION_ONLY,
    "job.create": _SESSION_ONLY,
    "job.read": _SESSION_ONLY,
    "job.cancel": _SESSION_ONLY,
    "audit.read": _SESSION_ONLY,
    "me.read": _SESSION_ONLY,
    "me.edit": _SESSION_ONLY,
    "role.list": _SESSION_ONLY,
    "role.grant": _SESSION_ONLY,
    "role.revoke": _SESSION_ONLY,
    "role.give_up": _SESSION_ONLY,
    "role.explain": _SESSION_ONLY,
    "invitation.list": _SESSION_ONLY,
    "invitation.create": _SESSION_ONLY,
    "invitation.revoke": _SESSION_ONLY,
    "invitation.accept": _SESSION_ONLY,
    "organisation.create": _SESSION_ONLY,
    "organisation.list": _SESSION_ONLY,
    "organisation.read": _SESSION_ONLY,
    "organisation.edit": _SESSION_ONLY,
    "organisation.leave": _SESSION_ONLY,
    **survey_rules.OPERATIONS,
    **evaluation_rules.OPERATIONS,
    **dataset_rules.OPERATIONS,
    **release_rules.OPERATIONS,
}
READS: Mapping[str, str] = {  # a viewer who may do this operation knows that the thing exists
    "survey": "survey.read",
    "evaluation": "evaluation.read",
    "token": "token.read",
    "job": "job.read",
    "person": "me.read",
    "organisation": "organisation.read",
    "release": "release.read",
    **dataset_rules.READS,
}
A_ROLE = "a role on the data set that permits it"
GATES = (Condition.SIGNED_IN, Condition.IN_SCOPE)  # every rule asks these conditions first
# Unlike these, the rule on the log does not need the thing to exist: it opens the log of deleted things, too.
_ADMINISTERED = (Condition.ADMINISTRATOR, Condition.EXISTS)

RULES: tuple[Rule, ...] = (
    Rule("a-program-sends-reports-in-bulk", "report.bulk", PLATFORM_KIND, (Condition.BY_TOKEN,)),
    Rule("everyone-lists-their-tokens", "token.list", PLATFORM_KIND, ()),
    Rule("everyone-creates-tokens", "token.create", PLATFORM_KIND, ()),
    Rule("an-owner-reads-the-token", "token.read", "token", (Condition.OWNER,)),
    Rule("an-administrator-reads-tokens", "token.read", "token", _ADMINISTERED),
    Rule("an-owner-revokes-the-token", "token.revoke", "token", (Condition.OWNER,)),
    Rule("an-administrator-revokes-tokens", "token.revoke", "token", _ADMINISTERED),
    Rule("everyone-lists-their-jobs", "job.list", PLATFORM_KIND, ()),
    Rule("an-administrator-asks-for-upkeep", "job.create", PLATFORM_KIND, (Condition.ADMINISTRATOR,)),
    Rule("an-owner-reads-the-job", "job.read", "job", (Condition.OWNER,)),
    Rule("an-administrator-reads-jobs", "job.read", "job", _ADMINISTERED),
    Rule("an-owner-cancels-the-job", "job.cancel", "job", (Condition.OWNER,)),
    Rule("an-administrator-cancels-jobs", "job.cancel", "job", _ADMINISTERED),
    Rule("an-administrator-reads-the-log", "audit.read", PLATFORM_KIND, (Condition.ADMINISTRATOR,)),
    Rule("an-owner-reads-the-log-of-a-thing", "audit.read", ANY_KIND, (Condition.OWNER,)),
    Rule("an-administrator-reads-the-log-of-a-thing", "audit.read", ANY_KIND, (Condition.ADMINISTRATOR,)),
    Rule("a-head-reads-the-log-of-the-organisation", "audit.read", "organisation", (Condition.HEAD,)),
    Rule("everyone-reads-their-account", "me.read", "person", (Condition.OWNER,)),
    Rule("everyone-edits-their-account", "me.edit", "person", (Condition.OWNER,)),
    Rule("who-proved-an-address-accepts", "invitation.accept", PLATFORM_KIND, (Condition.VERIFIED,)),
    Rule("who-proved-an-address-creates-organisations", "organisation.create", PLATFORM_KIND, (Condition.VERIFIED,)),
    Rule("everyone-lists-their-organisations", "organisation.list", PLATFORM_KIND, ()),
    Rule("a-head-reads-the-organisation", "organisation.read", "organisation", (Condition.HEAD,)),
    Rule("a-member-reads-the-organisation", "organisation.read", "organisation", (Condition.MEMBER,)),
    Rule("a-head-edits-the-organisation", "organisation.edit", "organisation", (Condition.HEAD,)),
    Rule("a-head-leaves-the-organisation", "organisation.leave", "organisation", (Condition.HEAD,)),
    Rule("a-member-leaves-the-organisation", "organisation.leave", "organisation", (Condition.MEMBER,)),
    Rule("a-head-sees-invitations", "invitation.list", "organisation", (Condition.HEAD,)),
    Rule("a-head-invites-to-the-organisation", "invitation.create", "organisation", (Condition.HEAD,)),
    Rule("a-head-revokes-invitations", "invitation.revoke", "organisation", (Condition.HEAD,)),
    *survey_rules.RULES,
    *evaluation_rules.RULES,
    *dataset_rules.RULES,
    *release_rules.RULES,
)
_RULES_OF: Mapping[str, tuple[Rule, ...]] = {  # rules are found once, because a list decides on each of its things
    operation: tuple(rule for rule in RULES if rule.operation in dataset_rules.IMPLIED.get(operation, (operation,)))
    for operation in OPERATIONS
}


def _in_scope(question: Question) -> bool:
    scopes = question.subject.scopes
    return scopes is None or not scopes.isdisjoint(OPERATIONS.get(question.operation, _SESSION_ONLY))


def _owner(question: Question) -> bool:
    """Returns whether somebody owns the thing: by a role, or because its own row names the person; false for what does
    not exist."""
    subject, facts = question.subject, question.facts
    return facts is not None and (OWNER in subject.roles or facts.owner == subject.person)


def _author(question: Question) -> bool:
    """Returns whether the person made the thing; a role does not count, because the owner of a data set did not write
    the requests for it."""
    return question.facts is not None and question.facts.owner == question.subject.person


def _in_audience(question: Question) -> bool:
    """Returns whether the thing's audience includes the subject."""
    attributes = {} if question.facts is None else question.facts.attributes
    if attributes.get("audience") == "organisation":
        return attributes.get("organisation") in question.subject.organisations
    return attributes.get("audience") == "everyone"


def _recipient(question: Question) -> bool:
    """Returns whether the release was given to the person, for as long as that lasts."""
    given = {} if question.facts is None else question.facts.attributes
    return any(question.subject.person == Ref("person", one) for one in str(given.get("recipients")).split())


def _has(role: str) -> Callable[[Question], bool]:
    """Returns a condition that is met if somebody has the role, and never for what does not exist."""
    return lambda question: question.facts is not None and role in question.subject.roles


_HOLDS: Mapping[Condition, Callable[[Question], bool]] = {
    Condition.SIGNED_IN: lambda question: question.subject.person is not None,
    Condition.IN_SCOPE: _in_scope,
    Condition.VERIFIED: lambda question: question.subject.verified,
    Condition.BY_TOKEN: lambda question: question.subject.scopes is not None,
    Condition.OWNER: _owner,
    Condition.EDITOR: _has(EDITOR),
    Condition.ANALYST: _has(ANALYST),
    Condition.VIEWER: _has(VIEWER),
    Condition.STEWARD: _has(STEWARD),
    Condition.HEAD: _has(ADMINISTRATOR),
    Condition.MEMBER: _has(MEMBER),
    Condition.KEEPER: _has(OWNER),
    Condition.AUTHOR: _author,
    Condition.AUDIENCE: _in_audience,
    Condition.RECIPIENT: _recipient,
    Condition.DATA_OWNER: lambda question: DATA_OWNER not in question.subject.withheld,
    Condition.DATA_USER: lambda question: DATA_USER not in question.subject.withheld,
    Condition.ADMINISTRATOR: lambda question: question.subject.administrator,
    Condition.EXISTS: lambda question: question.facts is not None,
}


def explain(question: Question) -> tuple[Tried, ...]:
    """Returns every rule that speaks of this operation on this kind of thing, with the condition that failed; of what
    others imply, their rules."""
    return tuple(
        Tried(rule.name, _first_failed((*GATES, *rule.conditions), question))
        for rule in _RULES_OF.get(question.operation, ())
        if _speaks_of(rule, question.ref)
    )


def explain_policy(question: Question) -> Verdict | None:
    """Returns what the owner's roles decide, with every rule tried. None if there is no policy to ask, or if policies
    do not decide this operation."""
    if question.policy is None or question.facts is None or question.operation not in dataset_rules.OF_POLICIES:
        return None
    return judge_policy(
        question.policy,
        subject=question.subject,
        holdings=question.holdings,
        operation=question.operation,
        facts=question.facts,
        context=question.context,
    )


def decide(question: Question) -> Decision:
    """Decides a question; an operation that others imply is allowed by the first of them that is; a refusal is that of
    the first."""
    others = dataset_rules.IMPLIED.get(question.operation)
    found = [_judge(question)] if others is None else [_judge(replace(question, operation=one)) for one in others]
    decision = next((one for one in found if one.allowed), found[0])
    return decision if decision.allowed else replace(decision, hidden=_hidden(question))


def _judge(question: Question) -> Decision:
    tried = explain(question)
    version = 0 if question.policy is None else question.policy.version
    written = None if _first_failed(GATES, question) is not None else explain_policy(question)
    forbidding = "" if written is None or written.allowed or _owner(question) else written.rule
    permitting = [step.rule for step in tried if step.failed is None]
    if permitting and not forbidding:
        return Decision(allowed=True, rule=permitting[0], reason="", version=version)
    if written is None or not written.allowed:
        reason = _reason(question, tried)
        return Decision(allowed=False, rule=forbidding, reason=reason, version=version)
    return Decision(
        allowed=True,
        rule=written.rule,
        reason="",
        obligations=written.obligations,
        ways=written.ways,
        version=version,
    )


def _speaks_of(rule: Rule, ref: Ref) -> bool:
    return rule.on == PART_OF.get(ref.kind, ref.kind) or (rule.on == ANY_KIND and ref.kind != PLATFORM_KIND)


def _first_failed(conditions: tuple[Condition, ...], question: Question) -> Condition | None:
    return next((condition for condition in conditions if not _HOLDS[condition](question)), None)


def _reason(question: Question, tried: tuple[Tried, ...]) -> str:
    """Returns the reason of a refusal. It never depends on what an owner wrote, so it tells nothing of a policy."""
    needs = list(dict.fromkeys(str(step.failed) for step in tried if step.failed is not None))
    if question.operation in dataset_rules.OF_POLICIES and Condition.OWNER in needs:
        needs.append(A_ROLE)
    return f"This needs {', or '.join(needs)}." if needs else "No rule allows this."


def _hidden(question: Question) -> bool:
    """Returns whether a refusal hides that the thing exists; not for those stopped at a gate: the gates do not look at
    the thing, so they tell nothing about it."""
    if question.ref.kind == PLATFORM_KIND or _first_failed(GATES, question) is not None:
        return False
    if question.ref.kind not in READS:
        return True
    return not _judge(replace(question, operation=READS[question.ref.kind])).allowed
