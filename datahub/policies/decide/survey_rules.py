"""These rules say what the platform permits on surveys. No Django."""

from collections.abc import Mapping

from datahub.accounts.rules import READ_SURVEYS, WRITE_SURVEYS
from datahub.policies.decide.vocabulary import PLATFORM_KIND, Condition, Rule

_READING = frozenset({READ_SURVEYS, WRITE_SURVEYS})
_WRITING = frozenset({WRITE_SURVEYS})

OPERATIONS: Mapping[str, frozenset[str]] = {
    "survey.create": _WRITING,
    "survey.list": _READING,
    "survey.read": _READING,
    "survey.edit": _WRITING,
    "survey.publish": _WRITING,
    "survey.pause": _WRITING,
    "survey.close": _WRITING,
    "survey.archive": _WRITING,
    "survey.delete": _WRITING,
    "survey.results": _READING,
    "survey.export": _READING,
}
RULES: tuple[Rule, ...] = (
    Rule("who-proved-an-address-creates-surveys", "survey.create", PLATFORM_KIND, (Condition.VERIFIED,)),
    Rule("everyone-lists-their-surveys", "survey.list", PLATFORM_KIND, ()),
    Rule("an-owner-reads-the-survey", "survey.read", "survey", (Condition.OWNER,)),
    Rule("an-editor-reads-the-survey", "survey.read", "survey", (Condition.EDITOR,)),
    Rule("an-analyst-reads-the-survey", "survey.read", "survey", (Condition.ANALYST,)),
    Rule("a-viewer-reads-the-survey", "survey.read", "survey", (Condition.VIEWER,)),
    Rule("a-steward-reads-the-survey", "survey.read", "survey", (Condition.STEWARD,)),
    Rule("an-owner-edits-the-survey", "survey.edit", "survey", (Condition.OWNER,)),
    Rule("an-editor-edits-the-survey", "survey.edit", "survey", (Condition.EDITOR,)),
    Rule("an-owner-publishes-the-survey", "survey.publish", "survey", (Condition.OWNER,)),
    Rule("an-editor-publishes-the-survey", "survey.publish", "survey", (Condition.EDITOR,)),
    Rule("an-owner-pauses-the-survey", "survey.pause", "survey", (Condition.OWNER,)),
    Rule("an-editor-pauses-the-survey", "survey.pause", "survey", (Condition.EDITOR,)),
    Rule("a-steward-pauses-the-survey", "survey.pause", "survey", (Condition.STEWARD,)),
    Rule("an-owner-closes-the-survey", "survey.close", "survey", (Condition.OWNER,)),
    Rule("an-editor-closes-the-survey", "survey.close", "survey", (Condition.EDITOR,)),
    Rule("a-steward-closes-the-survey", "survey.close", "survey", (Condition.STEWARD,)),
    Rule("an-owner-archives-the-survey", "survey.archive", "survey", (Condition.OWNER,)),
    Rule("an-owner-deletes-the-survey", "survey.delete", "survey", (Condition.OWNER,)),
    Rule("a-steward-deletes-the-survey", "survey.delete", "survey", (Condition.STEWARD,)),
    Rule("an-owner-reads-results", "survey.results", "survey", (Condition.OWNER,)),
    Rule("an-editor-reads-results", "survey.results", "survey", (Condition.EDITOR,)),
    Rule("an-analyst-reads-results", "survey.results", "survey", (Condition.ANALYST,)),
    Rule("a-viewer-reads-results", "survey.results", "survey", (Condition.VIEWER,)),
    Rule("an-owner-exports-results", "survey.export", "survey", (Condition.OWNER,)),
    Rule("an-analyst-exports-results", "survey.export", "survey", (Condition.ANALYST,)),
    Rule("an-owner-sees-who-has-which-role", "role.list", "survey", (Condition.OWNER,)),
    Rule("a-steward-sees-who-has-which-role", "role.list", "survey", (Condition.STEWARD,)),
    Rule("an-owner-grants-roles", "role.grant", "survey", (Condition.OWNER,)),
    Rule("an-owner-revokes-roles", "role.revoke", "survey", (Condition.OWNER,)),
    Rule("an-owner-gives-up-their-role", "role.give_up", "survey", (Condition.OWNER,)),
    Rule("an-editor-gives-up-their-role", "role.give_up", "survey", (Condition.EDITOR,)),
    Rule("an-analyst-gives-up-their-role", "role.give_up", "survey", (Condition.ANALYST,)),
    Rule("a-viewer-gives-up-their-role", "role.give_up", "survey", (Condition.VIEWER,)),
    Rule("a-steward-gives-up-their-role", "role.give_up", "survey", (Condition.STEWARD,)),
    Rule("an-owner-asks-what-others-may", "role.explain", "survey", (Condition.OWNER,)),
    Rule("an-owner-sees-invitations", "invitation.list", "survey", (Condition.OWNER,)),
    Rule("an-owner-invites-to-the-survey", "invitation.create", "survey", (Condition.OWNER,)),
    Rule("an-owner-revokes-invitations", "invitation.revoke", "survey", (Condition.OWNER,)),
    Rule("a-steward-reads-the-log-of-the-survey", "audit.read", "survey", (Condition.STEWARD,)),
)
