"""Simulates the phones of respondents: each person picks a level, perturbs, and packs the report exactly as the page
does."""

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy
from surveys.demonstration.people import LEVEL_PERCENT, People

KEY_WORDS = 4


def reports(definition: Mapping[str, Any], version: str, people: People, seed: int) -> list[dict[str, Any]]:
    """Returns one report a person, in their order. The same seed gives the same reports: sending again is harmless."""
    entropy = SeededEntropy(seed)
    levels = _chosen_levels(len(people), entropy)
    keys = entropy.words(KEY_WORDS * len(people)).reshape(len(people), KEY_WORDS)
    records: list[bytes] = [b""] * len(people)
    for level in definition["levels"]:
        members = np.flatnonzero(levels == level["id"])
        for person, record in zip(members, _records(definition, level, people, members, entropy), strict=True):
            records[person] = record
    return [
        {"key": _text(key.tobytes()), "level": int(level), "proof": "", "record": _text(record), "version": version}
        for key, level, record in zip(keys, levels, records, strict=True)
    ]


def _chosen_levels(people: int, entropy: SeededEntropy) -> NDArray[np.int64]:
    """Returns the level of each person: exactly uniform draws below 100, cut at the percentages of the levels."""
    accepted = np.empty(0, dtype=np.uint32)
    while len(accepted) < people:
        words = entropy.words(people)
        accepted = np.concatenate([accepted, words[words < 2**32 - 2**32 % 100]])
    return np.searchsorted(np.cumsum(LEVEL_PERCENT), accepted[:people] % 100, side="right")


def _records(
    definition: Mapping[str, Any],
    level: Mapping[str, Any],
    people: People,
    members: NDArray[np.int64],
    entropy: SeededEntropy,
) -> list[bytes]:
    """Returns the records of people at one level. Each question of the demonstration has a block of one field."""
    fields = {field["id"]: field for block in definition["blocks"] for field in block["fields"]}
    columns = []
    for drawn in (drawn for block in level["blocks"] for drawn in block["fields"]):
        field = fields[drawn["field"]]
        oracle = mechanism(drawn["mechanism"], answers=field["answers"], epsilon=drawn["epsilon"])
        columns.append(oracle.perturb_many(people.answers[field["of"][0]][members], entropy))
    return [row.tobytes() for row in np.concatenate(columns, axis=1)]


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
