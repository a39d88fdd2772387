"""A place in a role is given by the owner or by somebody who may pass it on; circles are refused. No Django."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from datahub.api.ref import Ref
from datahub.policies.decide.roles import Holding
from datahub.policies.errors import PolicyLoop, RoleRefused

LONGEST_CHAIN = 3  # a role is passed on through at most this many people after the owner gave it


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place says that somebody is in a role. `by` is the place that passed it on; None if the owner gave it."""

    id: str
    role: str
    holder: Ref  # the holder is a person or a team
    by: str | None
    until: datetime | None
    purpose: str | None


def holdings_of(places: Iterable[Place], holders: frozenset[Ref], delegable: frozenset[str]) -> tuple[Holding, ...]:
    """Returns what the places of the subject and of their teams give. What a chain of places narrowed, or no longer
    carries, is taken off."""
    known = {place.id: place for place in places}
    mine = ((place.role, chain_to(place, known)) for place in known.values() if place.holder in holders)
    return tuple(
        _holding(chain)
        for role, chain in mine
        # When a policy ends passing on, it ends the places that were passed on.
        if len(chain) == 1 or (chain and role in delegable)
    )


def chain_to(place: Place, known: Mapping[str, Place]) -> tuple[Place, ...]:
    """Returns the chain from the place up to the one that the owner gave; empty if a link is missing, of another role,
    or comes round."""
    chain = [place]
    while chain[-1].by is not None:
        above = known.get(chain[-1].by)
        if above is None or above.role != place.role or len(chain) > LONGEST_CHAIN:
            return ()
        chain.append(above)
    return tuple(chain)


def check_delegation(*, of: Place, to: Ref, known: Mapping[str, Place], delegable: frozenset[str]) -> None:
    """Checks that a role may be passed on. PolicyLoop if the role would come back to somebody it came from; RoleRefused
    if it cannot be passed on."""
    chain = chain_to(of, known)
    if not chain or of.role not in delegable:
        raise RoleRefused(f"The role {of.role} cannot be passed on.", fields={"role": "cannot be passed on"})
    holders = [place.holder for place in reversed(chain)]
    if to in holders:
        way = " -> ".join(str(holder) for holder in (*holders, to))
        raise PolicyLoop(f"This would lead in a circle: {way}.", fields={"person": "passed this role on before"})
    if len(chain) > LONGEST_CHAIN:
        said = f"A role is passed on at most {LONGEST_CHAIN} times; this one was {len(chain) - 1} times."
        raise RoleRefused(said, fields={"role": "was passed on too often"})


def _holding(chain: tuple[Place, ...]) -> Holding:
    """Returns what a chain gives: the nearest end, and only purposes that every link has."""
    ends = [place.until for place in chain if place.until is not None]
    purposes = [frozenset({place.purpose}) for place in chain if place.purpose is not None]
    shared = frozenset.intersection(*purposes) if purposes else None
    return Holding(role=chain[0].role, until=min(ends, default=None), purposes=shared)
