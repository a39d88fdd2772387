"""This module is about the plan of rows of two data sets joined by a key: which columns of either, what children follow
from, how many of a parent count, and what may be spent.

As for one table, everything is declared before anybody looks at a row, so a refusal here tells nothing of the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from datahub.analyses.errors import PlanRefused, no_rows
from datahub.analyses.synthesise.rules.plan import SyntheticPlan, read_synthetic_plan, rho_of
from datahub.datasets.rules.columns import Column
from datahub.policies.decide.conditions import Comparison
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import Cost
from mechanisms.common.canonical import digest
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.fitting import LEAST_RHO
from mechanisms.synthesis.junction_tree import cells_of
from mechanisms.synthesis.possible import cells_of_rules
from mechanisms.synthesis.two_tables.budget import DividedRho, divided, even_share
from mechanisms.synthesis.two_tables.domain import JoinedDomain
from mechanisms.synthesis.workload import MOST_CELLS, Workload, workload

ENGINE = "joined-rows/1"  # under this name a plan never changes its meaning
MOST_CONTEXT = 8
KEY_TYPES = ("integer", "text")
_PARENT, _CHILD = "parent: ", "child: "  # both tables may have a column of the same name


@dataclass(frozen=True, kw_only=True)
class RowsOfTwo:
    """These are the rows that are read of two tables: comparisons for either table, all of which are true of each of
    its rows that is read. They choose rows before anything is joined, and before it is drawn which children of a parent
    count."""

    parents: frozenset[Comparison] = frozenset()
    children: frozenset[Comparison] = frozenset()


ALL_ROWS = RowsOfTwo()


@dataclass(frozen=True, kw_only=True, eq=False)
class TwoTablesPlan:
    """This is a plan of synthetic rows of two tables joined by a key. `parents` and `children` are the plans of their
    columns; the keys are names of columns. `rho` is what either people are charged, `divided` what each model may spend
    of it and what each unit loses."""

    parents: SyntheticPlan
    children: SyntheticPlan
    parents_key: str
    children_key: str
    context: tuple[str, ...]
    declared: JoinedDomain
    for_parents: Workload
    for_children: Workload
    rho: Decimal
    divided: DividedRho
    digest: str

    @property
    def cost(self) -> Cost:
        return Cost(rho=self.rho, delta=Decimal(0), epsilon=None)

    @property
    def of_parents(self) -> frozenset[str]:
        """Returns the names of all columns of the parents that are read."""
        return frozenset((self.parents_key, *self.parents.names))

    @property
    def of_children(self) -> frozenset[str]:
        return frozenset((self.children_key, *self.children.names))


def read_two_tables_plan(
    fields: Mapping[str, Any],
    of_parents: Sequence[Column],
    of_children: Sequence[Column],
    *,
    version: UUID,
    rows: RowsOfTwo = ALL_ROWS,
) -> TwoTablesPlan:
    """Reads a plan of two tables. `version` is that of the children. PlanRefused names the part that is not possible
    and the rule."""
    rho = rho_of(fields["epsilon"], fields["delta"])
    parents = _half("parents", fields, of_parents, rows.parents)
    children = _half("children", fields, of_children, rows.children)
    key = _key("parents", fields, of_parents)
    if _key("children", fields, of_children).type != key.type:
        raise no_rows("children.key", f"is of another type than {key.name}; keys of two types never fit")
    declared = _declared(fields, parents.domain, children.domain)
    shares = _divided(fields, rho)
    context = sorted(fields["context"])
    meant = {
        "engine": ENGINE,
        "parents": [parents.digest, key.name],
        "children": [str(version), children.digest, fields["children"]["key"]],
        "context": context,
        "most": fields["most"],
        "divided": [decimal_text(part) for part in (rho, shares.of_parents, shares.of_children)],
    }
    return TwoTablesPlan(
        parents=parents,
        children=children,
        parents_key=key.name,
        children_key=fields["children"]["key"],
        context=tuple(context),
        declared=declared,
        for_parents=_workload(declared.counted_parents, fields["parents"], _PARENT),
        for_children=_workload(declared.counted_children, fields["children"], _CHILD),
        rho=rho,
        divided=shares,
        digest=digest(meant),
    )


def may_be_key(column: Column) -> bool:
    """Returns whether a column may join two tables: it must be declared as identifying, so that no synthetic row
    contains it."""
    return column.role == "identifying" and column.type in KEY_TYPES


def _half(
    which: str, parts: Mapping[str, Any], declared: Sequence[Column], rows: frozenset[Comparison]
) -> SyntheticPlan:
    """Reads the plan of one of the two tables. Its digest has the rho of both together."""
    try:
        return read_synthetic_plan(
            {**parts[which], "epsilon": parts["epsilon"], "delta": parts["delta"]}, declared, rows
        )
    except PlanRefused as refusal:
        fields = {f"{which}.{at}": why for at, why in refusal.fields.items()}
        raise PlanRefused(refusal.detail, fields=fields) from None


def _key(which: str, fields: Mapping[str, Any], declared: Sequence[Column]) -> Column:
    at, name = f"{which}.key", fields[which]["key"]
    column = next((column for column in declared if column.name == name), None)
    if column is None:
        raise no_rows(at, "is no column of this version")
    if not may_be_key(column):
        raise no_rows(at, f"{name} is no key: a key identifies, and is text or a whole number")
    return column


def _declared(fields: Mapping[str, Any], parents: Domain, children: Domain) -> JoinedDomain:
    context = fields["context"]
    if not 1 <= len(context) <= MOST_CONTEXT or len(set(context)) < len(context):
        raise no_rows("context", f"has {len(context)} columns; from 1 to {MOST_CONTEXT} different ones are")
    known = [attribute.name for attribute in parents.attributes]
    if unknown := sorted(set(context) - set(known)):
        raise no_rows("context", f"names {', '.join(unknown)}, which no row of the parents is made with")
    if cells_of(parents.sizes, parents.places(context)) > MOST_CELLS:
        raise no_rows("context", f"has more combinations of values than a model holds, which are {MOST_CELLS}")
    try:
        joined_domain = JoinedDomain(
            parents=_renamed(parents, _PARENT),
            children=_renamed(children, _CHILD),
            most=fields["most"],
            number="number",
            context=tuple(_PARENT + name for name in context),
        )
    except ValueError as why:
        raise no_rows("most", str(why)) from None
    for at, domain in (("parents.columns", joined_domain.counted_parents), ("context", joined_domain.counted_children)):
        needed = cells_of_rules(domain)
        if needed > MOST_CELLS:
            raise no_rows(at, f"takes {needed} cells of a model that holds {MOST_CELLS}. Use fewer bins or columns")
    return joined_domain


def _renamed(domain: Domain, prefix: str) -> Domain:
    return replace(
        domain, attributes=tuple(replace(attribute, name=prefix + attribute.name) for attribute in domain.attributes)
    )


def _workload(domain: Domain, fields: Mapping[str, Any], prefix: str) -> Workload:
    """Returns the workload that the plan of a table names. `_half` has checked the names."""
    together = [[prefix + name for name in names] for names in fields.get("together", ())]
    target = fields.get("target")
    return workload(domain, together=together, target=None if target is None else prefix + target)


def _divided(fields: Mapping[str, Any], rho: Decimal) -> DividedRho:
    share = fields.get("share_of_parents")
    exact = even_share(fields["most"]) if share is None else Fraction(share)
    try:
        shares = divided(rho, most=fields["most"], share_of_parents=exact)
    except ValueError as why:
        raise no_rows("share_of_parents", str(why)) from None
    if min(shares.of_parents, shares.of_a_child_row) < LEAST_RHO:
        raise no_rows("epsilon", f"is {fields['epsilon']}; divided by this plan that leaves nothing but noise")
    return shares
