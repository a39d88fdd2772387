"""Returns the security plan that the vault follows for each declared column."""

from collections.abc import Sequence

from datahub.datasets.rules.columns import Column
from datahub.vault.collections.rules import plan

TYPES = {
    "integer": plan.INT, "number": plan.DECIMAL, "category": plan.TEXT, "date": plan.DATE, "text": plan.TEXT,
}  # fmt: skip
BYTES_A_LETTER = 4  # at most, in UTF-8


def plan_of(columns: Sequence[Column]) -> plan.Plan:
    return plan.Plan(tuple(_field(column) for column in columns))


def guarded(columns: Sequence[Column]) -> dict[str, plan.Column]:
    """Returns the properties of columns that the guard-rails of the schemes det and ope ask for. How the values are
    spread the load itself looks at."""
    return {
        column.name: plan.Column(role=column.role, distinct=plan.FEWEST_DISTINCT, top_share=0.0) for column in columns
    }


def _field(column: Column) -> plan.Field:
    return plan.Field(
        name=column.name,
        type=TYPES[column.type],
        kind=column.protection,
        width=_width(column),
        decimals=column.decimals if column.type == "number" else 0,
    )


def _width(column: Column) -> int:
    if column.type == "category":
        return max(len(category.value.encode()) for category in column.categories)
    return column.longest * BYTES_A_LETTER if column.type == "text" else 0
