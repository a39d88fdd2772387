"""This kind estimates the mean of a number that everybody has, and its distribution where the question asks for it."""

from collections.abc import Iterator, Sequence
from typing import Any

from mechanisms.ldp.advice.means import mean_half_width, required_for_mean
from mechanisms.ldp.numbers.mean_among_people import among_people, parts_of_pooled_mean
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.pooled_mean import PooledMean, inverse_variance_mean, share_pooled_mean
from mechanisms.ldp.numbers.square_wave import SquareWave
from surveys.confidences import CONFIDENCES
from surveys.files.table import Cell
from surveys.publishing.blocks import number_choice_for
from surveys.publishing.definition import Question
from surveys.publishing.level_choice import offered
from surveys.questions.number_estimate import DISTRIBUTION
from surveys.results.cautions import CountedNumber, means_alike, number_pushes
from surveys.results.kinds.distribution import distribution_of, foretold
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

MEAN, QUANTILE, SHARE_AT = "mean", "quantile", "share-at"  # These names say what a row of a file measures.

Numbers = Part[NumberMechanism]


def _pool(parts: Sequence[Numbers]) -> list[CountedNumber]:
    return [(part.mechanism, part.counts) for part in parts]


def _figures(_: Question, pooled: PooledMean) -> dict[str, Any]:
    """Returns the raw unbiased mean, which may lie outside the bounds, beside the nearest possible mean, in units of
    the question."""
    grid, parts = pooled.parts[0][0].grid, parts_of_pooled_mean(pooled)
    mean = {
        "value": pooled.mean,
        "standard_error": pooled.standard_error,
        "error_parts": None if parts is None else error_parts(parts.drawn, parts.noise),
        "intervals": {name: pooled.interval(confidence).tolist() for name, confidence in CONFIDENCES.items()},
        "consistent_value": min(max(pooled.mean, float(grid.low)), float(grid.high)),
    }
    return {"mean": mean}


def _share_pooled(_: Question, parts: Sequence[Numbers]) -> PooledMean:
    pooled = share_pooled_mean(_pool(parts), people_of_parts(parts))
    return among_people(pooled, level_people(parts)) if is_everybody(parts) else pooled


def _about(question: Question) -> dict[str, Any]:
    grid = question.field.grid
    return {"of": question.field.estimate, "unit": question.unit, **(grid.spec if grid else {})}


def _distribution(parts: Sequence[Numbers]) -> dict[str, Any]:
    waves = [(part.mechanism, part.counts) for part in parts if isinstance(part.mechanism, SquareWave)]
    return {"distribution": distribution_of(waves, CONFIDENCES, people_of_parts(parts))} if waves else {}


def _cautions(question: Question, parts: Sequence[Numbers], together: Sequence[Sequence[Numbers]]) -> dict[str, Any]:
    return {
        "agreement": means_alike([_pool(group) for group in together]),
        "made_up": number_pushes(
            [part.mechanism for part in parts], [part.level.inclusion(question.field.id) for part in parts]
        ),
    }


def _forecast(request: ForecastRequest, question: Question) -> dict[str, Any]:
    """Returns the plan of the mean of a number. Half-widths of the mean are in units, and are upper limits; requested
    half-widths are shares of the width."""
    definition, field = request.definition, question.field
    mechanisms = [level.part(field.id).number for level in definition.levels]
    mix, inclusion = request.mix_of(field.id), request.inclusion_of(field.id)
    grid = mechanisms[0].grid
    wanted = {half: float(half) * grid.width for half in request.halves}

    def half_widths(levels: Sequence[NumberMechanism], mix: Sequence[int], sent: Sequence[float]) -> dict[str, float]:
        portions = list(zip(levels, sampled(mix, sent), strict=True))
        return {
            str(size): mean_half_width(portions, reports_of(size, mix, sent), request.confidence)
            for size in request.sizes
        }

    def needed(levels: Sequence[NumberMechanism], mix: Sequence[int], sent: Sequence[float]) -> dict[str, int]:
        portions = list(zip(levels, sampled(mix, sent), strict=True))
        return {
            half: people_for(required_for_mean(portions, half_width=width, confidence=request.confidence), mix, sent)
            for half, width in wanted.items()
        }

    may_choose = [level.part(field.id).number for level in offered(definition, field.id)]
    return {
        "id": question.id,
        "of": field.estimate,
        "unit": question.unit,
        **grid.spec,
        "levels": [
            {
                "level": level.id,
                "mechanism": mechanism.slug,
                "epsilon": mechanism.epsilon_text,
                "inclusion": sent,
                "reason": number_choice_for({**grid.spec, "estimate": field.estimate}, mechanism.epsilon).reason,
                "half_widths": half_widths([mechanism], [1], [sent]),
                "needed": needed([mechanism], [1], [sent]),
            }
            for level, mechanism, sent in zip(definition.levels, mechanisms, inclusion, strict=True)
        ],
        "mix": half_widths(mechanisms, mix, inclusion),
        "needed": needed(mechanisms, mix, inclusion),
        "made_up": number_pushes(mechanisms, inclusion),
        **({"distribution": foretold(may_choose)} if field.estimate == DISTRIBUTION else {}),
    }


def _rows(result: Json, estimate: Json) -> Iterator[tuple[list[Cell], list[Cell]]]:
    mean = estimate["mean"]
    ends = [end for name in CONFIDENCES for end in mean["intervals"][name]]
    yield [MEAN, None], [mean["value"], mean["standard_error"], *part_cells(mean), *ends, mean["consistent_value"]]
    distribution = result.get("distribution")
    if distribution is None or estimate is not result["estimates"]:  # Only share-pooled estimates have a distribution.
        return
    for quantile in distribution["quantiles"]:
        ends = [None] * 2 * len(CONFIDENCES)
        if quantile["intervals"] is not None:
            ends = [end for name in CONFIDENCES for end in quantile["intervals"][name]]
        yield [QUANTILE, quantile["share"]], [quantile["value"], None, None, None, *ends, None]
    for point in distribution["points"]:
        yield [SHARE_AT, point["at"]], [point["share"], *[None] * (3 + 2 * len(CONFIDENCES)), None]


NUMBER_OF_ALL: EstimateKind[NumberMechanism, PooledMean] = EstimateKind(
    results="numbers",
    fits=lambda question: question.is_number and not question.field.skippable,
    noise=lambda slot: slot.number,
    share_pooled=_share_pooled,
    inverse_variance=lambda _, parts: inverse_variance_mean(_pool(parts)),
    figures=_figures,
    error=lambda pooled: pooled.standard_error,
    about=_about,
    cautions=_cautions,
    costly=_distribution,
    forecast=_forecast,
    rows=_rows,
)
