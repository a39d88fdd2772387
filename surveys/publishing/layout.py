"""A layout says how the levels of a version treat its fields, and where reports lie in a record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.publishing.blocks import Mechanism
from surveys.publishing.draws import Draw, inclusion_of

DRAW_BYTES = 1  # A record begins with the number of its draw, where only some blocks are sent.


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part says how one level treats one field, and where its report lies in the record."""

    field: str
    block: str
    mechanism: Mechanism
    start: int
    stop: int

    @property
    def oracle(self) -> FrequencyOracle:
        """Returns the mechanism of a field with answers."""
        if not isinstance(self.mechanism, FrequencyOracle):
            raise TypeError(f"field {self.field} is a number; its reports support no answers")
        return self.mechanism

    @property
    def number(self) -> NumberMechanism:
        """Returns the mechanism of a field that is a number everybody has."""
        if not isinstance(self.mechanism, NumberMechanism):
            raise TypeError(f"field {self.field} has answers, or may be skipped; it is no number that everybody has")
        return self.mechanism

    @property
    def number_or_skipped(self) -> NumberOrSkipped:
        """Returns the mechanism of a field for a number that some respondents may not have."""
        if not isinstance(self.mechanism, NumberOrSkipped):
            raise TypeError(f"field {self.field} is no number that may be skipped")
        return self.mechanism


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A layout says what a record is made of, and what it costs the respondent."""

    eps_report: Decimal
    record_bytes: int
    parts: tuple[Part, ...]

    def part(self, field: str) -> Part:
        return next(part for part in self.parts if part.field == field)


@dataclass(frozen=True, kw_only=True)
class Level(Layout):
    """A level has `parts` for every block, positioned as if all blocks were sent. `draws` is empty where all are."""

    id: int
    draws: tuple[Draw, ...] = ()

    def draw_in(self, record: bytes) -> int:
        """Returns the index of the draw that a record names at its head."""
        return int.from_bytes(record[:DRAW_BYTES], "big")

    def drawn(self, draw: int) -> Layout:
        """Returns the layout of a record that begins with this draw; the record is filled with zeros to the length of
        the longest."""
        return self._layouts[draw]

    @cached_property
    def _layouts(self) -> tuple[Layout, ...]:
        return tuple(self._layout(draw.blocks) for draw in self.draws)

    def _layout(self, blocks: Sequence[str]) -> Layout:
        start, parts = DRAW_BYTES, []
        for part in self.parts:
            if part.block in blocks:
                parts.append(replace(part, start=start, stop=start + part.mechanism.report_bytes))
                start += part.mechanism.report_bytes
        return Layout(eps_report=self.eps_report, record_bytes=self.record_bytes, parts=tuple(parts))

    def inclusion(self, field: str) -> float:
        """Returns the share of phones at this level that send a field."""
        return inclusion_of(self.draws, self.part(field).block) if self.draws else 1.0
