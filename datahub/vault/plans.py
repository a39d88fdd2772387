"""A collection's plan as its row keeps it: sealed, because a load writes marks of the data into it."""

import json

from datahub.vault.keyring import KeyRing
from datahub.vault.models import SecureCollection
from datahub.vault.rules.plan import Plan


def sealed_plan(ring: KeyRing, name: str, plan: Plan) -> bytes:
    return ring.chunk().seal(json.dumps(plan.to_json()).encode(), b"plan of " + name.encode())


def opened_plan(ring: KeyRing, row: SecureCollection) -> Plan:
    return Plan.from_json(json.loads(ring.chunk().open(bytes(row.plan), b"plan of " + row.name.encode())))
