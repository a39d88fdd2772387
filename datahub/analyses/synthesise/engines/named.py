"""Engines are listed here by the names that a plan gives them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datahub.analyses.errors import no_rows
from datahub.analyses.synthesise.engines import aim, gaussian, marginals
from datahub.analyses.synthesise.engines.engine import Engine
from datahub.datasets.rules.columns import Column
from mechanisms.synthesis.domain import Attribute

Read = Callable[[Mapping[str, Any], Sequence[Column], Sequence[Attribute]], Engine]


@dataclass(frozen=True, kw_only=True)
class Named:
    """A named engine is one that a plan can ask for by name. `parts` are the fields of a plan, or of a request for a
    forecast, that only some engines understand, this one among them."""

    read: Read
    parts: frozenset[str]


USUAL = "marginals"  # a plan that names no engine means this one, as older stored plans do
ENGINES: Mapping[str, Named] = {
    USUAL: Named(read=marginals.read, parts=marginals.PARTS),
    "gaussian": Named(read=gaussian.read, parts=gaussian.PARTS),
    "aim": Named(read=aim.read, parts=aim.PARTS),
}


def check_parts(fields: Mapping[str, Any], name: str) -> None:
    """Checks that an engine uses every part of a plan. PlanRefused names a part that only another engine
    uses."""
    strange = frozenset[str]().union(*(engine.parts for engine in ENGINES.values())) - ENGINES[name].parts
    for part in sorted(strange & fields.keys()):
        if fields[part]:
            having = ", ".join(other for other, engine in ENGINES.items() if part in engine.parts)
            raise no_rows(part, f"has no meaning for the engine {name}; it is a part of {having}")
