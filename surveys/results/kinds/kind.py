"""This module defines the interface of a kind of estimate. Each kind is in a file of its own; `all.py` lists them."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.ldp.advice.evaluation import people_of
from surveys.files.table import Cell
from surveys.population import EVERYBODY, SAMPLE
from surveys.publishing.blocks import Mechanism
from surveys.publishing.definition import Definition, Field, Question
from surveys.publishing.layout import Level
from surveys.publishing.layout import Part as Slot
from surveys.publishing.level_choice import offered
from surveys.results.level_groups import groups

Noise = TypeVar("Noise", bound=Mechanism)
Pooled = TypeVar("Pooled")
Json = Mapping[str, Any]


@dataclass(frozen=True)
class Part(Generic[Noise]):
    """These are the reports of one level on one question: `counts` is what the mechanism counts of so many reports.
    `people` are the weight of the level: all who chose it, whether or not they sent this question. Of a question in
    several pairs each of its fields is a part, and has the part of the people that its precision gives it.
    `level_people` are all who chose the level; `population` says whether they are a sample or everybody."""

    level: Level
    field: Field
    mechanism: Noise
    counts: NDArray[np.int64]
    reports: int
    people: float
    level_people: int
    population: str = SAMPLE


@dataclass(frozen=True)
class ForecastRequest:
    """A forecast is asked for numbers of reports, how many of each hundred choose a level, and the half-widths wanted.

    `share` is that of the answer whose half-width is planned, and of the people who give a number that may be skipped.
    """

    definition: Definition
    sizes: Sequence[int]
    mix: Sequence[int]
    halves: Sequence[str]
    share: float
    confidence: float

    def mix_of(self, field: str) -> list[int]:
        """Returns how many of each hundred people are at each level for this field."""
        return people_at(self.definition, field, sum(self.mix), self.mix)

    def inclusion_of(self, field: str) -> list[float]:
        """Returns the share of phones at each level that send this field."""
        return [level.inclusion(field) for level in self.definition.levels]


@dataclass(frozen=True, kw_only=True)
class EstimateKind(Generic[Noise, Pooled]):
    """This is a kind of estimate.

    `results` names its list in the results of a version, and `fits` tells its questions. `share_pooled` and
    `inverse_variance` put the levels together; `figures` are what is shown of either, and of a group of levels, whose
    largest standard error is `error`. `about` describes the question. `cautions` stand beside the estimate, of all
    parts and of the groups of levels that are shown. `costly` is what takes too long for a request. `forecast` is the
    same before anybody is asked. `rows` are the cells of a file for one way of putting levels together: what is
    measured, before and after the columns that say how.
    """

    results: str
    fits: Callable[[Question], bool]
    noise: Callable[[Slot], Noise]
    share_pooled: Callable[[Question, Sequence[Part[Noise]]], Pooled]
    inverse_variance: Callable[[Question, Sequence[Part[Noise]]], Pooled]
    figures: Callable[[Question, Pooled], dict[str, Any]]
    error: Callable[[Pooled], float | None]
    about: Callable[[Question], dict[str, Any]]
    forecast: Callable[[ForecastRequest, Question], dict[str, Any]]
    rows: Callable[[Json, Json], Iterator[tuple[list[Cell], list[Cell]]]]
    cautions: Callable[[Question, Sequence[Part[Noise]], Sequence[Sequence[Part[Noise]]]], dict[str, Any]] = (
        lambda _, __, ___: {}
    )
    costly: Callable[[Sequence[Part[Noise]]], dict[str, Any]] = lambda _: {}

    def result(self, question: Question, parts: Sequence[Part[Noise]], *, least: int, costly: bool) -> dict[str, Any]:
        """Returns the estimate of a question; levels of fewer than `least` reports are shown together with a
        neighbour."""
        by_level = [list(own) for _, own in groupby(parts, key=lambda part: part.level.id)]
        reports = [sum(part.reports for part in own) for own in by_level]
        together = [[part for index in group for part in by_level[index]] for group in groups(reports, least)]
        pooled = self.share_pooled(question, parts)
        return {
            "id": question.id,
            "text": question.text,
            **self.about(question),
            "estimates": {"method": "share-pooled", **self.figures(question, pooled)},
            "inverse_variance": {
                "method": "inverse-variance",
                **self.figures(question, self.inverse_variance(question, parts)),
            },
            **(self.costly(parts) if costly else {}),
            **self.cautions(question, parts, together),
            "by_level": [self._group(question, group) for group in together],
            "guarantee": self._guarantee(parts, pooled).to_json(),
        }

    def _group(self, question: Question, parts: Sequence[Part[Noise]]) -> dict[str, Any]:
        pooled = self.share_pooled(question, parts)
        guarantee = self._guarantee(parts, pooled)
        return {
            "levels": list(dict.fromkeys(part.level.id for part in parts)),
            "mechanism": guarantee.mechanism,
            "epsilon": guarantee.epsilon,
            "reports": guarantee.n,
            **self.figures(question, pooled),
            "guarantee": guarantee.to_json(),
        }

    def _guarantee(self, parts: Sequence[Part[Noise]], pooled: Pooled) -> Guarantee:
        """Returns the guarantee of the weakest level, whether or not anybody chose it: a level of few people must look
        like a level of nobody."""
        return Guarantee(
            mechanism=" + ".join(dict.fromkeys(part.mechanism.slug for part in parts)),
            version=max(part.mechanism.version for part in parts),
            epsilon=decimal_text(max(Decimal(part.mechanism.epsilon) for part in parts)),
            neighbours=parts[0].mechanism.neighbours,
            n=sum(part.reports for part in parts),
            error=self.error(pooled),
        )


def sampled(mix: Sequence[float], inclusion: Sequence[float]) -> list[float]:
    """Returns the weights of levels in a forecast for people rather than reports: if a level's people send a report
    with a chance, its variance grows by the inverse of the chance."""
    return [part / sent for part, sent in zip(mix, inclusion, strict=True)]


def people_for(reports: int, mix: Sequence[float], inclusion: Sequence[float]) -> int:
    """Returns the people that so many reports come to in a forecast with the weights of `sampled`."""
    return math.ceil(reports * _people_a_report(mix, inclusion))


def reports_of(people: int, mix: Sequence[float], inclusion: Sequence[float]) -> int:
    return max(1, round(people / _people_a_report(mix, inclusion)))


def _people_a_report(mix: Sequence[float], inclusion: Sequence[float]) -> float:
    return math.fsum(sampled(mix, inclusion)) / math.fsum(mix)


def people_of_parts(parts: Sequence[Part[Any]]) -> list[float]:
    return [part.people for part in parts]


def is_everybody(parts: Sequence[Part[Any]]) -> bool:
    """Returns whether the people of the parts are everybody that one wants to know of."""
    return all(part.population == EVERYBODY for part in parts)


def level_people(parts: Sequence[Part[Any]]) -> tuple[int, ...]:
    """Returns the people of each level that has reports."""
    return tuple(part.level_people for part in parts if part.reports > 0)


def error_parts(sampling: float, perturbation: float) -> dict[str, float]:
    """Returns the two parts of a standard error from their variances. What rounding put below 0 counts as 0."""
    return {"sampling": math.sqrt(max(sampling, 0.0)), "perturbation": math.sqrt(perturbation)}


def part_cells(figures: Json) -> list[Cell]:
    """Returns the cells of a file for the two parts of a standard error; empty where the parts are not known."""
    parts = figures.get("error_parts")
    return [None, None] if parts is None else [parts["sampling"], parts["perturbation"]]


def people_at(definition: Definition, field: str, people: int, mix: Sequence[int]) -> list[int]:
    """Returns how many of a number of people are at each level for this field, by the mix where people choose the
    level."""
    counts = people_of([share / sum(mix) for share in mix], people).tolist()
    if len(offered(definition, field)) < len(definition.levels):
        counts = [people]
    return [*counts, *[0] * (len(definition.levels) - len(counts))]
