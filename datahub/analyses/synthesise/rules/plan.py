"""The plan of synthetic rows says which columns to make, in which declared values, by which engine, and what
may be spent.

Domains come from what the owner declared before anybody saw the data, so a refusal here tells nothing of the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from datahub.analyses.errors import no_rows
from datahub.analyses.synthesise.domain.columns import attribute_at
from datahub.analyses.synthesise.engines.engine import Engine
from datahub.analyses.synthesise.engines.named import ENGINES, USUAL, check_parts
from datahub.datasets.rules.columns import Column
from datahub.policies.decide.conditions import Comparison
from datahub.policies.write.policy_json import write_rows
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import Cost
from mechanisms.central.gaussian import largest_rho
from mechanisms.common.canonical import digest
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.fitting import LEAST_RHO

MOST_COLUMNS = 60
MOST_EPSILON = Decimal(20)
MOST_DELTA = Decimal("0.00001")


@dataclass(frozen=True, kw_only=True, eq=False)
class SyntheticPlan:
    """A plan of synthetic rows says which columns are made, and what they cost. `rho` is charged: the most that
    (epsilon, delta) is worth. `rows` are comparisons that each row must meet to be read: whether a row is read depends
    on that row alone, so the guarantee for one row more or less stays."""

    columns: tuple[Column, ...]
    engine: Engine
    rho: Decimal
    rows: frozenset[Comparison]

    @property
    def digest(self) -> str:
        """Returns the digest of the plan. A plan of all rows keeps the digest of the time before rows could be
        chosen."""
        rows = {"rows": write_rows(self.rows)} if self.rows else {}
        return digest({"rho": decimal_text(self.rho), **self.engine.in_one_form(), **rows})

    @property
    def domain(self) -> Domain:
        return self.engine.domain

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    @property
    def cost(self) -> Cost:
        return Cost(rho=self.rho, delta=Decimal(0), epsilon=None)


def read_synthetic_plan(
    fields: Mapping[str, Any], declared: Sequence[Column], rows: frozenset[Comparison] = frozenset()
) -> SyntheticPlan:
    """Reads a plan of synthetic rows. PlanRefused names the part that is not possible and the rule; nothing here reads
    a row."""
    name = fields.get("engine", USUAL)
    check_parts(fields, name)
    known = {column.name: column for column in declared}
    chosen = fields["columns"]
    if not 1 <= len(chosen) <= MOST_COLUMNS:
        raise no_rows("columns", f"has {len(chosen)} columns; from 1 to {MOST_COLUMNS} are made together")
    names = [column["name"] for column in chosen]
    if len(set(names)) < len(names):
        raise no_rows("columns", "names a column twice")
    attributes = [attribute_at(f"columns.{index}", column, known) for index, column in enumerate(chosen)]
    columns = tuple(known[name] for name in names)
    engine = ENGINES[name].read(fields, columns, attributes)
    rho = rho_of(fields["epsilon"], fields["delta"])
    return SyntheticPlan(
        columns=columns,
        engine=engine,
        rho=rho,
        rows=rows,
    )


def rho_of(epsilon: str, delta: str) -> Decimal:
    """Returns the largest rho that is worth (epsilon, delta). PlanRefused for what is worth nothing, or is more than a
    promise."""
    exact = {"epsilon": Decimal(epsilon), "delta": Decimal(delta)}
    for name, most in (("epsilon", MOST_EPSILON), ("delta", MOST_DELTA)):
        if not 0 < exact[name] <= most:
            raise no_rows(name, f"is {exact[name]:f}; it is above 0 and at most {most:f}")
    try:
        rho = largest_rho(Fraction(exact["epsilon"]), Fraction(exact["delta"]))
    except ValueError:
        rho = Decimal(0)
    if rho < LEAST_RHO:
        raise no_rows("epsilon", f"is {exact['epsilon']:f}; with this delta that leaves nothing but noise")
    return rho
