"""The plan of synthetic rows: which columns, in which declared values, what matters, and what may be spent.

Domains come from what the owner declared before anybody saw the data, so a refusal here tells nothing of the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from datahub.analyses.errors import PlanRefused
from datahub.analyses.rules.impossible import said_in_one_form, with_impossible
from datahub.datasets.rules.columns import Column
from mechanisms.accounting.event import decimal_text
from mechanisms.accounting.zcdp import Cost
from mechanisms.central.gaussian import largest_rho
from mechanisms.common.canonical import digest
from mechanisms.synthesis.domain import Attribute, Bins, Domain, Options
from mechanisms.synthesis.fitting import LEAST_RHO
from mechanisms.synthesis.junction_tree import cells_of
from mechanisms.synthesis.workload import MOST_CELLS, Workload, workload

ENGINE = "synthetic-rows/1"  # what it makes of a plan never changes meaning under this name
BINS = 16  # of a number or day whose owner declared no edges
MOST_BINS = 1000
MOST_COLUMNS = 60
MOST_EPSILON = Decimal(20)
MOST_DELTA = Decimal("0.00001")
_IN_BINS = ("integer", "number", "date")


@dataclass(frozen=True, kw_only=True)
class Offered:
    """A column that can be made, and how it is cut unless a plan says otherwise. `values` is how many there are."""

    name: str
    type: str
    labels: tuple[str | None, ...]
    edges: tuple[str, ...]
    missing: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class SyntheticPlan:
    """`rho` is what is charged: the most that is worth (epsilon, delta)."""

    columns: tuple[Column, ...]
    domain: Domain
    workload: Workload
    rho: Decimal
    digest: str

    @property
    def cost(self) -> Cost:
        return Cost(rho=self.rho, delta=Decimal(0), epsilon=None)


def read_synthetic_plan(said: Mapping[str, Any], declared: Sequence[Column]) -> SyntheticPlan:
    """PlanRefused names the part that cannot be and the rule; nothing here reads a row."""
    known = {column.name: column for column in declared}
    chosen = said["columns"]
    if not 1 <= len(chosen) <= MOST_COLUMNS:
        raise _refused("columns", f"has {len(chosen)} columns; from 1 to {MOST_COLUMNS} are made together")
    names = [one["name"] for one in chosen]
    if len(set(names)) < len(names):
        raise _refused("columns", "names a column twice")
    attributes = [_attribute(f"columns.{place}", one, known) for place, one in enumerate(chosen)]
    domain = _domain(attributes)
    labels = {name: labels_of(known[name], one) for name, one in zip(names, attributes, strict=True)}
    domain = with_impossible(domain, said.get("impossible", ()), labels)
    asked = _workload(said, domain)
    rho = rho_of(said["epsilon"], said["delta"])
    return SyntheticPlan(
        columns=tuple(known[name] for name in names),
        domain=domain,
        workload=asked,
        rho=rho,
        digest=digest({"engine": ENGINE, "rho": decimal_text(rho), **_whole(said, domain)}),
    )


def rho_of(epsilon: str, delta: str) -> Decimal:
    """PlanRefused for what is worth nothing, or is more than a promise."""
    exact = {"epsilon": Decimal(epsilon), "delta": Decimal(delta)}
    for name, most in (("epsilon", MOST_EPSILON), ("delta", MOST_DELTA)):
        if not 0 < exact[name] <= most:
            raise _refused(name, f"is {exact[name]:f}; it is above 0 and at most {most:f}")
    try:
        rho = largest_rho(Fraction(exact["epsilon"]), Fraction(exact["delta"]))
    except ValueError:
        rho = Decimal(0)
    if rho < LEAST_RHO:
        raise _refused("epsilon", f"is {exact['epsilon']:f}; with this delta that leaves nothing but noise")
    return rho


def offered(column: Column) -> Offered | None:
    """None for what has no declared domain, or tells who somebody is."""
    if column.role == "identifying" or column.type == "text":
        return None
    attribute = attribute_of(column, {})
    edges = tuple(_edge_text(column, edge) for edge in attribute.edges) if isinstance(attribute, Bins) else ()
    return Offered(
        name=column.name, type=column.type, labels=labels_of(column, attribute), edges=edges, missing=attribute.missing
    )


def attribute_of(column: Column, said: Mapping[str, Any]) -> Attribute:
    """Of a column with a domain. ValueError for edges that are not between its bounds, each above the one before."""
    missing = bool(column.missing) or column.outside == "missing"
    if column.type == "category":
        options = tuple(one.value for one in column.categories)
        return Options(name=column.name, options=options, missing=missing)
    return Bins(name=column.name, edges=tuple(_cut(column, said)), outside="nearest", missing=missing)


def labels_of(column: Column, attribute: Attribute) -> tuple[str | None, ...]:
    """One for each code, as a person reads it; None is missing."""
    if isinstance(attribute, Options):
        return attribute.labels
    texts = [_edge_text(column, edge) for edge in attribute.edges]
    named = tuple(f"{low} to {high}" for low, high in pairwise(texts))
    return (*named, None) if attribute.missing else named


def _attribute(at: str, said: Mapping[str, Any], known: Mapping[str, Column]) -> Attribute:
    column = known.get(said["name"])
    if column is None:
        raise _refused(f"{at}.name", "is no column of this version")
    if column.role == "identifying":
        raise _refused(f"{at}.name", f"{column.name} identifies people; no row is made with it")
    if column.type == "text":
        raise _refused(f"{at}.name", f"{column.name} is free text: its values are declared nowhere")
    if column.type not in _IN_BINS and (said.get("bins") or said.get("edges")):
        raise _refused(at, f"{column.name} is a choice, and has no bins")
    if said.get("bins") and said.get("edges"):
        raise _refused(at, f"{column.name} has bins or edges, not both")
    try:
        return attribute_of(column, said)
    except ValueError as why:
        raise _refused(at, str(why)) from None


def _domain(attributes: Sequence[Attribute]) -> Domain:
    domain = Domain(attributes=tuple(attributes))
    alone = sum(domain.sizes)
    if alone > MOST_CELLS:
        raise _refused("columns", f"have {alone} values in all; a model holds {MOST_CELLS}. Use fewer bins or columns")
    return domain


def _workload(said: Mapping[str, Any], domain: Domain) -> Workload:
    together, target = said.get("together", ()), said.get("target")
    for place, names in enumerate(together):
        if len(set(names)) < len(names):
            raise _refused(f"together.{place}", "names a column twice")
        try:
            cells_of(domain.sizes, domain.places(names))
            workload(domain, together=[names])
        except ValueError as why:
            raise _refused(f"together.{place}", str(why)) from None
    try:
        return workload(domain, together=together, target=target)
    except ValueError as why:
        raise _refused("target", str(why)) from None


def _cut(column: Column, said: Mapping[str, Any]) -> list[Fraction]:
    """The edges between the bounds that the plan or the owner names, or bins of one width as far as whole numbers and
    days allow."""
    low, high = _place(column, column.minimum), _place(column, column.maximum)
    if column.type != "number":
        high += 1  # a whole number is as wide as any other, the last one too
    bins = said.get("bins")
    between = said.get("edges") or (column.bins if bins is None else ())
    if between:
        return [low, *(_place(column, edge) for edge in between), high]
    wanted = bins or BINS
    if column.type == "number":
        return [low + (high - low) * place / wanted for place in range(wanted + 1)]
    wanted = min(wanted, int(high - low))
    return [low + int(high - low) * place // wanted for place in range(wanted + 1)]


def _place(column: Column, text: str) -> Fraction:
    """A number, or a day as its number."""
    if column.type == "date":
        return Fraction(date.fromisoformat(text).toordinal())
    found = Fraction(Decimal(text))
    if column.type == "integer" and found.denominator != 1:
        raise ValueError(f"{text} is no whole number, and {column.name} has whole numbers alone")
    return found


def _edge_text(column: Column, edge: Fraction | int | float) -> str:
    if column.type == "date":
        return date.fromordinal(int(edge)).isoformat() if edge <= date.max.toordinal() else "10000-01-01"
    exact = Fraction(edge)
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):.12g}"


def _whole(said: Mapping[str, Any], domain: Domain) -> dict[str, Any]:
    """What the plan means, in one form: the order of what matters together does not matter."""
    cut = [
        {"name": one.name, "missing": one.missing, "edges": [str(edge) for edge in one.edges]}
        if isinstance(one, Bins)
        else {"name": one.name, "missing": one.missing, "options": list(one.options)}
        for one in domain.attributes
    ]
    together = sorted(sorted(names) for names in said.get("together", ()))
    impossible = {"impossible": said_in_one_form(domain)} if domain.impossible else {}
    return {"columns": cut, "together": together, "target": said.get("target") or None, **impossible}


def _refused(at: str, why: str) -> PlanRefused:
    return PlanRefused("No rows can be made by this plan.", fields={at: why})
