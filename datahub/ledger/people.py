"""These functions determine which people a permit covers."""

from collections.abc import Sequence

from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.ledger.errors import NotCovered
from datahub.ledger.rules import KINDS, Kind
from datahub.policies.services import Permit


def check_covers(permit: Permit, people: Sequence[Ref], *, beside: Sequence[Permit] = ()) -> None:
    """Refuses to write to the accounts of people without a permit for their data. `beside` are those of the same
    viewer, for the same, for other data that one use reads together with these."""
    if not people:
        raise NotCovered("no people are named; a use of data is always on the account of those behind them")
    if any(
        (permit_beside.viewer, permit_beside.operation) != (permit.viewer, permit.operation) for permit_beside in beside
    ):
        raise NotCovered(f"the permits beside that for {permit.ref} are of another viewer, or for another operation")
    if left := set(people) - people_of(permit).union(*map(people_of, beside)):
        raise NotCovered(f"the permit for {permit.ref} does not speak of {', '.join(sorted(map(str, left)))}")


def check_of_version(permit: Permit, version: Ref) -> None:
    """Checks that the permit is for this version, or for the data set it belongs to. A copy has the same people but
    other rules: whoever may ask the copy is not shown what the original answered."""
    facts = describe([version]).get(version)
    if permit.ref != version and (facts is None or facts.parent != permit.ref):
        raise NotCovered(f"the permit for {permit.ref} does not speak of {version}")


def people_of(permit: Permit) -> set[Ref]:
    """Returns the lineages whose accounts this permit covers: the lineage it is for, the one that its data set belongs
    to, or the ones that its facts name, of which joined data have several."""
    refs = {permit.ref}
    if permit.facts is not None:
        named = permit.facts.attributes.get("lineage")
        refs |= {_lineage(text) for text in (named.split() if isinstance(named, str) else ())}
        refs |= {permit.facts.parent} if permit.facts.parent is not None else set()
    return {ref for ref in refs if KINDS.get(ref.kind) == Kind.PEOPLE}


def _lineage(text: str) -> Ref:
    return Ref.parse(text) if ":" in text else Ref("lineage", text)
