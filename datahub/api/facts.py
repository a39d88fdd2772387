"""Facts are what one package tells others about one of its things."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from datahub.api.ref import Ref


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a thing say who owns it, where it stands and what it is called; `attributes` are what policies may
    look at.

    `columns` are those that a data set declares, with their types: boolean, text, number or time.
    """

    name: str
    url: str
    owner: Ref | None
    parent: Ref | None
    state: str
    attributes: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
