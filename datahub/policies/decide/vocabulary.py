"""This module is about the words of a decision: who asks what of which thing, what a rule is, and what comes out.
Standard library only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from datahub.api.ref import Ref

OWNER, EDITOR, ANALYST, VIEWER, STEWARD = "owner", "editor", "analyst", "viewer", "steward"
ADMINISTRATOR, MEMBER = "administrator", "member"
ROLES: Mapping[str, frozenset[str]] = {  # a thing of each kind can have these roles
    "survey": frozenset({OWNER, EDITOR, ANALYST, VIEWER, STEWARD}),
    "organisation": frozenset({ADMINISTRATOR, MEMBER}),
    "team": frozenset({MEMBER}),
    "dataset": frozenset({OWNER}),  # the owner of a data set writes further roles: decide.roles
}

PLATFORM_KIND = "platform"
ANY_KIND = "*"
PART_OF: Mapping[str, str] = {"dataset_version": "dataset"}  # the kind on the left is decided as the kind on the right
BY_PARENT = frozenset(
    {"dataset_version", "lineage", "access_request", "release"}
)  # roles on these things are those on their parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A subject is who asks. `roles` are those on the thing asked about; `scopes` is None for a person without a token.

    `organisations` and `teams` are ids; `training_until` is None for whoever has shown no training.
    """

    person: Ref | None
    verified: bool
    administrator: bool
    roles: frozenset[str]
    scopes: frozenset[str] | None
    organisations: frozenset[str] = frozenset()
    teams: frozenset[str] = frozenset()
    training_until: datetime | None = None
    withheld: frozenset[str] = frozenset()  # the person may not have these platform roles


class Condition(StrEnum):
    """A condition is what a rule can ask for; the value completes "needs"."""

    SIGNED_IN = "somebody who is signed in"
    IN_SCOPE = "a token with a scope for this operation"
    VERIFIED = "a proven e-mail address"
    BY_TOKEN = "an API token"  # noqa: S105 - the text is a phrase, not a password
    OWNER = "the owner"
    EDITOR = "an editor"
    ANALYST = "an analyst"
    VIEWER = "a viewer"
    STEWARD = "a steward"
    HEAD = "an administrator of the organisation"
    MEMBER = "a member of the organisation"
    KEEPER = "the owner of the data set"
    AUTHOR = "whoever asked"
    AUDIENCE = "somebody in its audience"
    RECIPIENT = "somebody whom it was given to"
    DATA_OWNER = "somebody who may be a data owner"
    DATA_USER = "somebody who may be a data user"
    ADMINISTRATOR = "an administrator of the platform"
    EXISTS = "a thing that exists"


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    operation: str
    on: str  # a rule is about one kind of thing; ANY_KIND is every kind but the platform
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A tried rule is one that speaks of the question, with the first condition that failed."""

    rule: str
    failed: Condition | None
