"""The limits of a role are checked here: before the work, during it, when a table leaves, and when somebody reads what
was counted. Each check gives the limits that the use keeps to, which its card tells."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from datahub.accounts.models import Person, Token
from datahub.api.ref import Ref
from datahub.policies import clock
from datahub.policies.decide.conditions import Comparison, Context
from datahub.policies.decide.obligations import Obligations, kept_limits, refusal_of
from datahub.policies.errors import Hidden, Refused
from datahub.policies.services import Permit, authorise
from datahub.policies.write.policy_json import write_obligations, write_rows
from datahub.releases.errors import NotPermitted
from datahub.releases.exact import keeps_figures_back

ALL_ROWS: frozenset[Comparison] = frozenset()
OF_A_CARD = ("purposes", "combine", "expires_at", "rows")


def check_use(permit: Permit, use: Context) -> Obligations:
    """Returns the limits of the rules that permit this use, taken together. NotPermitted names the limit that it
    breaks."""
    if any(limits.expires_at is not None for limits in permit.ways):
        use = replace(use, time=clock.now())
    limits = kept_limits(permit.ways, use)
    if limits is None:
        first = permit.ways[0]
        refusal = refusal_of(first, use if use.rows is not None else replace(use, rows=first.rows))
        raise NotPermitted(f"Your role on this data set asks for: {refusal}.")
    return limits


def check_anonymising(
    permit: Permit, columns: Collection[str], *, least: int, combined: bool, purpose: str
) -> Obligations:
    """Checks the limits of a role on anonymised rows. A second person approves where the role says so, before anything
    leaves."""
    use = Context(
        columns=frozenset(columns),
        rows=ALL_ROWS,
        cohort=least,
        combined=combined,
        purpose=purpose or None,
        approved=True,
    )
    return check_use(permit, use)


def check_handing_out(permit: Permit, columns: Collection[str], *, combined: bool, purpose: str) -> Obligations:
    """Checks the limits of a role for judging a release, or for giving these columns of it to somebody."""
    use = Context(columns=frozenset(columns), rows=ALL_ROWS, combined=combined, purpose=purpose or None)
    return check_use(permit, use)


def check_comparing(permit: Permit, columns: Collection[str], *, purpose: str) -> Obligations:
    """Checks the limits of a role on a population, of which the quasi-identifying `columns` are counted.

    Whether rows are of people in it is told before anything is released, and for a single person: a limit on how few
    people stand behind a number, or a second person, would be kept in name alone.
    """
    if keeps_figures_back(permit):
        raise NotPermitted(
            "Your role on the population asks for more people behind each number, or for a second person. A comparison "
            "tells of single people, and before anybody is asked. Somebody without these limits can ask for it."
        )
    return check_anonymising(permit, columns, least=1, combined=True, purpose=purpose)


def reads_counts(
    viewer: Person, token: Token | None, population: Ref, columns: Collection[str], *, purpose: str
) -> bool:
    """Returns whether the viewer may compare with the population now, and so read what a comparison counted. Nobody
    reads of what is gone."""
    try:
        permit = authorise(viewer=viewer, token=token, operation="dataset.anonymise", ref=population)
        check_comparing(permit, columns, purpose=purpose)
    except (Refused, Hidden, NotPermitted):
        return False
    return True


def rows_kept(permit: Permit, rows: Collection[Mapping[str, Any]]) -> frozenset[Comparison]:
    """Returns the comparisons that the role asks for now and that were true of each row when `rows` was written."""
    comparisons = frozenset[Comparison]().union(*(limits.rows for limits in permit.ways))
    return frozenset(row for row in comparisons if write_rows(frozenset({row}))[0] in rows)


def terms_of(limits: Obligations, purpose: str) -> dict[str, Any]:
    """Returns the part of a card about the limits: for what purpose the rows were made, and what may be done with them
    until when."""
    written = write_obligations(limits)
    return {"purpose": purpose, "all_rows": not limits.rows, **{name: written[name] for name in OF_A_CARD}}
