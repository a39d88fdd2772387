"""This module defines a column for amounts of budget, which is exact in both databases."""

from decimal import Decimal
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from mechanisms.accounting.zcdp import PLACES, is_amount


class AmountField(models.DecimalField):  # type: ignore[type-arg]  # DecimalField takes no type argument at run time
    """An amount is NUMERIC(38, 18) on PostgreSQL. SQLite would keep decimals as floats, so there it is a whole number
    of quanta."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "max_digits": 38, "decimal_places": 18})

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {word: kwargs[word] for word in kwargs if word not in {"max_digits", "decimal_places"}}

    def get_internal_type(self) -> str:
        # Django would round a field of the type DecimalField through floats.
        return "AmountField"

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "bigint" if connection.vendor == "sqlite" else "numeric(38, 18)"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:  # noqa: ARG002, FBT001 - Django defines the signature
        if value is None or hasattr(value, "resolve_expression"):
            return value
        amount = Decimal(value)
        if not is_amount(amount):
            raise ValueError(f"{value} is no amount: at least 0, with at most {PLACES} decimal places")
        return int(amount.scaleb(PLACES)) if connection.vendor == "sqlite" else amount

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        return self.get_db_prep_value(value, connection)

    def from_db_value(self, value: Any, _: object, connection: BaseDatabaseWrapper) -> Decimal | None:
        if value is None:
            return None
        return Decimal(value).scaleb(-PLACES) if connection.vendor == "sqlite" else Decimal(value)
