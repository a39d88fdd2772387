"""A table's need of storage follows from its plan and its number of rows; a load that needs too much is refused before
it begins."""

from datahub.vault.collections.pieces import Shape
from datahub.vault.collections.rules.plan import COLUMNS, Plan
from datahub.vault.collections.rules.plan_texts import plan_text
from datahub.vault.collections.rules.values import packing_of
from datahub.vault.collections.sealing import AROUND
from datahub.vault.errors import PlanRefused

MOST_SEALED_BYTES = 10 * 10**9  # one load may seal at most this many bytes


def sealed_bytes(plan: Plan, rows: int) -> dict[str, int]:
    """Returns how many sealed bytes each field would take in `rows` rows."""
    if plan.layout == COLUMNS:
        shape = Shape(plan)
        return {name: shape.sealed_bytes(column, rows) for column, name in enumerate(plan.names)}
    return {field.name: rows * (packing_of(field).length + AROUND) for field in plan.fields}


def check_room(plan: Plan, rows: int) -> None:
    """Refuses a load whose sealed bytes would be too many. PlanRefused names the field that takes most of them."""
    by_field = sealed_bytes(plan, rows)
    total = sum(by_field.values())
    if total <= MOST_SEALED_BYTES:
        return
    widest = max(by_field, key=by_field.__getitem__)
    sentence = plan_text(
        "table_too_large",
        column=widest,
        size=_gigabytes(by_field[widest]),
        total=_gigabytes(total),
        most=_gigabytes(MOST_SEALED_BYTES),
    )
    raise PlanRefused(sentence, fields={widest: sentence})


def _gigabytes(size: int) -> str:
    return f"{size / 10**9:,.1f} GB"
