"""These rules check whether releases about the same people keep their anonymity models for somebody who has all of
them.

Whoever holds several tables and knows a person finds a class in each, and the person among the rows that are in all of
them. So each release is cut by the classes of all others, and by who is missing there; what is left must hold its own
models, and the largest k of any.

This takes every class as known for certain. Where boxes lie over each other an attacker knows less, so a pair that is
refused may be safe; one that passes holds its models.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from datahub.analyses.anonymise.rules.anonymity_models import model_of
from datahub.analyses.anonymise.rules.hierarchies import only
from datahub.analyses.refusal_reasons import Why
from datahub.releases.rules.guarantees import least_k
from mechanisms.anonymity.classes import Classes, Integers
from mechanisms.anonymity.counting import packed, ranked
from mechanisms.anonymity.hierarchy import Hierarchy, from_paths
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.models.model import all_hold

FOUR_BYTES = np.dtype("<i4")
# These codes stand in place of a class: nothing is released of the row, or the row is not in the release.
SUPPRESSED, ABSENT = -1, -2


@dataclass(frozen=True, kw_only=True)
class ClassMap:
    """A class map is one release, row by row: the class, and the codes of sensitive values.

    `ranks` are places of the rows among all of the version, by content; `keys` say who the row is about, by the columns
    `keyed_by`, and are empty where those do not tell all people apart. `values[column]` lists what the codes of a
    sensitive column stand for; `paths` are hierarchies of such columns.
    """

    version: str
    ranks: Integers
    keys: Sequence[str]
    keyed_by: Sequence[str]
    classes: Integers
    models: Sequence[Mapping[str, Any]]
    sensitive: Mapping[str, Integers]
    values: Mapping[str, Sequence[str]]
    paths: Mapping[str, Sequence[Sequence[str]]]

    def to_bytes(self) -> bytes:
        """Returns the map as JSON; numbers of rows are one text for a column, of four bytes a row in base64."""
        content = {field.name: getattr(self, field.name) for field in fields(self)}
        sensitive = {name: _written(codes) for name, codes in self.sensitive.items()}
        content |= {"ranks": _written(self.ranks), "classes": _written(self.classes), "sensitive": sensitive}
        return json.dumps(content).encode()


def map_of(written: bytes) -> ClassMap:
    """Returns the map that was written so."""
    content = json.loads(written)
    sensitive = {name: _read(codes) for name, codes in content["sensitive"].items()}
    content |= {"ranks": _read(content["ranks"]), "classes": _read(content["classes"]), "sensitive": sensitive}
    return ClassMap(**content)


def _written(numbers: Integers) -> str:
    return b64encode(numbers.astype(FOUR_BYTES).tobytes()).decode()


def _read(text: str) -> Integers:
    return np.frombuffer(b64decode(text), FOUR_BYTES).astype(np.int64)


def people_of(releases: Sequence[ClassMap]) -> Sequence[Integers | Sequence[str]] | None:
    """Returns the people that the rows of each release are about, in names that all releases share. None: nothing says
    so."""
    if len({release.version for release in releases}) == 1:
        return [release.ranks for release in releases]
    same = len({tuple(release.keyed_by) for release in releases}) == 1
    return [release.keys for release in releases] if same and all(release.keys for release in releases) else None


def failing(releases: Sequence[ClassMap], people: Sequence[Integers | Sequence[str]]) -> list[Why]:
    """Returns a sentence about each release that does not hold its models any more beside the others; empty: all do."""
    persons = _numbered(people)
    many = 1 + max(int(numbers.max(initial=-1)) for numbers in persons)
    classes_of_persons = []
    for numbers, class_map in zip(persons, releases, strict=True):
        class_of = np.full(many, ABSENT, dtype=np.int64)
        class_of[numbers] = class_map.classes
        classes_of_persons.append(class_of)
    largest = max(least_k(release.models) for release in releases)
    reasons = []
    for number, (numbers, class_map) in enumerate(zip(persons, releases, strict=True), 1):
        cut = _cut(class_map, [class_of[numbers] for class_of in classes_of_persons])
        models = [KAnonymity(largest), *(model_of(model, _trees(class_map)) for model in class_map.models)]
        holds = all_hold(models, cut, cut.whole())
        if not holds.all():
            groups, rows = int((~holds).sum()), int(cut.sizes[~holds].min())
            reasons.append(Why("of_release", number=number, releases=len(releases), groups=groups, rows=rows))
    return reasons


def _numbered(people: Sequence[Integers | Sequence[str]]) -> list[Integers]:
    """Returns the number of each row's person, which is the same in all releases."""
    numbers = np.unique(np.concatenate([np.asarray(names) for names in people]), return_inverse=True)[1]
    return np.split(numbers, np.cumsum([len(names) for names in people])[:-1])


def _cut(class_map: ClassMap, classes_of_rows: Sequence[Integers]) -> Classes:
    """Returns the classes of a release, cut by the classes that its rows have in each. Suppressed rows are in no class
    of their own release."""
    live = np.flatnonzero(class_map.classes != SUPPRESSED)
    keys = [classes[live] - ABSENT for classes in classes_of_rows]
    first, groups = ranked(packed(keys, [1 + int(key.max(initial=0)) for key in keys]))
    codes = {name: given[live] for name, given in class_map.sensitive.items()}
    return Classes(
        sizes=np.bincount(groups, minlength=len(first)).astype(np.int64),
        sensitive={
            name: _counts(groups, given, len(first), len(class_map.values[name])) for name, given in codes.items()
        },
    )


def _counts(groups: Integers, codes: Integers, many: int, values: int) -> Integers:
    return np.bincount(groups * values + codes, minlength=many * values).reshape(many, values).astype(np.int64)


def _trees(class_map: ClassMap) -> dict[str, Hierarchy]:
    return {name: only(from_paths(name, paths), class_map.values[name]) for name, paths in class_map.paths.items()}
