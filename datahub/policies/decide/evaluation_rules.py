"""These rules say what the platform permits on evaluations of mechanisms. Nobody's answer is in them; they cost the
worker's time."""

from collections.abc import Mapping

from datahub.accounts.rules import READ_SURVEYS, WRITE_SURVEYS
from datahub.policies.decide.vocabulary import PLATFORM_KIND, Condition, Rule

_READING = frozenset({READ_SURVEYS, WRITE_SURVEYS})
_WRITING = frozenset({WRITE_SURVEYS})

OPERATIONS: Mapping[str, frozenset[str]] = {
    "evaluation.create": _WRITING,
    "evaluation.list": _READING,
    "evaluation.read": _READING,
    "evaluation.cancel": _WRITING,
    "evaluation.delete": _WRITING,
}
RULES: tuple[Rule, ...] = (
    Rule("who-proved-an-address-evaluates", "evaluation.create", PLATFORM_KIND, (Condition.VERIFIED,)),
    Rule("everyone-lists-their-evaluations", "evaluation.list", PLATFORM_KIND, ()),
    Rule("an-owner-reads-the-evaluation", "evaluation.read", "evaluation", (Condition.OWNER,)),
    Rule("an-owner-cancels-the-evaluation", "evaluation.cancel", "evaluation", (Condition.OWNER,)),
    Rule("an-owner-deletes-the-evaluation", "evaluation.delete", "evaluation", (Condition.OWNER,)),
)
