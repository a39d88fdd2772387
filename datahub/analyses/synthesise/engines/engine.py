"""An engine is one way to make synthetic rows: this protocol is all that the platform knows of it."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from datahub.analyses.synthesise.domain.rows import Value
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.likeness import Likeness

ColumnNumbers = NDArray[np.generic]  # a column has one number for each row
Json = dict[str, Any]
Texts = dict[str, list[str | None]]  # texts are listed by column; None is missing


class Engine(Protocol):
    """An engine holds the plan that it has read: public parameters alone, so that nothing about it reveals a row.

    What `fitted` gives is all that was released, and is sealed. It has `rows`, estimated from noisy counts; `drawn`,
    `after`, `not_kept` and `likeness` are made of it and cost nothing.
    """

    # An engine's name and version: under one slug it never treats a plan differently.
    slug: ClassVar[str]
    mechanisms: ClassVar[frozenset[str]]  # mechanisms of these slugs draw the engine's noise
    errors_are: ClassVar[str]  # the numbers in `before` and `after` have this meaning

    @property
    def domain(self) -> Domain:
        """Returns the declared values by which rows are shown to people, and are measured."""

    def in_one_form(self) -> Json:
        """Returns all that the plan means but its price, for the digest; the slug is in it, under `engine`."""

    def encode(self, index: int, values: Sequence[Value]) -> ColumnNumbers:
        """Returns the values of a column as `fitted` takes them. No value is refused: that would tell that somebody has
        it."""

    def fitted(self, columns: Sequence[ColumnNumbers], rho: Decimal) -> Json:
        """Returns the fitted model of the true rows, rho-zCDP for a row added or removed. Call it once, when rho is
        spent."""

    def drawn(self, model: Mapping[str, Any], rows: int, entropy: Entropy) -> Texts:
        """Draws rows as texts that the declaration of each column admits; equal entropy gives equal rows."""

    def before(self, table: Mapping[str, Any], rho: Decimal) -> Json:
        """Returns the expected errors for a budget and for a table that `table` guesses: nothing is read."""

    def after(self, model: Mapping[str, Any]) -> Json:
        """Returns the expected errors of what was measured."""

    def not_kept(self, model: Mapping[str, Any]) -> list[str]:
        """Returns, for the reader of synthetic rows, the properties of the true rows that they do not keep."""

    def likeness(self, model: Mapping[str, Any]) -> Likeness:
        """Returns the shares that a report compares with the true rows, in the values of `domain`."""
