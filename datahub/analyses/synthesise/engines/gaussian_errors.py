"""These functions say how far noise moves the estimated moments of each class, in units of the columns, for a forecast
or for a measured model."""

from collections.abc import Mapping, Sequence
from typing import Any

from datahub.analyses.synthesise.domain.columns import bounds, decimals_of, written
from datahub.datasets.rules.columns import Column
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel
from mechanisms.synthesis.gaussian.normals import EVEN_VARIANCE, StandardErrors, is_hidden, standard_errors


def moments_said(
    model: GaussianModel, columns: Mapping[str, Column], labels: Sequence[str | None], rows: Sequence[float]
) -> dict[str, Any]:
    """Returns how far noise puts moments off, class by class, as JSON. `labels` and `rows` are those of the classes.
    What noise hides has no errors: nothing of it is known."""
    numbers = [columns[number.name] for number in model.declared.numbers]
    return {
        "numbers": [_number(column) for column in numbers],
        "groups": [list(group.columns) for group in model.declared.groups],
        "rows_error": standard_errors(model, 1).count,
        "classes": [
            {"value": label, "rows": max(0, round(many)), **_class(model, numbers, many)}
            for label, many in zip(labels, rows, strict=True)
        ],
    }


def _number(column: Column) -> dict[str, str]:
    low, high = bounds(column)
    return {
        "name": column.name,
        "type": column.type,
        "unit": column.unit,
        "low": written(column, low),
        "high": written(column, high),
    }


def _class(model: GaussianModel, numbers: Sequence[Column], rows: float) -> dict[str, Any]:
    if is_hidden(model, rows):
        return {"is_known": False, "means": None, "spreads": None, "correlations": None}
    errors = standard_errors(model, rows)
    group_of = {name: index for index, group in enumerate(model.declared.groups) for name in group.columns}
    of_numbers = [(_half_width(column), group_of[column.name]) for column in numbers]
    return {
        "is_known": True,
        "means": [half * errors.means[group] for half, group in of_numbers],
        "spreads": [half * min(errors.squares[group], EVEN_VARIANCE) ** 0.5 for half, group in of_numbers],
        "correlations": _correlations(model, errors),
    }


def _correlations(model: GaussianModel, errors: StandardErrors) -> list[float | None]:
    """Returns the smallest correlation in each group that the rows keep, for columns whose values lie evenly within
    their bounds. Narrower columns need a larger one. A column by itself has None."""
    return [
        min(1.0, product / EVEN_VARIANCE) if len(group.columns) > 1 else None
        for group, product in zip(model.declared.groups, errors.products, strict=True)
    ]


def _half_width(column: Column) -> float:
    low, high = bounds(column)
    return float((high - low) / 2 / 10 ** decimals_of(column))
