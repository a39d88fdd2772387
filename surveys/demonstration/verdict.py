"""The verdict compares the platform's published numbers with the true answers of the simulated people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mechanisms.catalogue import mechanism
from mechanisms.ldp.estimates.pooling import expected_half_width

FAMILY_ERROR = 1e-6  # An honest platform fails the rehearsal with this chance, over all printed lines together.
WIDEST = 1.05  # A published half-width may be this many times the half-width by the closed form.
NARROWEST = 0.95


@dataclass(frozen=True)
class Line:
    """A line compares one answer: its true share, the published estimate and 95 % limits, and what the closed form
    allows."""

    question: str
    answer: str
    truth: float
    estimate: float
    low: float
    high: float
    allowed: float  # The largest allowed deviation, at the confidence that keeps the family error.
    expected: float  # The half-width at 95 % if the estimate is the truth.

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    @property
    def misses(self) -> bool:
        return abs(self.estimate - self.truth) > self.allowed

    @property
    def is_too_wide(self) -> bool:
        return self.half_width > WIDEST * self.expected

    @property
    def is_too_narrow(self) -> bool:
        return self.half_width < NARROWEST * self.expected


def lines(results: Mapping[str, Any], definition: Mapping[str, Any], truth: Mapping[str, list[float]]) -> list[Line]:
    """Returns a line for each answer of the results. `truth` holds the shares of each question's answers in the order
    of the definition, *prefer not to say* last."""
    confidence = 1 - FAMILY_ERROR / sum(len(question["estimates"]["answers"]) for question in results["questions"])
    domains = {field["of"][0]: field["answers"] for block in definition["blocks"] for field in block["fields"]}
    compared = []
    for question in results["questions"]:
        parts = [
            (mechanism(part["mechanism"], answers=domains[question["id"]], epsilon=part["epsilon"]), part["reports"])
            for part in question["by_level"]
        ]
        for answer, share in zip(question["estimates"]["answers"], truth[question["id"]], strict=True):
            low, high = answer["intervals"]["95"]
            compared.append(
                Line(
                    question=question["id"],
                    answer=answer["label"],
                    truth=share,
                    estimate=answer["share"],
                    low=low,
                    high=high,
                    allowed=expected_half_width(parts, share, confidence),
                    expected=expected_half_width(parts, answer["share"], 0.95),
                )
            )
    return compared


def table(compared: list[Line]) -> str:
    rows = [
        "| question | answer | truth | estimate | 95 % interval | half-width / closed form |",
        "|---|---|--:|--:|--:|--:|",
    ]
    rows += [
        f"| {line.question} | {line.answer} | {100 * line.truth:.2f} % | {100 * line.estimate:.2f} % "
        f"| {100 * line.low:.2f} to {100 * line.high:.2f} % | {line.half_width / line.expected:.3f} |"
        for line in compared
    ]
    return "\n".join(rows)


def faults(compared: list[Line]) -> list[str]:
    sentences = []
    for line in compared:
        name = f"{line.question}, {line.answer}"
        if line.misses:
            apart = f"the truth {line.truth:.4f} is further from the estimate {line.estimate:.4f}"
            sentences.append(f"{name}: {apart} than {line.allowed:.4f}")
        if line.is_too_wide or line.is_too_narrow:
            allowed = f"{NARROWEST} to {WIDEST} times the closed form, {line.expected:.4f}"
            sentences.append(f"{name}: the half-width {line.half_width:.4f} is not {allowed}")
    return sentences
