"""These rules say what the platform permits on tables that were released. Who makes and gives them is decided on their
data set."""

from collections.abc import Mapping

from datahub.accounts.rules import READ_DATASETS, USE_DATASETS, WRITE_DATASETS
from datahub.policies.decide.vocabulary import PLATFORM_KIND, Condition, Rule

_READING = frozenset({READ_DATASETS, USE_DATASETS, WRITE_DATASETS})
_USING = frozenset({USE_DATASETS, WRITE_DATASETS})

OPERATIONS: Mapping[str, frozenset[str]] = {
    "release.list": _READING,
    "release.read": _READING,
    "release.download": _USING,
}
RULES: tuple[Rule, ...] = (
    Rule("everyone-lists-releases-they-may-see", "release.list", PLATFORM_KIND, ()),
    Rule("an-owner-reads-the-release", "release.read", "release", (Condition.OWNER,)),
    Rule("a-recipient-reads-the-release", "release.read", "release", (Condition.RECIPIENT,)),
    Rule("its-audience-reads-the-release", "release.read", "release", (Condition.AUDIENCE,)),
    Rule("an-owner-downloads-the-release", "release.download", "release", (Condition.OWNER,)),
    Rule("a-recipient-downloads-the-release", "release.download", "release", (Condition.RECIPIENT,)),
    Rule("its-audience-downloads-the-release", "release.download", "release", (Condition.AUDIENCE,)),
)
