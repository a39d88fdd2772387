"""A column's role says what its values could tell of a person. Everything that knows roles reads this list."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ColumnRole:
    """A role of a column. A data set is as sensitive as its most sensitive column. A plan of an anonymised release may
    give a column its own role or one of `stricter`. A guarded column gets no index that tells how its values are
    spread; a released one stands in the release."""

    slug: str
    sensitivity: int
    stricter: tuple[str, ...]
    is_guarded: bool
    is_released: bool


COLUMN_ROLES = (  # pages offer the roles in this order
    ColumnRole("identifying", 3, (), is_guarded=True, is_released=False),
    ColumnRole("quasi", 1, ("identifying",), is_guarded=True, is_released=True),
    ColumnRole("sensitive", 2, ("identifying", "quasi"), is_guarded=True, is_released=True),
    ColumnRole("insensitive", 0, ("identifying", "quasi", "sensitive"), is_guarded=False, is_released=True),
)
ROLES = tuple(role.slug for role in COLUMN_ROLES)
RELEASED_ROLES = tuple(role.slug for role in COLUMN_ROLES if role.is_released)
GUARDED_ROLES = frozenset(role.slug for role in COLUMN_ROLES if role.is_guarded)
SENSITIVITY = {role.slug: role.sensitivity for role in COLUMN_ROLES}
PLANNED_ROLES = {role.slug: (role.slug, *role.stricter) for role in COLUMN_ROLES}
