"""Checks whether a release may stand beside earlier releases about the same people."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from datahub.analyses.anonymise.prepare import Models, Work
from datahub.analyses.anonymise.rules.anonymity_models import compares
from datahub.analyses.anonymise.rules.figures import ShownRelease
from datahub.analyses.anonymise.rules.hierarchies import paths_of
from datahub.analyses.anonymise.rules.intersection import SUPPRESSED, ClassMap, failing, map_of, people_of
from datahub.analyses.anonymise.rules.table import Codes, Integers, Prepared, different
from datahub.analyses.errors import IntersectionUnproven, Intersects, NotInThisState, PlanRefused
from datahub.analyses.refusal_reasons import Why
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.policies.services import Permit
from datahub.releases.errors import NothingSealed
from datahub.releases.models import Release
from datahub.releases.sealed import classes_of
from datahub.releases.selectors import counting_of
from datahub.vault.keys import keyring
from mechanisms.anonymity.counting import in_order

BETTER = Why("fewer_columns")


def check_alone(people: Ref) -> None:
    """Refuses a second release of the same people while one is being made: two at once would not see each other."""
    others = Release.objects.filter(people=str(people), kind=Release.Kind.ANONYMISED)
    if others.filter(state=Release.State.MAKING).exists():
        raise NotInThisState("Another release of the same people is being made. Wait for it.")


class Beside:
    """This object compares a job's rows with earlier releases of the same people, opened once for all candidates."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._earlier = list(counting_of(people_of_version(work.version)))

    @property
    def released_before(self) -> bool:
        return bool(self._earlier)

    def refusal(self, result: ShownRelease, models: Models) -> PlanRefused | None:
        """Returns why the new release may not stand beside the earlier ones, or None if every release keeps its
        anonymity models for somebody who has them all."""
        if not self._earlier:
            return None
        if compares(models) or any(compares(release.anonymity_models) for release in self._earlier):
            return _unproven(Why("against_people"))
        if isinstance(self._maps, IntersectionUnproven):
            return self._maps
        maps = [*self._maps, self.class_map(result, models)]
        named = people_of(maps)
        if named is None:
            return _unproven(Why("nobody_tells"))
        faults = failing(maps, named)
        return Intersects(" ".join((*faults, BETTER)), whys=(*faults, BETTER)) if faults else None

    def class_map(self, result: ShownRelease, models: Models) -> ClassMap:
        """Returns the classes of the whole release that was made, for comparisons to come."""
        rows, parts = self._work.rows, result.release.parts
        suppressed = np.setdiff1d(np.arange(len(rows.times)), rows.kept)
        row = np.concatenate([rows.kept[parts.row], suppressed])
        classes = np.concatenate([result.classes, np.full(len(suppressed), SUPPRESSED)]).astype(np.int32)
        amount = np.concatenate([parts.amount, rows.times[suppressed]])
        order = np.argsort(self._place[row], kind="stable")
        return replace(self._of_nobody, classes=np.repeat(classes[order], amount[order]), models=list(models))

    @cached_property
    def _maps(self) -> list[ClassMap] | IntersectionUnproven:
        """Returns the class maps of the earlier releases, or why they cannot be compared."""
        permit = self._work.permit
        if any(release.data_set != str(permit.ref) for release in self._earlier):
            return _unproven(Why("another_data_set"))
        try:
            return [map_of(classes_of(permit, release)) for release in self._earlier]
        except NothingSealed as gone:
            return _unproven(gone.detail)

    @cached_property
    def _place(self) -> Integers:
        """Returns where each prepared row stands among all, by all columns of the version: its rows are in this order
        in a class map, and those that are equal in all columns are interchangeable."""
        columns = self._work.rows.columns
        place = different([columns[name] for name in sorted(columns)]).places
        place[in_order(place)] = np.arange(len(place))
        return place

    @cached_property
    def _of_nobody(self) -> ClassMap:
        """Returns the class map of the job's rows with all that does not depend on which class a row is in."""
        rows = self._work.rows
        keyed_by, order = [column.name for column in rows.plan.of("identifying")], np.argsort(self._place)
        return ClassMap(
            version=str(Ref("dataset_version", str(self._work.version.pk))),
            ranks=np.arange(rows.rows, dtype=np.int32),
            keys=_keys(self._work.permit, rows, order, keyed_by),
            keyed_by=keyed_by,
            classes=np.zeros(0, np.int32),
            models=[],
            sensitive={name: _all_rows(rows, codes, order) for name, codes in rows.table.sensitive.items()},
            values={name: list(values) for name, values in rows.sensitive.items()},
            paths={name: paths_of(tree) for name, tree in rows.trees.items() if name in rows.of_sensitive},
        )


def _unproven(why: str) -> IntersectionUnproven:
    return IntersectionUnproven(f"{why} {BETTER}", whys=(why, BETTER))


def people_of_version(version: Version) -> Ref:
    return Ref("lineage", str(version.data_set.lineage_id))


def _all_rows(rows: Prepared, codes: Integers, order: Integers) -> Codes:
    """Returns a code for every row of the version. Suppressed rows get a code too, which nothing reads."""
    of_row = np.zeros(len(rows.times), dtype=np.int32)
    of_row[rows.kept] = codes
    return np.repeat(of_row[order], rows.times[order])


def _keys(permit: Permit, rows: Prepared, order: Integers, names: Sequence[str]) -> list[str]:
    """Returns keyed hashes of the rows, so that nobody learns a name who opens the map. Empty where two rows would have
    one key."""
    if not names or rows.rows > len(rows.times):
        return []
    people = list(zip(*(rows.columns[name].of(order).of_rows() for name in names), strict=True))
    if len(set(people)) < len(people):
        return []
    secret = keyring.keys_of(permit, permit.ref).field("releases", "people", "mac").secret
    return [hmac.new(secret, json.dumps(row).encode(), hashlib.sha256).hexdigest()[:32] for row in people]
