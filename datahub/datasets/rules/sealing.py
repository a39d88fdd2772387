"""This module makes the security plan by which the vault seals the declared columns."""

from collections.abc import Sequence
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from datahub.datasets.rules.columns import Column
from datahub.vault.collections.rules import plan

TYPES = {
    "integer": plan.INT, "number": plan.DECIMAL, "category": plan.TEXT, "date": plan.DATE, "text": plan.TEXT,
}  # fmt: skip


def plan_of(columns: Sequence[Column]) -> plan.Plan:
    """Returns a plan in columns, or in records where the store is to compare the values of a column."""
    compares = any(column.protection != plan.RND for column in columns)
    return plan.Plan(tuple(map(_field, columns)), plan.RECORDS if compares else plan.COLUMNS)


def guarded(columns: Sequence[Column]) -> dict[str, plan.Column]:
    """Returns the facts about columns that the guard-rails of the schemes det and ope need. The load itself measures
    how the values are spread."""
    return {
        column.name: plan.Column(role=column.role, distinct=plan.FEWEST_DISTINCT, top_share=0.0) for column in columns
    }


def _field(column: Column) -> plan.Field:
    low, high = _bounds(column)
    return plan.Field(
        name=column.name,
        type=TYPES[column.type],
        kind=column.protection,
        width=_width(column),
        decimals=column.decimals if column.type == "number" else 0,
        values=tuple(category.value for category in column.categories),
        low=low,
        high=high,
    )


def _bounds(column: Column) -> tuple[int | None, int | None]:
    """Returns the bounds of every value that can be stored: a number is rounded to its decimals, which may lead past
    the declared bound."""
    if column.type == "date":
        return date.fromisoformat(column.minimum).toordinal(), date.fromisoformat(column.maximum).toordinal()
    if column.type not in {"integer", "number"}:
        return None, None
    decimals = column.decimals if column.type == "number" else 0
    low, high = (Decimal(bound).scaleb(decimals) for bound in (column.minimum, column.maximum))
    return int(low.to_integral_value(ROUND_FLOOR)), int(high.to_integral_value(ROUND_CEILING))


def _width(column: Column) -> int:
    if column.type == "category":
        return max(len(category.value.encode()) for category in column.categories)
    return column.longest if column.type == "text" else 0
