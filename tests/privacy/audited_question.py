"""This module is about the questions that the audit asks a page, their true answers, and the reports that may come out,
numbered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.square_wave import SquareWave
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.channel import Answer
from surveys.questions.domain import SKIP_ID

Given = str | list[str]


@dataclass(frozen=True, kw_only=True)
class AuditedQuestion:
    """An audited question has a mechanism that draws its report, and the true answers that are given to it: one answer,
    sets, or numbers.

    None is a number that is skipped. `largest` is of a question for sets: how many answers may be ticked.
    """

    mechanism: FrequencyOracle | NumberMechanism | NumberOrSkipped
    answers: tuple[Answer | None, ...]
    largest: int | None = None

    def __post_init__(self) -> None:
        if self.mechanism.report_bytes != 1:
            raise ValueError(f"a report of {self.mechanism.slug} has more than the one byte that is read here")

    @property
    def fill(self) -> int:
        """Returns how many bits fill up the byte; they are 0."""
        spec = self.mechanism.client_spec()
        if spec["shape"] in ("bits", "subset", "meeting"):
            return 8 - int(spec["answers"]) - int(spec.get("pad_to", 0))
        return 0

    @property
    def reports(self) -> int:
        if not isinstance(self.mechanism, FrequencyOracle):
            return self.mechanism.count_length
        return self.mechanism.answers if self.mechanism.shape == "choice" else 1 << (8 - self.fill)

    @property
    def channel(self) -> NDArray[np.float64]:
        """Returns the exact probabilities, [answers, reports]."""
        table = np.zeros((len(self.answers), self.reports))
        for row, answer in zip(table, self.answers, strict=True):
            for report, probability in self._chances(answer).items():
                row[report if isinstance(report, int) else report[0] >> self.fill] = float(probability)
        return table

    def _chances(self, answer: Answer | None) -> Mapping[Any, Any]:
        if isinstance(self.mechanism, FrequencyOracle) and answer is not None:
            return self.mechanism.report_probabilities(answer)
        if isinstance(self.mechanism, NumberMechanism) and isinstance(answer, int):
            return self.mechanism.report_probabilities(answer)
        if isinstance(self.mechanism, NumberOrSkipped) and not isinstance(answer, frozenset):
            return self.mechanism.report_probabilities(answer)
        raise ValueError(f"{self.mechanism.slug} does not draw for {answer!r}")

    @property
    def given(self) -> list[Given]:
        """Returns the true answers as the page keeps them."""
        return [self._given(answer) for answer in self.answers]

    def _given(self, answer: Answer | None) -> Given:
        if answer is None:
            return SKIP_ID
        if isinstance(answer, frozenset):
            return [f"o{place}" for place in sorted(answer)]
        return f"o{answer}" if isinstance(self.mechanism, FrequencyOracle) else str(answer)

    def item(self, id: str) -> dict[str, Any]:
        """Returns the question as a draft has it."""
        # The question may be skipped even if no test answer is a skip.
        may_skip = isinstance(self.mechanism, NumberOrSkipped)
        item = {"id": id, "text": f"Question {id}", "help": "", "show_if": "", "may_skip": may_skip}
        if not isinstance(self.mechanism, FrequencyOracle):
            of = "distribution" if isinstance(self.mechanism, SquareWave) else "mean"
            number: dict[str, Any] = {"edges": [], "unit": "", "least": None, "most": None}
            return item | {"type": "number", "number": number | {"estimate": {"of": of, **self.mechanism.grid.spec}}}
        options = [{"id": f"o{place}", "label": f"Answer {place}"} for place in range(self.mechanism.answers)]
        if self.largest is None:
            return item | {"type": "single_choice", "options": options, "shuffle": False}
        boxes = [option | {"exclusive": False} for option in options]
        return item | {"type": "multiple_choice", "options": boxes, "most_choices": self.largest, "shuffle": False}
