"""Anonymity models of a plan or a card become models of the library here.

A threshold is a whole number or a decimal text ("0.2"): a float is not the number that somebody promised.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from datahub.analyses.refusal_reasons import Why
from mechanisms.anonymity.hierarchy import Hierarchy
from mechanisms.anonymity.models.closeness import (
    EqualCloseness,
    HierarchicalCloseness,
    KullbackLeiblerCloseness,
    OrderedCloseness,
)
from mechanisms.anonymity.models.diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from mechanisms.anonymity.models.likeness import BasicLikeness, EnhancedLikeness
from mechanisms.anonymity.models.membership import DeltaPresence, KAnonymity, KMap
from mechanisms.anonymity.models.model import Model

PARTS: Mapping[str, tuple[str, ...]] = {
    "k-anonymity": ("k",),
    "distinct-l-diversity": ("column", "l"),
    "entropy-l-diversity": ("column", "l"),
    "recursive-cl-diversity": ("column", "c", "l"),
    "t-closeness": ("column", "distance", "t"),
    "basic-beta-likeness": ("column", "beta"),
    "enhanced-beta-likeness": ("column", "beta"),
    "k-map": ("k",),
    "delta-presence": ("least", "most"),
}
DISTANCES = ("equal", "variational", "ordered", "hierarchical", "kullback-leibler")
OF_A_POPULATION = ("k-map", "delta-presence")
LEAST = ("k-anonymity", "k-map")  # every candidate has one of these models
AGAINST = "against"  # the server names the population in this field of a model
WHOLE = ("k", "l")
LARGEST = 10**9
_DECIMAL = re.compile(r"\d{1,9}(\.\d{1,12})?", re.ASCII)
Fault = tuple[str, str]  # a fault has a dotted path below the model, and what is wrong there


def faults(model: Mapping[str, Any], sensitive: Sequence[str]) -> Iterator[Fault]:
    """Yields the faults of an anonymity model that can be found before any data are read."""
    name = model.get("model")
    if not isinstance(name, str) or name not in PARTS:
        yield "model", f"is one of {', '.join(PARTS)}."
        return
    for part in (*PARTS[name], *(part for part in model if part != "model" and part not in PARTS[name])):
        wrong = _fault(name, part, model.get(part), sensitive)
        if wrong:
            yield part, wrong
        elif part == "t" and model.get("distance") != "kullback-leibler" and float(model["t"]) > 1:
            yield part, Why("t_above_one", t=model["t"])
        elif part == "most" and not _decimal(model["least"]) <= _decimal(model["most"]) <= 1:
            yield part, Why("most", most=model["most"], least=_shown(model["least"]))


def _fault(name: str, part: str, value: object, sensitive: Sequence[str]) -> str:
    if part not in PARTS[name]:
        return f"{name} has no {part}."
    if part == "column":
        return "" if value in sensitive else Why("not_sensitive")
    if part == "distance":
        return "" if value in DISTANCES else f"is one of {', '.join(DISTANCES)}."
    if part in WHOLE and name != "entropy-l-diversity":
        known = type(value) is int and 2 <= value <= LARGEST
        return "" if known else Why("whole", part=part, value=_shown(value))
    if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
        return Why("decimal", part=part, value=_shown(value))
    if part not in ("t", "least") and float(value) == 0:
        return Why("zero", part=part)
    return ""


def _decimal(value: object) -> Fraction:
    """Returns the number that a text writes as a decimal, or 0 for any other value, for which another fault is
    reported."""
    return Fraction(value) if isinstance(value, str) and _DECIMAL.fullmatch(value) else Fraction(0)


def _shown(value: object) -> str:
    return str(value)[:40]


def model_of(model: Mapping[str, Any], trees: Mapping[str, Hierarchy]) -> Model:
    """Returns the model that a plan asks for, where it has no faults. `trees` are hierarchies of sensitive columns,
    with the values that occur."""
    makers: Mapping[str, Callable[[], Model]] = {
        "k-anonymity": lambda: KAnonymity(model["k"]),
        "distinct-l-diversity": lambda: DistinctDiversity(model["column"], model["l"]),
        "entropy-l-diversity": lambda: EntropyDiversity(model["column"], model["l"]),
        "recursive-cl-diversity": lambda: RecursiveDiversity(model["column"], model["c"], model["l"]),
        "t-closeness": lambda: _closeness(model, trees),
        "basic-beta-likeness": lambda: BasicLikeness(model["column"], model["beta"]),
        "enhanced-beta-likeness": lambda: EnhancedLikeness(model["column"], model["beta"]),
        "k-map": lambda: KMap(model["k"], model[AGAINST]),
        "delta-presence": lambda: DeltaPresence(model["least"], model["most"], model[AGAINST]),
    }
    return makers[model["model"]]()


def _closeness(model: Mapping[str, Any], trees: Mapping[str, Hierarchy]) -> Model:
    column, t, distance = model["column"], model["t"], model["distance"]
    if distance == "hierarchical":
        return HierarchicalCloseness(column, t, trees[column])
    if distance == "ordered":
        return OrderedCloseness(column, t)
    return KullbackLeiblerCloseness(column, t) if distance == "kullback-leibler" else EqualCloseness(column, t)


def compares(models: Iterable[Mapping[str, Any]]) -> bool:
    """Returns whether one of the models compares with a population."""
    return any(model["model"] in OF_A_POPULATION for model in models)


def against(models: Iterable[Mapping[str, Any]], population: str) -> list[dict[str, Any]]:
    """Returns the models; each that compares with a population names it."""
    return [{**model, AGAINST: population} if model["model"] in OF_A_POPULATION else dict(model) for model in models]
