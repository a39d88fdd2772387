"""A guarantee says what is promised of a release or a part of it, in the words in which its maker said it, and of which
columns."""

from collections.abc import Iterable, Mapping
from typing import Any

from mechanisms.anonymity.models.membership import quoted
from mechanisms.anonymity.models.model import decimal, exact

WORDS: Mapping[str, str] = {
    "k-anonymity": "{k}-anonymous",
    "distinct-l-diversity": "{l}-diverse in {column}",
    "entropy-l-diversity": "entropy {l}-diverse in {column}",
    "recursive-cl-diversity": "recursive ({c}, {l})-diverse in {column}",
    "t-closeness": "{t}-close in {column} ({distance})",
    "basic-beta-likeness": "basic {beta}-like in {column}",
    "enhanced-beta-likeness": "enhanced {beta}-like in {column}",
    "k-map": "{k}-map against {against}",
    "delta-presence": "({least}, {most})-present against {against}",
}
DISTANCES: Mapping[str, str] = {
    "equal": "earth mover's, equal",
    "variational": "earth mover's, equal",
    "ordered": "earth mover's, ordered",
    "hierarchical": "earth mover's, hierarchical",
    "kullback-leibler": "Kullback-Leibler, nats",
}
NAMES = ("model", "column", "against")  # these parts of a model are names; all others are numbers


def quasi_in(columns: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Returns the names of the columns whose values somebody may know about a person."""
    return frozenset(column["name"] for column in columns if column["role"] == "quasi")


def least_k(models: Iterable[Mapping[str, Any]]) -> int:
    """Returns how few rows a class may have, as far as k-anonymity limits it: 1 where it does not."""
    return max((int(model["k"]) for model in models if model["model"] == "k-anonymity"), default=1)


def guarantee_of(models: Iterable[Mapping[str, Any]], quasi: Iterable[str]) -> str:
    """Returns a guarantee in words: "5-anonymous, 2-diverse in job over {age, sex}"."""
    return f"{', '.join(map(_words, models))} over {{{', '.join(quasi)}}}"


def _words(model: Mapping[str, Any]) -> str:
    return WORDS[model["model"]].format(**{part: _part_text(part, value) for part, value in model.items()})


def _part_text(part: str, value: Any) -> str:
    if part == "distance":
        return DISTANCES[value]
    if part == "against":
        return quoted(value)
    return value if part in NAMES else decimal(exact(part, value))
