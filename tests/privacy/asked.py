"""The questions that the audit asks a page, their true answers, and the reports that may come out, numbered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.frequency_oracle import FrequencyOracle
from mechanisms.ldp.number_mechanism import NumberMechanism
from mechanisms.ldp.shapes.channel import Answer
from mechanisms.ldp.square_wave import SquareWave

Given = str | list[str]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question, what draws its report, and the true answers that are given to it: of one answer, sets, or numbers.

    `largest` is of a question for sets: how many answers may be ticked.
    """

    mechanism: FrequencyOracle | NumberMechanism
    answers: tuple[Answer, ...]
    largest: int | None = None

    def __post_init__(self) -> None:
        if self.mechanism.report_bytes != 1:
            raise ValueError(f"a report of {self.mechanism.slug} has more than the one byte that is read here")

    @property
    def fill(self) -> int:
        """How many bits fill up the byte; they are 0."""
        spec = self.mechanism.client_spec()
        if spec["shape"] in ("bits", "subset", "meeting"):
            return 8 - int(spec["answers"]) - int(spec.get("pad_to", 0))
        return 0

    @property
    def reports(self) -> int:
        if isinstance(self.mechanism, NumberMechanism):
            return self.mechanism.count_length
        return self.mechanism.answers if self.mechanism.shape == "choice" else 1 << (8 - self.fill)

    @property
    def channel(self) -> NDArray[np.float64]:
        """[answers, reports]: the exact probabilities."""
        table = np.zeros((len(self.answers), self.reports))
        for row, answer in zip(table, self.answers, strict=True):
            for report, probability in self._chances(answer).items():
                row[report if isinstance(report, int) else report[0] >> self.fill] = float(probability)
        return table

    def _chances(self, answer: Answer) -> Mapping[Any, Any]:
        if isinstance(self.mechanism, FrequencyOracle):
            return self.mechanism.report_probabilities(answer)
        if not isinstance(answer, int):
            raise ValueError(f"{self.mechanism.slug} draws for a number")
        return self.mechanism.report_probabilities(answer)

    @property
    def given(self) -> list[Given]:
        """The true answers as the page keeps them."""
        if isinstance(self.mechanism, NumberMechanism):
            return [str(number) for number in self.answers]
        return [
            f"o{answer}" if isinstance(answer, int) else [f"o{place}" for place in sorted(answer)]
            for answer in self.answers
        ]

    def item(self, id: str) -> dict[str, Any]:
        """As a draft has it."""
        item = {"id": id, "text": f"Question {id}", "help": "", "show_if": "", "may_skip": False}
        if isinstance(self.mechanism, NumberMechanism):
            of = "distribution" if isinstance(self.mechanism, SquareWave) else "mean"
            number: dict[str, Any] = {"edges": [], "unit": "", "least": None, "most": None}
            return item | {"type": "number", "number": number | {"estimate": {"of": of, **self.mechanism.grid.spec}}}
        options = [{"id": f"o{place}", "label": f"Answer {place}"} for place in range(self.mechanism.answers)]
        if self.largest is None:
            return item | {"type": "single_choice", "options": options, "shuffle": False}
        boxes = [option | {"exclusive": False} for option in options]
        return item | {"type": "multiple_choice", "options": boxes, "most_choices": self.largest, "shuffle": False}
