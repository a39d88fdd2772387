"""Whether a release may stand beside those that were made of the same people before."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from datahub.analyses.errors import IntersectionUnproven, Intersects, NotInThisState
from datahub.analyses.rules.figures import Found
from datahub.analyses.rules.hierarchies import paths_of
from datahub.analyses.rules.intersection import SUPPRESSED, ClassMap, failing, people_of
from datahub.analyses.rules.table import Columns, Integers, Prepared
from datahub.api.problem import Problem
from datahub.api.ref import Ref
from datahub.policies.services import Permit
from datahub.releases.errors import NothingSealed
from datahub.releases.models import Release
from datahub.releases.sealed import classes_of
from datahub.releases.selectors import counting_of
from datahub.vault import keyring

BETTER = "Give recipients fewer columns of the release that there is."


def check_alone(people: Ref) -> None:
    """One at a time: two at once would not see each other."""
    if Release.objects.filter(people=str(people), state=Release.State.MAKING).exists():
        raise NotInThisState("Another release of the same people is being made. Wait for it.")


def refusal_beside(permit: Permit, people: Ref, new: ClassMap) -> Problem | None:
    """None: every release keeps its models beside the new one, for somebody who has them all."""
    earlier = list(counting_of(people))
    if not earlier:
        return None
    if any(release.data_set != str(permit.ref) for release in earlier):
        said = "Another data set about the same people has a release, and its rows cannot be compared from here."
        return IntersectionUnproven(f"{said} {BETTER}")
    try:
        maps = [ClassMap(**json.loads(classes_of(permit, release))) for release in earlier]
    except NothingSealed as gone:
        return IntersectionUnproven(f"{gone.detail} {BETTER}")
    named = people_of([*maps, new])
    if named is None:
        said = "No identifying column tells which rows of an earlier release are about the same people."
        return IntersectionUnproven(f"{said} {BETTER}")
    found = failing([*maps, new], named)
    return Intersects(" ".join((*found, BETTER))) if found else None


def class_map(
    permit: Permit, version: Ref, rows: Prepared, made: Found, models: Sequence[Mapping[str, Any]]
) -> ClassMap:
    classes = np.full(rows.rows, SUPPRESSED, dtype=np.int64)
    classes[rows.kept] = made.classes
    keyed_by = [column.name for column in rows.plan.of("identifying")]
    return ClassMap(
        version=str(version),
        ranks=_ranks(rows.columns).tolist(),
        keys=_keys(permit, rows.columns, keyed_by),
        keyed_by=keyed_by,
        classes=classes.tolist(),
        models=list(models),
        sensitive={name: _all_rows(rows, codes) for name, codes in rows.table.sensitive.items()},
        values={name: list(values) for name, values in rows.sensitive.items()},
        paths={name: paths_of(tree) for name, tree in rows.trees.items() if name in rows.of_sensitive},
    )


def _all_rows(rows: Prepared, codes: Integers) -> list[int]:
    """Suppressed rows have a place, and are not looked at."""
    found = np.zeros(rows.rows, dtype=np.int64)
    found[rows.kept] = codes
    return [int(code) for code in found]


def _ranks(columns: Columns) -> Integers:
    """Rows that are equal in every column of the version are interchangeable."""
    order = np.lexsort([columns[name].codes for name in sorted(columns, reverse=True)])
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _keys(permit: Permit, columns: Columns, names: Sequence[str]) -> list[str]:
    """Keyed hashes, so that nobody learns a name who opens the map. Empty where two rows would have one key."""
    if not names:
        return []
    rows = list(zip(*(columns[name].of_rows() for name in names), strict=True))
    if len(set(rows)) < len(rows):
        return []
    secret = keyring.keys_of(permit, permit.ref).field("releases", "people", "mac").secret
    return [hmac.new(secret, json.dumps(row).encode(), hashlib.sha256).hexdigest()[:32] for row in rows]
