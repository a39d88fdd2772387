"""A plan declares combinations of values that no synthetic row may have; the rows are never searched for them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from datahub.analyses.errors import no_rows
from mechanisms.synthesis.domain import Domain, Impossible
from mechanisms.synthesis.junction_tree import cells_of
from mechanisms.synthesis.possible import cells_of_rules, leaves_something
from mechanisms.synthesis.workload import MOST_CELLS

Labels = Mapping[str, Sequence[str | None]]  # labels of each column stand in the order of its codes; None is missing
Rule = Sequence[Mapping[str, Any]]


def with_impossible(domain: Domain, rules: Sequence[Rule], labels: Labels) -> Domain:
    """Returns the domain with rules of impossible combinations. PlanRefused names the rule that is not valid, or all
    rules if they leave no combination together."""
    if not rules:
        return domain
    ruled = replace(
        domain, impossible=tuple(_rule(f"impossible.{at}", rule, domain, labels) for at, rule in enumerate(rules))
    )
    needed = cells_of_rules(ruled)
    if needed > MOST_CELLS:
        raise no_rows("impossible", f"holds columns together that take {needed} cells; a model holds {MOST_CELLS}")
    if not leaves_something(ruled):
        raise no_rows("impossible", "leaves no combination of values")
    return ruled


def said_in_one_form(domain: Domain) -> list[Any]:
    """Returns the impossible cells for the digest of a plan: in any order and however divided, equal rules give the
    same result."""
    cells_of: dict[tuple[int, ...], Any] = {}
    for rule in domain.impossible:
        known = cells_of.get(rule.attributes)
        cells_of[rule.attributes] = rule.cells if known is None else known | rule.cells
    return [[list(of), np.flatnonzero(cells).tolist()] for of, cells in sorted(cells_of.items())]


def _rule(at: str, parts: Rule, domain: Domain, labels: Labels) -> Impossible:
    names = [part["name"] for part in parts]
    if len(set(names)) < len(names):
        raise no_rows(at, "names a column twice")
    if undeclared := sorted(set(names) - labels.keys()):
        raise no_rows(at, f"names {', '.join(undeclared)}, which no row is made with")
    attributes = domain.places(names)
    if cells_of(domain.sizes, attributes) > MOST_CELLS:
        raise no_rows(at, f"has more combinations of values than a model holds, which are {MOST_CELLS}")
    ordered = sorted(parts, key=lambda part: attributes.index(domain.places([part["name"]])[0]))
    cannot = [np.isin(np.arange(len(labels[part["name"]])), _codes(at, part, labels)) for part in ordered]
    cells = reduce(np.logical_and.outer, cannot)
    if cells.all():
        raise no_rows(at, "leaves no combination of values")
    return Impossible(attributes, cells)


def _codes(at: str, part: Mapping[str, Any], labels: Labels) -> list[int]:
    of, codes = list(labels[part["name"]]), []
    for value in part["values"]:
        if value not in of:
            told = "missing" if value is None else f"{value!r}"
            raise no_rows(at, f"{told} is no value of {part['name']}; values are named as a forecast names them")
        codes.append(of.index(value))
    return codes
