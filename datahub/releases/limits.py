"""What the limits of a role leave of anonymising: asked before the work, in it, when a table leaves, and of whoever
reads what was counted."""

from datahub.accounts.models import Person, Token
from datahub.api.ref import Ref
from datahub.policies import clock
from datahub.policies.conditions import Context
from datahub.policies.errors import Hidden, Refused
from datahub.policies.obligations import Obligations, refusal_of
from datahub.policies.services import authorise
from datahub.releases.errors import NotPermitted


def check_use(limits: Obligations, columns: frozenset[str], *, least: int, combined: bool) -> None:
    """NotPermitted names the limit that is not kept. A second person approves where the role says so, before anything
    leaves."""
    if limits.rows:
        raise NotPermitted("Your role shows some rows of this data set alone; a release is made of all of them.")
    use = Context(
        time=None if limits.expires_at is None else clock.now(),
        mechanism="anonymise",
        columns=columns,
        cohort=least,
        combined=combined,
        approved=True,
    )
    broken = refusal_of(limits, use)
    if broken is not None:
        raise NotPermitted(f"Your role on this data set asks for: {broken}.")


def check_use_of_rows_made(
    limits: Obligations, columns: frozenset[str], *, combined: bool, approved: bool | None
) -> None:
    """The same of synthetic rows. No number of people stands behind each of them, and noise with a delta has no pure
    epsilon: a role with such a limit permits none. `approved`: a second person is asked before anything leaves, which
    nobody can be about a look."""
    if limits.rows:
        raise NotPermitted("Your role shows some rows of this data set alone; synthetic rows are made of all of them.")
    use = Context(
        time=None if limits.expires_at is None else clock.now(),
        mechanism="synthesise",
        columns=columns,
        combined=combined,
        approved=approved,
    )
    broken = refusal_of(limits, use)
    if broken is not None:
        raise NotPermitted(f"Your role on this data set asks for: {broken}.")


def check_comparing(limits: Obligations, columns: frozenset[str]) -> None:
    """The same of a role on a population, of which the quasi-identifying `columns` are counted.

    Whether rows are of people in it is told before anything is released, and for a single person: a limit on how few
    people stand behind a number, or a second person, would be kept in name alone.
    """
    if limits.minimum_cohort or limits.four_eyes:
        raise NotPermitted(
            "Your role on the population asks for more people behind each number, or for a second person. A comparison "
            "tells of single people, and before anybody is asked. Somebody without these limits can ask for it."
        )
    check_use(limits, columns, least=1, combined=True)


def reads_counts(viewer: Person, token: Token | None, population: Ref, columns: frozenset[str]) -> bool:
    """Whether they may compare with it now, and so read what a comparison counted. Nobody reads of what is gone."""
    try:
        permit = authorise(viewer=viewer, token=token, operation="dataset.anonymise", ref=population)
        check_comparing(permit.obligations, columns)
    except (Refused, Hidden, NotPermitted):
        return False
    return True
