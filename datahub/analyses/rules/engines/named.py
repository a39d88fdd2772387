"""Every way to make rows, by the name that a plan gives it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from datahub.analyses.rules.engines import marginals
from datahub.analyses.rules.engines.engine import Engine
from datahub.datasets.rules.columns import Column
from mechanisms.synthesis.domain import Attribute

Read = Callable[[Mapping[str, Any], Sequence[Column], Sequence[Attribute]], Engine]

USUAL = "marginals"  # of a plan that names none: those that are stored never did
ENGINES: Mapping[str, Read] = {USUAL: marginals.read}
