"""What counts of the reports on a number that may be skipped become: who answered, and the mean of those who did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.guarantee import Guarantee
from mechanisms.ldp.numbers.number_or_skipped import NumberOrSkipped
from mechanisms.ldp.numbers.pooled_number_or_skipped import (
    PooledNumberOrSkipped,
    inverse_variance_number_or_skipped,
    share_pooled_number_or_skipped,
)
from surveys.confidences import CONFIDENCES
from surveys.publishing.definition import PER_QUESTION, Definition, Level, Question
from surveys.reports.tally import Tally, counts_of
from surveys.results.level_groups import groups


@dataclass(frozen=True)
class SkippablePart:
    """What one level says about one number: how often each report was sent, skipped among them."""

    level: Level
    mechanism: NumberOrSkipped
    counts: NDArray[np.int64]
    reports: int


def shown_skippable(definition: Definition, tallies: Mapping[int, Tally]) -> dict[Question, list[SkippablePart]]:
    """The parts of numbers that may be skipped, without those of which too few reports are left: those of who skipped
    are counted too."""
    every = {question: _parts_of(definition, tallies, question) for question in definition.of_skippable}
    return {
        question: parts
        for question, parts in every.items()
        if sum(part.reports for part in parts) >= definition.shown_from
    }


def skippable_result(
    definition: Definition, question: Question, parts: Sequence[SkippablePart], reports: int
) -> dict[str, Any]:
    """Means in units of the question, and null where the share who answered may be 0; that share is of 1."""
    shown = groups([part.reports for part in parts], definition.shown_from)
    left_out = reports - sum(part.reports for part in parts)
    return {
        "id": question.id,
        "text": question.text,
        "unit": question.unit,
        "low": parts[0].mechanism.grid.low,
        "high": parts[0].mechanism.grid.high,
        "estimates": {"method": "share-pooled", **_estimated(share_pooled_number_or_skipped(_pool(parts)))},
        "inverse_variance": {
            "method": "inverse-variance",
            **_estimated(inverse_variance_number_or_skipped(_pool(parts))),
        },
        "by_level": [_group([parts[level] for level in group]) for group in shown],
        **({"left_out": left_out} if definition.level_choice == PER_QUESTION else {}),
        "guarantee": _guarantee(parts).to_json(),
    }


def _parts_of(definition: Definition, tallies: Mapping[int, Tally], question: Question) -> list[SkippablePart]:
    field = question.field.id
    return [
        SkippablePart(level, level.part(field).number_or_skipped, counts, reports)
        for level, counts, reports in counts_of(definition, tallies, field)
    ]


def _group(parts: Sequence[SkippablePart]) -> dict[str, Any]:
    guarantee = _guarantee(parts)
    return {
        "levels": [part.level.id for part in parts],
        "mechanism": guarantee.mechanism,
        "epsilon": guarantee.epsilon,
        "reports": guarantee.n,
        **_estimated(share_pooled_number_or_skipped(_pool(parts))),
        "guarantee": guarantee.to_json(),
    }


def _pool(parts: Sequence[SkippablePart]) -> list[tuple[NumberOrSkipped, NDArray[np.int64]]]:
    return [(part.mechanism, part.counts) for part in parts]


def _estimated(pooled: PooledNumberOrSkipped) -> dict[str, Any]:
    """The share is unbiased and may leave [0, 1]; a mean without limits would say more than is known."""
    share = pooled.answered
    return {
        "answered": {
            "share": share,
            "intervals": {name: pooled.answered_interval(chance).tolist() for name, chance in CONFIDENCES.items()},
            "consistent_share": min(max(share, 0.0), 1.0),
        },
        "mean": _mean(pooled),
    }


def _mean(pooled: PooledNumberOrSkipped) -> dict[str, Any] | None:
    limits = {name: pooled.interval(confidence) for name, confidence in CONFIDENCES.items()}
    if pooled.mean is None or any(ends is None for ends in limits.values()):
        return None
    grid = pooled.parts[0][0].grid
    return {
        "value": pooled.mean,
        "intervals": {name: ends.tolist() for name, ends in limits.items() if ends is not None},
        "consistent_value": min(max(pooled.mean, float(grid.low)), float(grid.high)),
    }


def _guarantee(parts: Sequence[SkippablePart]) -> Guarantee:
    """Given the level, of which the weakest counts, whether or not anybody chose it. A ratio has no one error."""
    return Guarantee(
        mechanism=parts[0].mechanism.slug,
        version=parts[0].mechanism.version,
        epsilon=decimal_text(max(Decimal(part.mechanism.epsilon) for part in parts)),
        neighbours=parts[0].mechanism.neighbours,
        n=sum(part.reports for part in parts),
        error=None,
    )
