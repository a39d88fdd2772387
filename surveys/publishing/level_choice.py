"""This module is about levels that are chosen question by question, each before its options are touched.

A report to such a version states a level for each block, in the blocks' order: "021". A block that some people are not
asked has no choice and is always at the most protective level: a level that only those could choose who were asked
would tell who was.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from surveys.errors import UnknownLevel
from surveys.publishing.definition import PER_QUESTION, PER_REPORT, Block, Definition
from surveys.publishing.layout import Layout, Level, Part

MOST_PROTECTIVE = 0


def layout_of(definition: Definition, level: int | str) -> Layout:
    """Returns the layout of the record of a report that states this level; raises UnknownLevel where the version's page
    could not have. Where some of the blocks are sent, `Level.drawn` of the record's head says which."""
    if definition.level_choice == PER_QUESTION:
        return _composed(definition, levels_of(definition, level))
    if not isinstance(level, int) or level >= len(definition.levels):
        raise UnknownLevel(f"The version has {len(definition.levels)} levels, counted from 0.")
    return definition.levels[level]


def levels_of(definition: Definition, level: int | str) -> tuple[int, ...]:
    """Returns the level of each block of a report to a version whose levels are chosen by question."""
    if not isinstance(level, str) or len(level) != len(definition.blocks):
        raise UnknownLevel(f"A report to this version states a level for each of {len(definition.blocks)} blocks.")
    levels = tuple(int(digit) for digit in level)
    for block, chosen in zip(definition.blocks, levels, strict=True):
        most = MOST_PROTECTIVE if block.conditional else len(definition.levels) - 1
        if chosen > most:
            raise UnknownLevel(f"Block {block.id} has the levels 0 to {most}.")
    return levels


def lengths_of(definition: Definition) -> list[list[int]]:
    """Returns how many bytes of a record are each block's own, at each level."""
    return [
        [sum(part.stop - part.start for part in _parts(definition, block, level.id)) for level in definition.levels]
        for block in definition.blocks
    ]


def apart(lengths: Sequence[Sequence[int]], level: str, record: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields the level and the piece of the record of each block; they are kept separately, so that nothing links a
    report's levels."""
    start = 0
    for of_block, digit in zip(lengths, level, strict=True):
        stop = start + of_block[int(digit)]
        yield int(digit), record[start:stop]
        start = stop


def offered(definition: Definition, field: str) -> Sequence[Level]:
    """Returns the levels that reports of this field can have."""
    block = next(block for block in definition.blocks if field in block.fields)
    fixed = definition.level_choice == PER_QUESTION and block.conditional
    return definition.levels[: MOST_PROTECTIVE + 1] if fixed else definition.levels


def worst_case(definition: Definition) -> Decimal:
    """Returns the largest epsilon that a report can cost, whatever is chosen."""
    if definition.level_choice == PER_REPORT:
        return max(level.eps_report for level in definition.levels)
    return sum(
        (
            max(_spent(_parts(definition, block, level.id)) for level in offered(definition, block.fields[0]))
            for block in definition.blocks
        ),
        Decimal(0),
    )


def _composed(definition: Definition, levels: tuple[int, ...]) -> Layout:
    parts: list[Part] = []
    start = 0
    for block, chosen in zip(definition.blocks, levels, strict=True):
        for part in _parts(definition, block, chosen):
            stop = start + part.stop - part.start
            parts.append(replace(part, start=start, stop=stop))
            start = stop
    return Layout(eps_report=_spent(parts), record_bytes=start, parts=tuple(parts))


def _parts(definition: Definition, block: Block, level: int) -> list[Part]:
    return [part for part in definition.levels[level].parts if part.field in block.fields]


def _spent(parts: list[Part]) -> Decimal:
    return sum((Decimal(part.mechanism.epsilon) for part in parts), Decimal(0))
