"""This kind estimates the share of people who gave a number that may be skipped, and the mean of their numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mechanisms.ldp.advice.numbers_or_skipped import (
    Portion,
    answered_half_width,
    furthest_answered_push,
    furthest_mean_of_answered_push,
    mean_of_answered_half_width,
    required_for_answered,
    required_for_mean_of_answered,
)
from mechanisms.ldp.estimates.poisoning import made_up_share
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.pooled_number_or_skipped import (
    PooledNumberOrSkipped,
    inverse_variance_number_or_skipped,
    share_pooled_number_or_skipped,
)
from surveys.confidences import CONFIDENCES
from surveys.files.table import Cell
from surveys.publishing.definition import Question
from surveys.results.cautions import MADE_UP, furthest
from surveys.results.kinds.kind import (
    EstimateKind,
    ForecastRequest,
    Json,
    Part,
    error_parts,
    is_everybody,
    level_people,
    part_cells,
    people_for,
    people_of_parts,
    reports_of,
    sampled,
)
from surveys.results.kinds.number import MEAN

ANSWERED = "share-answered"  # This name says what a row of a file measures.

Skippable = Part[NumberOrSkipped]


def _pool(parts: Sequence[Skippable]) -> list[tuple[NumberOrSkipped, Any]]:
    return [(part.mechanism, part.counts) for part in parts]


def _figures(_: Question, pooled: PooledNumberOrSkipped) -> dict[str, Any]:
    """The share is unbiased and may leave [0, 1]; a mean without limits would say more than is known."""
    share = pooled.answered
    variance, noise = float(pooled.answered_pool.variances[0]), float(pooled.answered_pool.noise_variances[0])
    return {
        "answered": {
            "share": share,
            "error_parts": error_parts(variance - noise, noise),
            "intervals": {name: pooled.answered_interval(chance).tolist() for name, chance in CONFIDENCES.items()},
            "consistent_share": min(max(share, 0.0), 1.0),
        },
        "mean": _mean(pooled),
    }


def _share_pooled(_: Question, parts: Sequence[Skippable]) -> PooledNumberOrSkipped:
    """Returns the pooled estimate. The mean of the people who answered always has the interval of a sample, as the ends
    of a range do not show how far people's numbers lie apart."""
    pooled = share_pooled_number_or_skipped(_pool(parts), people_of_parts(parts))
    return replace(pooled, people=level_people(parts)) if is_everybody(parts) else pooled


def _mean(pooled: PooledNumberOrSkipped) -> dict[str, Any] | None:
    """Returns the mean in units of the question; null where the share who answered may be 0."""
    limits = {name: pooled.interval(confidence) for name, confidence in CONFIDENCES.items()}
    if pooled.mean is None or any(ends is None for ends in limits.values()):
        return None
    grid = pooled.parts[0][0].grid
    return {
        "value": pooled.mean,
        "intervals": {name: ends.tolist() for name, ends in limits.items() if ends is not None},
        "consistent_value": min(max(pooled.mean, float(grid.low)), float(grid.high)),
    }


def _about(question: Question) -> dict[str, Any]:
    grid = question.field.grid
    return {"unit": question.unit, **({"low": grid.low, "high": grid.high} if grid else {})}


def _forecast(request: ForecastRequest, question: Question) -> dict[str, Any]:
    """Returns the forecast for a population in which the requested share gives a number; the forecast of the mean also
    holds where more do. Requested half-widths are shares of 1, and for the mean shares of the width."""
    field = question.field
    mechanisms = [level.part(field.id).number_or_skipped for level in request.definition.levels]

    inclusion = request.inclusion_of(field.id)

    def measures(levels: Sequence[NumberOrSkipped], mix: Sequence[int], sent: Sequence[float]) -> dict[str, Any]:
        people = _People(list(zip(levels, sampled(mix, sent), strict=True)), mix, sent)
        return {"answered": _answered_forecast(request, people), "mean": _mean_forecast(request, people)}

    return {
        "id": question.id,
        "unit": question.unit,
        "low": mechanisms[0].grid.low,
        "high": mechanisms[0].grid.high,
        "levels": [
            {
                "level": level.id,
                "mechanism": mechanism.slug,
                "epsilon": mechanism.epsilon_text,
                "inclusion": sent,
                **measures([mechanism], [1], [sent]),
            }
            for level, mechanism, sent in zip(request.definition.levels, mechanisms, inclusion, strict=True)
        ],
        "mix": measures(mechanisms, request.mix_of(field.id), inclusion),
        "made_up": [_made_up(mechanisms, inclusion, text, request.share) for text in MADE_UP],
    }


@dataclass(frozen=True)
class _People:
    """These are the people of a plan: the levels, how many of all people choose each level, and the share of them who
    send the number."""

    portions: Sequence[Portion]
    mix: Sequence[int]
    sent: Sequence[float]

    def reports(self, people: int) -> int:
        return reports_of(people, self.mix, self.sent)

    def needed(self, reports: int) -> int:
        return people_for(reports, self.mix, self.sent)


def _answered_forecast(request: ForecastRequest, people: _People) -> dict[str, Any]:
    assumed = {"answered": request.share, "confidence": request.confidence}
    return {
        "half_widths": {
            str(size): answered_half_width(people.portions, people.reports(size), **assumed) for size in request.sizes
        },
        "needed": {
            half: people.needed(required_for_answered(people.portions, half_width=float(half), **assumed))
            for half in request.halves
        },
    }


def _mean_forecast(request: ForecastRequest, people: _People) -> dict[str, Any]:
    assumed = {"answered": request.share, "confidence": request.confidence}
    width = people.portions[0][0].grid.width
    return {
        "half_widths": {
            str(size): mean_of_answered_half_width(people.portions, people.reports(size), **assumed)
            for size in request.sizes
        },
        "needed": {
            half: people.needed(
                required_for_mean_of_answered(people.portions, half_width=float(half) * width, **assumed)
            )
            for half in request.halves
        },
    }


def _made_up(
    mechanisms: Sequence[NumberOrSkipped], inclusion: Sequence[float], text: str, answered: float
) -> dict[str, Any]:
    up, down = furthest(furthest_answered_push, mechanisms, inclusion, text)
    means = [
        furthest_mean_of_answered_push([own], made_up_share(float(text), sent), answered=answered)
        for own, sent in zip(mechanisms, inclusion, strict=True)
    ]
    known = [mean for mean in means if mean is not None]
    mean = max(known) if len(known) == len(means) else None
    return {"reports": text, "answered": {"up": up, "down": down}, "mean": mean}


def _rows(_: Json, estimate: Json) -> Iterator[tuple[list[Cell], list[Cell]]]:
    share, mean = estimate["answered"], estimate["mean"]
    measures = [(ANSWERED, share["share"], share, share["consistent_share"])]
    if mean is not None:
        measures.append((MEAN, mean["value"], mean, mean["consistent_value"]))
    for measure, value, figures, nearest in measures:
        ends = [end for name in CONFIDENCES for end in figures["intervals"][name]]
        yield [measure, None], [value, None, *part_cells(figures), *ends, nearest]


NUMBER_OR_SKIPPED: EstimateKind[NumberOrSkipped, PooledNumberOrSkipped] = EstimateKind(
    results="numbers_or_skipped",
    fits=lambda question: question.field.skippable,
    noise=lambda slot: slot.number_or_skipped,
    share_pooled=_share_pooled,
    inverse_variance=lambda _, parts: inverse_variance_number_or_skipped(_pool(parts)),
    figures=_figures,
    error=lambda _: None,  # A ratio has no single error.
    about=_about,
    forecast=_forecast,
    rows=_rows,
)
