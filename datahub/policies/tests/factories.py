"""This module provides a data set, its owner and a policy, for the tests of policies."""

from copy import deepcopy
from typing import Any

from datahub.accounts.models import Person
from datahub.api.facts import Facts
from datahub.api.ref import Ref
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.models import WrittenPolicy
from datahub.policies.services import Permit, authorise
from datahub.policies.tests.write.test_policy_json import OPEN
from datahub.policies.write import policy_store

DATA, VERSION = Ref("dataset", "one"), Ref("dataset_version", "v")
FACTS = Facts(
    name="data",
    url="",
    owner=None,
    parent=None,
    state="loaded",
    attributes={"sensitivity": "quasi"},
    columns={"age": "number"},
)
CAP = {"epsilon": "1", "delta": "0.000001"}
COUNT = {"name": "count", "effect": "permit", "operations": ["synthesise"], "when": [], **OPEN}
SEE = {"name": "see", "effect": "permit", "operations": ["read_metadata"], "when": [], **OPEN}
ROLE: dict[str, Any] = {
    "name": "staff",
    "description": "",
    "anyone": False,
    "delegable": True,
    "groups": [],
    "requires": [],
    "rules": [COUNT | {"epsilon_cap": CAP}, SEE],
}
DOCUMENT: dict[str, Any] = {"roles": [ROLE], "groups": []}


def describe_data(ids: list[str]) -> dict[Ref, Facts]:
    return {DATA: FACTS} if "one" in ids else {}


def describe_versions(ids: list[str]) -> dict[Ref, Facts]:
    return {Ref("dataset_version", id): Facts("v", "", None, DATA, "loaded") for id in ids if id == "v"}


def write(actor: Person, document: dict[str, Any] = DOCUMENT, *, after: int = 0) -> WrittenPolicy:
    return policy_store.write(actor=actor, ref=DATA, facts=FACTS, document=document, after=after)


def with_role(**changes: Any) -> dict[str, Any]:
    return {"roles": [{**deepcopy(ROLE), **changes}], "groups": []}


def may(
    person: Person, operation: str = "dataset.synthesise", ref: Ref = DATA, context: Context = NOTHING_KNOWN
) -> Permit:
    return authorise(viewer=person, operation=operation, ref=ref, context=context)
