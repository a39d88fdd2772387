"""This module is about the share of people who gave an answer."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.advice.shares import required_respondents
from mechanisms.ldp.estimates.margin import Margin, alone
from mechanisms.ldp.estimates.pooling import (
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
from surveys.publishing.blocks import choice_for
from surveys.publishing.definition import Field, Question
from surveys.results.cautions import Counted, levels_agree, pushes
from surveys.results.kinds.kind import EstimateKind, ForecastRequest, Json, Part, people_at, people_of_parts
from surveys.results.kinds.mean_rank import mean_rank
from surveys.results.margins import margin_of

Answered = Part[FrequencyOracle]


def pool(question: Question, parts: Sequence[Answered]) -> list[Counted]:
    return [(margin_of(question, part.mechanism), part.counts, part.reports) for part in parts]


def _figures(question: Question, pooled: PooledEstimate) -> dict[str, Any]:
    """Returns the raw unbiased shares, which may leave [0, 1]; the consistent ones stand beside them, never in their
    place.

    Shares of a set's answers do not add up to 1: each is made consistent by itself.
    """
    limits = {name: pooled.interval(confidence) for name, confidence in CONFIDENCES.items()}
    consistent = np.clip(pooled.shares, 0, 1) if question.field.kind == "set" else onto_simplex(pooled.shares)
    errors = np.sqrt(pooled.variances)
    together = pooled.interval(1 - 0.05 / len(question.answers))  # Bonferroni: all of them at once
    answers = [
        {
            "id": answer.id,
            "label": answer.label,
            "share": float(pooled.shares[index]),
            "standard_error": float(errors[index]),
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
        "made_up": pushes(
            [margin_of(question, part.mechanism) for part in parts],
            [part.level.inclusion(question.field.id) for part in parts],
        ),
    }


def _worth(question: Question, parts: Sequence[Answered]) -> int:
    """Returns how many answers without noise would say as much of an answer that half give."""
    pooled = share_pooled(pool(question, parts), people_of_parts(parts))
    return round(0.25 / float(pooled.variances_at(np.full(len(question.answers), 0.5)).max()))


def _forecast(request: ForecastRequest, question: Question) -> dict[str, Any]:
    margins = [margin_of(question, oracle) for oracle in _oracles(request, question.field)]
    return {
        "id": question.id,
        "question": question.item,
        "row": question.row,
        "kind": question.field.kind,
        "answers": len(question.answers),
        **_forecast_of(request, question.field, margins),
    }


def forecast_pair(request: ForecastRequest, field: Field) -> dict[str, Any]:
    """Returns the forecast of every cell of a planned pair."""
    margins = [alone(oracle) for oracle in _oracles(request, field)]
    return {
        "id": field.id,
        "questions": list(field.of),
        "answers": field.answers,
        **_forecast_of(request, field, margins),
    }


def _forecast_of(request: ForecastRequest, field: Field, margins: Sequence[Margin]) -> dict[str, Any]:
    """Returns the plan of the shares of a field. `margins`, one a level, say what is estimated of the field: one of its
    questions, or the whole of it."""

    inclusion = request.inclusion_of(field.id)
    by_people = [Sampled(margin, sent) for margin, sent in zip(margins, inclusion, strict=True)]

    def half_width(portions: Sequence[tuple[Spread, int]]) -> float:
        return expected_half_width(portions, request.share, request.confidence)

    def people_at_size(size: int) -> list[tuple[Spread, int]]:
        return list(zip(by_people, people_at(request.definition, field.id, size, request.mix), strict=True))

    each = zip(request.definition.levels, _oracles(request, field), by_people, inclusion, strict=True)
    return {
        "levels": [
            {
                "level": level.id,
                "mechanism": oracle.slug,
                "epsilon": oracle.epsilon_text,
                "inclusion": sent,
                "reason": choice_for(field.answers, field.most, field.largest, oracle.epsilon).reason,
                "odds": {"kept": float(oracle.p), "other": float(oracle.q)},
                "half_widths": {str(size): half_width([(spread, size)]) for size in request.sizes},
                "needed": _needed(request, [(spread, 1)]),
            }
            for level, oracle, spread, sent in each
        ],
        "mix": {str(size): half_width(people_at_size(size)) for size in request.sizes},
        "needed": _needed(request, list(zip(by_people, request.mix_of(field.id), strict=True))),
        "made_up": pushes(margins, inclusion),
    }


def _oracles(request: ForecastRequest, field: Field) -> list[FrequencyOracle]:
    return [level.part(field.id).oracle for level in request.definition.levels]


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
            [answer["share"], answer["standard_error"], *ends, *answer["simultaneous"], answer["consistent_share"]],
        )


SHARE: EstimateKind[FrequencyOracle, PooledEstimate] = EstimateKind(
    results="questions",
    fits=lambda question: not question.is_number,
    noise=lambda slot: slot.oracle,
    share_pooled=lambda question, parts: share_pooled(pool(question, parts), people_of_parts(parts)),
    inverse_variance=lambda question, parts: inverse_variance(pool(question, parts)),
    figures=_figures,
    error=lambda pooled: float(np.sqrt(pooled.variances).max()),
    about=_about,
    cautions=_cautions,
    forecast=_forecast,
    rows=_rows,
)
