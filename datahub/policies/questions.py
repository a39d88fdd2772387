"""These functions collect the facts for a decision: who asks, on which things, and what owners wrote about them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from datahub.accounts.models import Membership, Person, Token
from datahub.accounts.rules import state_of_token
from datahub.accounts.second_factors import may_act_as_administrator
from datahub.accounts.selectors import has_proven_address
from datahub.accounts.services import ref_of
from datahub.api.facts import Facts
from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.policies import clock
from datahub.policies.decide import rules, vocabulary
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.decide.roles import Policy
from datahub.policies.models import Standing
from datahub.policies.selectors import roles_of_each
from datahub.policies.write import policy_store

NOBODY = vocabulary.Subject(person=None, verified=False, administrator=False, roles=frozenset(), scopes=None)
AT_ONCE = 1_000  # the facts of at most this many things are in memory together


@dataclass(frozen=True, slots=True)
class _Asker:
    """An asker has the facts about a person that are the same whatever they ask for."""

    verified: bool
    training_until: datetime | None
    withheld: frozenset[str]
    organisations: frozenset[str]
    teams: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Thing:
    """A thing is asked about; `home` is where roles on it are held: itself, or what it belongs to."""

    ref: Ref
    facts: Facts | None
    home: Ref

    @property
    def has_policies(self) -> bool:
        return self.home.kind in policy_store.KINDS

    @property
    def is_watched(self) -> bool:
        """Returns whether a person's training, and what an administrator withheld from them, count for it."""
        return self.has_policies or self.ref.kind == vocabulary.PLATFORM_KIND


def question_of(
    viewer: Person | AnonymousUser,
    operation: str,
    ref: Ref,
    *,
    token: Token | None = None,
    context: Context = NOTHING_KNOWN,
    policy: Policy | None = None,
) -> rules.Question:
    """Returns all facts for a decision. If `policy` is given, it replaces the policy that counts."""
    if not isinstance(viewer, Person) or not viewer.is_active:
        return rules.Question(NOBODY, operation, ref, None)
    (thing,) = _things([ref])
    tried_out = None if policy is None else {thing.home: policy}
    return _questions(viewer, operation, [thing], token=token, context=context, policies=tried_out)[0]


def questions_of(viewer: Person, operation: str, refs: Sequence[Ref]) -> Iterable[rules.Question]:
    """Yields a question for each thing. A thousand things need no more queries than one."""
    for start in range(0, len(refs), AT_ONCE):
        things = _things(refs[start : start + AT_ONCE])
        yield from _questions(viewer, operation, things, token=None, context=NOTHING_KNOWN, policies=None)


def _questions(
    viewer: Person,
    operation: str,
    things: Sequence[_Thing],
    *,
    token: Token | None,
    context: Context,
    policies: Mapping[Ref, Policy] | None,
) -> list[rules.Question]:
    asker = _asker(
        viewer,
        with_standing=any(thing.is_watched for thing in things),
        with_places=any(thing.has_policies for thing in things),
    )
    if policies is None:
        policies = policy_store.policies_on({thing.home for thing in things if thing.facts is not None})
    roles = roles_of_each(viewer, {thing.home for thing in things if thing.ref.kind != vocabulary.PLATFORM_KIND})
    holdings = policy_store.holdings(viewer, policies, asker.teams)
    known = context if context.time is not None or not policies else replace(context, time=clock.now())
    scopes, administrator = _scopes(viewer, token), may_act_as_administrator(viewer)
    questions = []
    for thing in things:
        policy = policies.get(thing.home)
        subject = vocabulary.Subject(
            person=ref_of(viewer),
            verified=asker.verified,
            administrator=administrator,
            roles=roles.get(thing.home, frozenset()),
            scopes=scopes,
            organisations=asker.organisations if thing.has_policies else frozenset(),
            teams=asker.teams if policy is not None else frozenset(),
            training_until=asker.training_until if thing.is_watched else None,
            withheld=asker.withheld if thing.is_watched else frozenset(),
        )
        question = rules.Question(subject, operation, thing.ref, thing.facts)
        if policy is not None:
            question = replace(question, context=known, policy=policy, holdings=holdings[thing.home])
        questions.append(question)
    return questions


def _asker(viewer: Person, *, with_standing: bool, with_places: bool) -> _Asker:
    standings = Standing.objects.filter(person=viewer).values_list("training_until", "withheld")
    training_until, withheld = (standings.first() if with_standing else None) or (None, ())
    places = Membership.objects.filter(person=viewer).values_list("organisation_id", "teams__team_id")
    pairs = list(places) if with_places else []
    return _Asker(
        verified=has_proven_address(viewer),
        training_until=training_until,
        withheld=frozenset(withheld),
        organisations=frozenset(str(organisation) for organisation, _ in pairs),
        teams=frozenset(str(team) for _, team in pairs if team is not None),
    )


def _things(refs: Sequence[Ref]) -> list[_Thing]:
    """Returns the things that are asked about. A version has the facts of its data set, too."""
    facts = describe(ref for ref in refs if ref.kind != vocabulary.PLATFORM_KIND)
    parents = {ref: of.parent for ref, of in facts.items() if of.parent and ref.kind in vocabulary.BY_PARENT}
    above = describe({parent for ref, parent in parents.items() if ref.kind in vocabulary.PART_OF})
    return [_Thing(ref, _with(facts.get(ref), above.get(parents.get(ref, ref))), parents.get(ref, ref)) for ref in refs]


def _with(facts: Facts | None, above: Facts | None) -> Facts | None:
    if facts is None or above is None:
        return facts
    return replace(facts, attributes={**above.attributes, **facts.attributes}, columns=facts.columns or above.columns)


def _scopes(viewer: Person, token: Token | None) -> frozenset[str] | None:
    """Returns the scopes of a token; none are left once the token has ended, so that a job it started does not outlive
    it. None: no token limits what is asked."""
    if token is None:
        return None
    state = state_of_token(expires_at=token.expires_at, revoked_at=token.revoked_at, now=timezone.now())
    return frozenset(token.scopes) if state == "active" and token.person_id == viewer.pk else frozenset()
