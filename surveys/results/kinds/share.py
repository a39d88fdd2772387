"""This kind estimates the share of people who gave an answer."""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.estimates.among_people import AmongPeople
from mechanisms.ldp.estimates.margin import Margin, alone
from mechanisms.ldp.estimates.pooling import (
    BlockPool,
    Estimator,
    PooledEstimate,
    Sampled,
    Spread,
    expected_half_width,
    inverse_variance,
    share_pooled,
)
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from surveys.confidences import CONFIDENCES
from surveys.files.table import Cell
from surveys.population import EVERYBODY
from surveys.publishing.blocks import choice_for
from surveys.publishing.definition import Field, Question
from surveys.results.cautions import Counted, levels_agree, pushes
from surveys.results.kinds.kind import (
    EstimateKind,
    ForecastRequest,
    Json,
    Part,
    error_parts,
    part_cells,
    people_at,
    people_of_parts,
)
from surveys.results.kinds.mean_rank import mean_rank
from surveys.results.margins import margin_of

Answered = Part[FrequencyOracle]
# The blocks that hold a question at one level, each with the share of phones that send it.
Blocks = Sequence[tuple[Margin, float]]


def pool(question: Question, parts: Sequence[Answered]) -> list[Counted]:
    return [(margin_of(question, part.field, part.mechanism), part.counts, part.reports) for part in parts]


def pool_among_people(question: Question, parts: Sequence[Answered]) -> list[tuple[Estimator, NDArray[np.int64], int]]:
    """Returns the estimators and counts to pool. Where the people of each level are the whole population, only noise
    and the draw of respondents vary."""
    return [
        (
            AmongPeople(margin, part.level_people) if part.population == EVERYBODY and part.reports else margin,
            part.counts,
            part.reports,
        )
        for part in parts
        for margin in [margin_of(question, part.field, part.mechanism)]
    ]


def _figures(question: Question, pooled: PooledEstimate) -> dict[str, Any]:
    """Returns the raw unbiased shares, which may leave [0, 1]; the consistent ones stand beside them, never in their
    place.

    Shares of a set's answers do not add up to 1: each is made consistent by itself.
    """
    limits = {name: pooled.interval(confidence) for name, confidence in CONFIDENCES.items()}
    consistent = np.clip(pooled.shares, 0, 1) if question.field.kind == "set" else onto_simplex(pooled.shares)
    errors, noise = np.sqrt(pooled.variances), pooled.noise_variances
    # The Bonferroni interval holds for all answers at once.
    together = pooled.interval(1 - 0.05 / len(question.answers))
    answers = [
        {
            "id": answer.id,
            "label": answer.label,
            "share": float(pooled.shares[index]),
            "standard_error": float(errors[index]),
            "error_parts": error_parts(float(pooled.variances[index] - noise[index]), float(noise[index])),
            "intervals": {name: [float(end) for end in ends[index]] for name, ends in limits.items()},
            "simultaneous": [float(end) for end in together[index]],
            "consistent_share": float(consistent[index]),
        }
        for index, answer in enumerate(question.answers)
    ]
    return {"answers": answers, **mean_rank(question, pooled)}


def _about(question: Question) -> dict[str, Any]:
    return {
        "question": question.item,
        "row": question.row,
        "type": question.type,
        "kind": "set" if question.field.kind == "set" else "one",
        "row_label": question.row_label,
    }


def _cautions(question: Question, parts: Sequence[Answered], together: Sequence[Sequence[Answered]]) -> dict[str, Any]:
    return {
        "worth": _worth(question, parts),
        "agreement": levels_agree([pool(question, group) for group in together]),
        "made_up": _pushes(_by_level(question, parts)),
    }


def _by_level(question: Question, parts: Sequence[Answered]) -> list[Blocks]:
    return [
        [(margin_of(question, part.field, part.mechanism), part.level.inclusion(part.field.id)) for part in own]
        for _, own in groupby(parts, key=lambda part: part.level.id)
    ]


def _pushes(levels: Sequence[Blocks]) -> list[dict[str, Any]]:
    """Returns how far false reports can push an answer; `levels` are the blocks of each level, with the share of phones
    that send them.

    A report in a block of variance V counts 1 / V in the estimate of its level, and phones with the shares pi of the
    blocks count the sum of pi / V: as much as if the share V times that sum sent this block alone.
    """
    margins, inclusion = [], []
    for blocks in levels:
        precision = math.fsum(sent / float(margin.variance(0.5, 1)) for margin, sent in blocks)
        margins += [margin for margin, _ in blocks]
        inclusion += [float(margin.variance(0.5, 1)) * precision for margin, _ in blocks]
    return pushes(margins, inclusion)


def _worth(question: Question, parts: Sequence[Answered]) -> int:
    """Returns how many answers without noise would say as much of an answer that half give."""
    pooled = share_pooled(pool(question, parts), people_of_parts(parts))
    return round(0.25 / float(pooled.variances_at(np.full(len(question.answers), 0.5)).max()))


def _forecast(request: ForecastRequest, question: Question) -> dict[str, Any]:
    levels = [
        [
            (margin_of(question, field, level.part(field.id).oracle), level.inclusion(field.id))
            for field in question.fields
        ]
        for level in request.definition.levels
    ]
    return {
        "id": question.id,
        "question": question.item,
        "row": question.row,
        "kind": question.field.kind,
        "answers": len(question.answers),
        **_forecast_of(request, question.field, levels),
    }


def forecast_pair(request: ForecastRequest, field: Field) -> dict[str, Any]:
    """Returns the forecast of every cell of a planned pair."""
    levels = [[(alone(level.part(field.id).oracle), level.inclusion(field.id))] for level in request.definition.levels]
    return {
        "id": field.id,
        "questions": list(field.of),
        "answers": field.answers,
        **_forecast_of(request, field, levels),
    }


def _forecast_of(request: ForecastRequest, field: Field, levels: Sequence[Blocks]) -> dict[str, Any]:
    """Returns the plan of the shares of a field. `levels` have what is estimated: one question of the field, and of
    other fields that have it too, or the whole of the field."""
    by_people = [BlockPool(tuple(Sampled(margin, sent) for margin, sent in blocks)) for blocks in levels]

    def half_width(portions: Sequence[tuple[Spread, int]]) -> float:
        return expected_half_width(portions, request.share, request.confidence)

    def people_at_size(size: int) -> list[tuple[Spread, int]]:
        return list(zip(by_people, people_at(request.definition, field.id, size, request.mix), strict=True))

    each = zip(request.definition.levels, levels, by_people, strict=True)
    return {
        "levels": [
            {
                "level": level.id,
                **_mechanism_fields(field, blocks),
                "inclusion": math.fsum(sent for _, sent in blocks),
                "half_widths": {str(size): half_width([(spread, size)]) for size in request.sizes},
                "needed": _needed(request, [(spread, 1)]),
            }
            for level, blocks, spread in each
        ],
        "mix": {str(size): half_width(people_at_size(size)) for size in request.sizes},
        "needed": _needed(request, list(zip(by_people, request.mix_of(field.id), strict=True))),
        "made_up": _pushes(levels),
    }


def _mechanism_fields(field: Field, blocks: Blocks) -> dict[str, Any]:
    """Returns the parameters of the mechanism that perturbs an answer; if a question is in several blocks, those of the
    block that keeps the answer most often."""
    oracle = max((margin.oracle for margin, _ in blocks), key=lambda each: each.p)
    return {
        "mechanism": " + ".join(dict.fromkeys(margin.oracle.slug for margin, _ in blocks)),
        "epsilon": oracle.epsilon_text,
        "reason": choice_for(oracle.answers, field.most, field.largest, oracle.epsilon).reason,
        "odds": {"kept": float(oracle.p), "other": float(oracle.q)},
    }


def _needed(request: ForecastRequest, portions: Sequence[tuple[Spread, int]]) -> dict[str, int]:
    """Returns how many reports each half-width needs."""
    return {
        half: required_respondents(portions, half_width=float(half), share=request.share, confidence=request.confidence)
        for half in request.halves
    }


def _rows(_: Json, estimate: Json) -> Iterator[tuple[list[Cell], list[Cell]]]:
    for answer in estimate["answers"]:
        ends = [end for name in CONFIDENCES for end in answer["intervals"][name]]
        yield (
            [answer["id"], answer["label"]],
            [
                answer["share"],
                answer["standard_error"],
                *part_cells(answer),
                *ends,
                *answer["simultaneous"],
                answer["consistent_share"],
            ],
        )


SHARE: EstimateKind[FrequencyOracle, PooledEstimate] = EstimateKind(
    results="questions",
    fits=lambda question: not question.is_number,
    noise=lambda slot: slot.oracle,
    share_pooled=lambda question, parts: share_pooled(pool_among_people(question, parts), people_of_parts(parts)),
    inverse_variance=lambda question, parts: inverse_variance(pool(question, parts)),
    figures=_figures,
    error=lambda pooled: float(np.sqrt(pooled.variances).max()),
    about=_about,
    cautions=_cautions,
    forecast=_forecast,
    rows=_rows,
)
