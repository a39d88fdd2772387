"""This module is about a collection's plan as its row keeps it: sealed, because a load writes marks of the data into
it.

The seal is bound to the collection's place, which is drawn anew for each load, to how often a plan was sealed there,
and to state and store: an earlier plan does not open in the row as it is now, nor does this plan open in a row that
somebody says is being loaded. And the log of writes holds the digest of the sealed plan: an earlier row, put back
whole, is not the one that the log speaks of.
"""

import json
from dataclasses import replace
from hashlib import sha256

from django.db import transaction

from datahub.vault.collections.rules.plan import Plan
from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.integrity.log import last_of, plan_said
from datahub.vault.integrity.registry import state_plan
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules.purposes import context
from datahub.vault.models import SecureCollection

LONGEST_COUNT = 12  # a number of rows has at most this many digits


@transaction.atomic
def keep_plan(ring: KeyRing, row: SecureCollection, plan: Plan) -> None:
    """Seals a plan for the row's state as it is now, saves the row, and logs it; the row is locked or new."""
    row.plan_number += 1
    row.plan = ring.chunk().seal(_as_text(plan), _belongs_to(row))
    row.save()
    state_plan(row.ref, row.name, sha256(row.plan).digest())


def opened_plan(ring: KeyRing, row: SecureCollection) -> Plan:
    """Opens the security plan of a collection. RecordNotAsWritten: it is not the one that was sealed last."""
    if not _is_logged(row):
        raise RecordNotAsWritten(f"The security plan of {row.ref} {row.name} is not the one that was sealed last.")
    try:
        return Plan.from_json(json.loads(ring.chunk().open(bytes(row.plan), _belongs_to(row))))
    except RecordNotAsWritten:
        detail = f"The plan, state or place of {row.ref} {row.name} is not the one that was sealed last."
        raise RecordNotAsWritten(detail) from None


def _as_text(plan: Plan) -> bytes:
    """Returns the plan as JSON, as long as it would be with any number of rows."""
    without_rows = len(json.dumps(replace(plan, rows=None).to_json()))
    return json.dumps(plan.to_json()).encode().ljust(without_rows + LONGEST_COUNT)


def _is_logged(row: SecureCollection) -> bool:
    entry = last_of(row.ref, row.name)
    return entry is not None and plan_said(entry) == sha256(bytes(row.plan)).hexdigest()


def _belongs_to(row: SecureCollection) -> bytes:
    return context("plan", row.ref, row.name, row.stored_as, row.plan_number, row.state, row.store)
