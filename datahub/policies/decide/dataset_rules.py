"""These rules say what the platform itself permits on data sets, requests for them, and their people's budgets. No
Django.

Everything else on a data set is permitted by the roles that its owner writes: decide.roles.
"""

from collections.abc import Mapping

from datahub.accounts.rules import READ_DATASETS, USE_DATASETS, WRITE_DATASETS
from datahub.policies.decide.vocabulary import PLATFORM_KIND, Condition, Rule

_READING = frozenset({READ_DATASETS, USE_DATASETS, WRITE_DATASETS})
_USING = frozenset({USE_DATASETS, WRITE_DATASETS})
_WRITING = frozenset({WRITE_DATASETS})
_SESSION_ONLY: frozenset[str] = frozenset()

USES = (  # these operations take something out of a data set
    "dataset.query",
    "dataset.learn",
    "dataset.synthesise",
    "dataset.anonymise",
    "dataset.see_figures",
    "dataset.release",
    "dataset.run_algorithm",
)
# No code carries these operations out yet.
WITHOUT_A_ROOM = frozenset({"dataset.query", "dataset.learn", "dataset.run_algorithm"})
OF_POLICIES = ("dataset.read_metadata", *USES, "dataset.administer")  # owners can write roles about these operations

OPERATIONS: Mapping[str, frozenset[str]] = {
    "dataset.create": _WRITING,
    "dataset.list": _READING,
    "dataset.read_metadata": _READING,
    "dataset.query": _USING,
    "dataset.learn": _USING,
    "dataset.synthesise": _USING,
    "dataset.anonymise": _USING,
    "dataset.see_figures": _USING,
    "dataset.release": _USING,
    "dataset.run_algorithm": _USING,
    "dataset.list_versions": _USING,
    "dataset.see_rows": _WRITING,
    "dataset.administer": _WRITING,
    "access_request.list": _READING,
    "access_request.create": _USING,
    "access_request.read": _READING,
    "access_request.edit": _USING,
    "access_request.decide": _WRITING,
    "budget.read": _READING,
    "budget.set": _WRITING,
    "place.pass_on": _USING,
    "policy.explain": _READING,
    "standing.read": _SESSION_ONLY,
    "standing.set": _SESSION_ONLY,
}
# Whoever may any of the operations on the right may the one on the left, and nobody else.
IMPLIED: Mapping[str, tuple[str, ...]] = {
    # Each operation concerns one version, which is named by its number.
    "dataset.list_versions": (*USES, "dataset.administer"),
}
READS: Mapping[str, str] = {
    "dataset": "dataset.read_metadata",
    "dataset_version": "dataset.read_metadata",
    "access_request": "access_request.read",
    "lineage": "budget.read",
}
_OWNERS = (Condition.VERIFIED, Condition.DATA_OWNER)
_USERS = (Condition.VERIFIED, Condition.DATA_USER)
RULES: tuple[Rule, ...] = (
    Rule(
        "who-proved-an-address-creates-data-sets",
        "dataset.create",
        PLATFORM_KIND,
        _OWNERS,
    ),
    Rule("everyone-lists-data-sets-they-may-see", "dataset.list", PLATFORM_KIND, ()),
    Rule("an-owner-reads-the-metadata", "dataset.read_metadata", "dataset", (Condition.OWNER,)),
    Rule("its-audience-reads-the-metadata", "dataset.read_metadata", "dataset", (Condition.AUDIENCE,)),
    Rule("an-owner-queries-the-data-set", "dataset.query", "dataset", (Condition.OWNER,)),
    Rule("an-owner-learns-from-the-data-set", "dataset.learn", "dataset", (Condition.OWNER,)),
    Rule("an-owner-synthesises-the-data-set", "dataset.synthesise", "dataset", (Condition.OWNER,)),
    Rule("an-owner-anonymises-the-data-set", "dataset.anonymise", "dataset", (Condition.OWNER,)),
    Rule("an-owner-sees-figures-of-candidates", "dataset.see_figures", "dataset", (Condition.OWNER,)),
    Rule("an-owner-releases-the-data-set", "dataset.release", "dataset", (Condition.OWNER,)),
    Rule("an-owner-runs-algorithms", "dataset.run_algorithm", "dataset", (Condition.OWNER,)),
    Rule("an-owner-sees-rows-of-the-data-set", "dataset.see_rows", "dataset", (Condition.OWNER,)),
    Rule("an-owner-administers-the-data-set", "dataset.administer", "dataset", (Condition.OWNER,)),
    Rule("an-owner-sees-who-owns-the-data-set", "role.list", "dataset", (Condition.OWNER,)),
    Rule("an-owner-shares-owning-the-data-set", "role.grant", "dataset", (Condition.OWNER,)),
    Rule("an-owner-ends-owning-the-data-set", "role.revoke", "dataset", (Condition.OWNER,)),
    Rule("an-owner-asks-what-others-may-with-data", "role.explain", "dataset", (Condition.OWNER,)),
    Rule("everyone-lists-their-requests", "access_request.list", PLATFORM_KIND, ()),
    Rule(
        "who-proved-an-address-asks-for-access",
        "access_request.create",
        PLATFORM_KIND,
        _USERS,
    ),
    Rule("whoever-asked-reads-the-request", "access_request.read", "access_request", (Condition.AUTHOR,)),
    Rule("a-keeper-reads-the-request", "access_request.read", "access_request", (Condition.KEEPER,)),
    Rule("whoever-asked-edits-the-request", "access_request.edit", "access_request", (Condition.AUTHOR,)),
    Rule("a-keeper-decides-the-request", "access_request.decide", "access_request", (Condition.KEEPER,)),
    Rule("an-owner-reads-the-budget-of-a-data-set", "budget.read", "dataset", (Condition.OWNER,)),
    Rule("an-owner-sets-the-budget-of-a-data-set", "budget.set", "dataset", (Condition.OWNER,)),
    Rule("an-owner-reads-the-budget-of-people", "budget.read", "lineage", (Condition.OWNER,)),
    Rule("an-owner-sets-the-budget-of-people", "budget.set", "lineage", (Condition.OWNER,)),
    Rule("who-proved-an-address-passes-roles-on", "place.pass_on", PLATFORM_KIND, (Condition.VERIFIED,)),
    Rule("everyone-asks-what-they-may", "policy.explain", PLATFORM_KIND, ()),
    Rule("everyone-reads-what-they-may-be", "standing.read", PLATFORM_KIND, ()),
    Rule("an-administrator-states-what-people-may-be", "standing.set", PLATFORM_KIND, (Condition.ADMINISTRATOR,)),
)
