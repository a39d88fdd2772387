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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datahub.analyses.anonymise.rules.anonymity_models import model_of
from datahub.analyses.anonymise.rules.hierarchies import only
from datahub.analyses.refusal_reasons import Why
from datahub.releases.rules.guarantees import least_k
from mechanisms.anonymity.classes import Classes, Integers
from mechanisms.anonymity.counting import counted_rows, counts_of, packed, ranked
from mechanisms.anonymity.hierarchy import Hierarchy, from_paths
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.models.model import all_hold

FOUR_BYTES = np.dtype("<i4")
ROWS_AT_ONCE = 3 << 18  # a multiple of three, of which base64 has no rest
Codes = NDArray[np.int32]
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
    ranks: Codes
    keys: Sequence[str]
    keyed_by: Sequence[str]
    classes: Codes
    models: Sequence[Mapping[str, Any]]
    sensitive: Mapping[str, Codes]
    values: Mapping[str, Sequence[str]]
    paths: Mapping[str, Sequence[Sequence[str]]]

    def blocks(self) -> Iterator[bytes]:
        """Yields the map as JSON, block by block; numbers of rows are one text for a column, of four bytes a row in
        base64."""
        numbers = {"ranks": self.ranks, "classes": self.classes}
        of_rows = {*numbers, "sensitive"}
        others = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in of_rows}
        yield json.dumps(others).encode()[:-1]
        for name, column in numbers.items():
            yield f', "{name}": '.encode()
            yield from _written(column)
        yield b', "sensitive": {'
        for place, (name, column) in enumerate(self.sensitive.items()):
            yield f"{', ' if place else ''}{json.dumps(name)}: ".encode()
            yield from _written(column)
        yield b"}}"


def map_of(written: bytes) -> ClassMap:
    """Returns the map that was written so."""
    content = json.loads(written)
    sensitive = {name: _read(codes) for name, codes in content["sensitive"].items()}
    content |= {"ranks": _read(content["ranks"]), "classes": _read(content["classes"]), "sensitive": sensitive}
    return ClassMap(**content)


def _written(numbers: Integers | Codes) -> Iterator[bytes]:
    yield b'"'
    for start in range(0, len(numbers), ROWS_AT_ONCE):
        yield b64encode(numbers[start : start + ROWS_AT_ONCE].astype(FOUR_BYTES).tobytes())
    yield b'"'


def _read(text: str) -> Codes:
    return np.frombuffer(b64decode(text), FOUR_BYTES)


def people_of(releases: Sequence[ClassMap]) -> Sequence[Codes | Sequence[str]] | None:
    """Returns the people that the rows of each release are about, in names that all releases share. None: nothing says
    so."""
    if len({release.version for release in releases}) == 1:
        return [release.ranks for release in releases]
    same = len({tuple(release.keyed_by) for release in releases}) == 1
    return [release.keys for release in releases] if same and all(release.keys for release in releases) else None


def failing(releases: Sequence[ClassMap], people: Sequence[Codes | Sequence[str]]) -> list[Why]:
    """Returns a sentence about each release that does not hold its models any more beside the others; empty: all do."""
    persons = _numbered(people)
    many = 1 + max(int(numbers.max(initial=-1)) for numbers in persons)
    classes_of_persons = []
    for numbers, class_map in zip(persons, releases, strict=True):
        class_of = np.full(many, ABSENT, dtype=np.int32)
        class_of[numbers] = class_map.classes
        classes_of_persons.append(class_of)
    largest = max(least_k(release.models) for release in releases)
    reasons = []
    for number, (numbers, class_map) in enumerate(zip(persons, releases, strict=True), 1):
        cut = _cut(class_map, numbers, classes_of_persons)
        models = [KAnonymity(largest), *(model_of(model, _trees(class_map)) for model in class_map.models)]
        holds = all_hold(models, cut, cut.whole())
        if not holds.all():
            groups, rows = int((~holds).sum()), int(cut.sizes[~holds].min())
            reasons.append(Why("of_release", number=number, releases=len(releases), groups=groups, rows=rows))
    return reasons


def _numbered(people: Sequence[Codes | Sequence[str]]) -> Sequence[Codes | Integers]:
    """Returns the number of each row's person, which is the same in all releases. Ranks are numbers already."""
    arrays = [np.asarray(names) for names in people]
    if all(array.dtype.kind in "iu" for array in arrays):
        return arrays
    numbers = np.unique(np.concatenate(arrays), return_inverse=True)[1]
    return np.split(numbers, np.cumsum([len(names) for names in people])[:-1])


def _cut(class_map: ClassMap, persons: Codes | Integers, classes_of_persons: Sequence[Codes]) -> Classes:
    """Returns the classes of a release, cut by the classes that its rows have in each. Suppressed rows are in no class
    of their own release. Rows are counted in blocks, so that no more is held of them than their different ones."""
    values = [len(class_map.values[name]) for name in class_map.sensitive]
    sizes = [1 - ABSENT + int(classes.max(initial=0)) for classes in classes_of_persons] + values
    rows, times = np.empty((0, len(sizes)), np.int32), np.empty(0, np.int64)
    for start in range(0, len(persons), ROWS_AT_ONCE):
        block = slice(start, start + ROWS_AT_ONCE)
        live = class_map.classes[block] != SUPPRESSED
        own = persons[block][live]
        columns = [classes[own] - ABSENT for classes in classes_of_persons]
        columns += [codes[block][live] for codes in class_map.sensitive.values()]
        rows, times = counted_rows(
            np.concatenate([rows, np.stack(columns, axis=1)]),
            np.concatenate([times, np.ones(len(own), np.int64)]),
            sizes,
        )
    keys = len(classes_of_persons)
    first, groups = ranked(packed((codes.astype(np.int64) for codes in rows.T[:keys]), sizes[:keys]))
    return Classes(
        sizes=counts_of(groups, times, len(first)),
        sensitive={
            name: counts_of(groups * many + rows[:, keys + place], times, len(first) * many).reshape(len(first), many)
            for place, (name, many) in enumerate(zip(class_map.sensitive, values, strict=True))
        },
    )


def _trees(class_map: ClassMap) -> dict[str, Hierarchy]:
    return {name: only(from_paths(name, paths), class_map.values[name]) for name, paths in class_map.paths.items()}
