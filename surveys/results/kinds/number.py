"""What counts of a number's reports become: its mean, with what it is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.ldp.numbers.number_mechanism import NumberMechanism
from mechanisms.ldp.numbers.pooled_mean import PooledMean, inverse_variance_mean, share_pooled_mean
from mechanisms.ldp.numbers.square_wave import SquareWave
from surveys.confidences import CONFIDENCES
from surveys.publishing.definition import PER_QUESTION, Definition, Level, Question
from surveys.reports.tally import Tally, counts_of
from surveys.results.cautions import means_alike, number_pushes
from surveys.results.kinds.distribution import distribution_of
from surveys.results.level_groups import groups


@dataclass(frozen=True)
class NumberPart:
    """What one level says about one number: how often each report was sent."""

    level: Level
    mechanism: NumberMechanism
    counts: NDArray[np.int64]
    reports: int


def shown_numbers(definition: Definition, tallies: Mapping[int, Tally]) -> dict[Question, list[NumberPart]]:
    """The parts of numbers that everybody has, without those of which too few reports are left."""
    every = {
        question: _parts_of(definition, tallies, question)
        for question in definition.of_numbers
        if not question.field.skippable
    }
    return {
        question: parts
        for question, parts in every.items()
        if sum(part.reports for part in parts) >= definition.shown_from
    }


def number_result(
    definition: Definition, question: Question, parts: Sequence[NumberPart], reports: int, *, distributions: bool
) -> dict[str, Any]:
    """All in units of the question, but for epsilon and reports. A mean alone unless `distributions` are wanted."""
    shown = groups([part.reports for part in parts], definition.shown_from)
    pooled, grid = share_pooled_mean(_pool(parts)), parts[0].mechanism.grid
    return {
        "id": question.id,
        "text": question.text,
        "of": question.field.estimate,
        "unit": question.unit,
        **grid.spec,
        "estimates": {"method": "share-pooled", "mean": _mean(pooled)},
        "inverse_variance": {
            "method": "inverse-variance",
            "mean": _mean(inverse_variance_mean(_pool(parts))),
        },
        **(_distribution(parts) if distributions else {}),
        "agreement": means_alike([_pool([parts[level] for level in group]) for group in shown]),
        "made_up": number_pushes([part.mechanism for part in parts]),
        "by_level": [_group([parts[level] for level in group]) for group in shown],
        **(
            {"left_out": reports - sum(part.reports for part in parts)}
            if definition.level_choice == PER_QUESTION
            else {}
        ),
        "guarantee": _guarantee(parts, pooled).to_json(),
    }


def _parts_of(definition: Definition, tallies: Mapping[int, Tally], question: Question) -> list[NumberPart]:
    field = question.field.id
    return [
        NumberPart(level, level.part(field).number, counts, reports)
        for level, counts, reports in counts_of(definition, tallies, field)
    ]


def _distribution(parts: Sequence[NumberPart]) -> dict[str, Any]:
    waves = [(part.mechanism, part.counts) for part in parts if isinstance(part.mechanism, SquareWave)]
    return {"distribution": distribution_of(waves, CONFIDENCES)} if waves else {}


def _group(parts: Sequence[NumberPart]) -> dict[str, Any]:
    pooled = share_pooled_mean(_pool(parts))
    guarantee = _guarantee(parts, pooled)
    return {
        "levels": [part.level.id for part in parts],
        "mechanism": guarantee.mechanism,
        "epsilon": guarantee.epsilon,
        "reports": guarantee.n,
        "mean": _mean(pooled),
        "guarantee": guarantee.to_json(),
    }


def _pool(parts: Sequence[NumberPart]) -> list[tuple[NumberMechanism, NDArray[np.int64]]]:
    return [(part.mechanism, part.counts) for part in parts]


def _mean(pooled: PooledMean) -> dict[str, Any]:
    """The raw unbiased mean, which may leave the bounds; the nearest one there can be stands beside it."""
    grid = pooled.parts[0][0].grid
    return {
        "value": pooled.mean,
        "standard_error": pooled.standard_error,
        "intervals": {name: pooled.interval(confidence).tolist() for name, confidence in CONFIDENCES.items()},
        "consistent_value": min(max(pooled.mean, float(grid.low)), float(grid.high)),
    }


def _guarantee(parts: Sequence[NumberPart], pooled: PooledMean) -> Guarantee:
    """Given the level, of which the weakest counts, whether or not anybody chose it."""
    return Guarantee(
        mechanism=" + ".join(dict.fromkeys(part.mechanism.slug for part in parts)),
        version=max(part.mechanism.version for part in parts),
        epsilon=decimal_text(max(Decimal(part.mechanism.epsilon) for part in parts)),
        neighbours=parts[0].mechanism.neighbours,
        n=sum(part.reports for part in parts),
        error=pooled.standard_error,
    )
