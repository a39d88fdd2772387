"""Simulates the phones of respondents: each draws the questions it sends, perturbs their answers and packs a report as
the page does."""

import base64
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import Entropy, SeededEntropy
from mechanisms.ldp.shapes.lots import lots_of
from surveys.demonstration.people import People
from surveys.publishing.layout import DRAW_BYTES

KEY_WORDS = 4

Json = Mapping[str, Any]


def reports(definition: Json, version: str, people: People, seed: int) -> list[dict[str, Any]]:
    """Returns one report for each person, in order. The same seed gives the same reports, so sending them again is
    harmless.

    The demonstration's surveys have one level, and each of their questions is a block of one field.
    """
    entropy = SeededEntropy(seed)
    keys = entropy.words(KEY_WORDS * len(people)).reshape(len(people), KEY_WORDS)
    [level] = definition["levels"]
    records = [b""] * len(people)
    for head, blocks, members in _draws(level, len(people), entropy):
        for person, record in zip(members, _records(definition, blocks, people, members, entropy), strict=True):
            records[person] = (head + record).ljust(level["record_bytes"], b"\0")
    return [
        {"key": _text(key.tobytes()), "level": level["id"], "proof": "", "record": _text(record), "version": version}
        for key, record in zip(keys, records, strict=True)
    ]


def _draws(level: Json, people: int, entropy: Entropy) -> Iterator[tuple[bytes, list[Json], NDArray[np.int64]]]:
    """Yields each draw: the head of a record, its blocks, and the people who drew it; where all questions are sent
    there is one draw of everything."""
    if "draws" not in level:
        yield b"", level["blocks"], np.arange(people)
        return
    lots = lots_of(entropy.words(people), [draw["weight"] for draw in level["draws"]])
    blocks = {block["block"]: block for block in level["blocks"]}
    for number, draw in enumerate(level["draws"]):
        own = [blocks[id] for id in draw["blocks"]]
        yield number.to_bytes(DRAW_BYTES, "big"), own, np.flatnonzero(lots == number)


def _records(
    definition: Json, blocks: list[Json], people: People, members: NDArray[np.int64], entropy: Entropy
) -> list[bytes]:
    fields = {field["id"]: field for block in definition["blocks"] for field in block["fields"]}
    columns = []
    for drawn in (drawn for block in blocks for drawn in block["fields"]):
        field = fields[drawn["field"]]
        oracle = mechanism(drawn["mechanism"], answers=field["answers"], epsilon=drawn["epsilon"])
        columns.append(oracle.perturb_many(people.answers[field["of"][0]][members], entropy))
    return [row.tobytes() for row in np.concatenate(columns, axis=1)]


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
