"""A second person judges a release before it leaves."""

from uuid import UUID

from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.ledger.services import recovery
from datahub.ledger.services.bookings import in_turn
from datahub.policies.services import Permit
from datahub.releases.errors import NotInThisState, SamePerson
from datahub.releases.models import Release, Verdict
from datahub.releases.sealed import ref_to
from datahub.releases.services.begin import mark_at_once
from datahub.releases.services.keep import leave
from datahub.releases.services.rights import check_release, permit_of_maker
from datahub.releases.services.withdraw import clear, end


def look(permit: Permit, release: Release) -> None:
    """Notes that somebody who decides about a release sees its figures before it leaves. They are exact: for somebody
    who may not see the rows, the people are written down as without a bound at once."""
    if release.state == Release.State.WAITING:
        recovery.begin()
        with in_turn():
            mark_at_once(permit, None, release)


def judge(*, permit: Permit, release_id: UUID, approved: bool, words: str) -> None:
    """Judges a release that waits. SamePerson for whoever made it, however they ask: by a token, or as another owner's
    delegate.

    Nothing leaves that its maker may not make any more: MakerMayNotRelease, MakerMayNotCompare. It can be refused.
    """
    recovery.begin()
    with in_turn():
        release = lock_row(Release.objects.filter(pk=release_id))
        if release.state != Release.State.WAITING:
            raise NotInThisState(f"The release is {release.state}; it waits for nobody.")
        if release.made_by == str(permit.viewer):
            raise SamePerson("You made this release. Somebody else who may release the data set has to look at it.")
        if approved:
            check_release(permit, release, None)
        of_population = permit_of_maker(release) if approved else None
        Verdict.objects.create(release=release, person=str(permit.viewer), approved=approved, said=words)
        if approved:
            leave(permit, of_population, release)
            release.save(update_fields=["state", "released_at"])
        else:
            end(release, Release.State.REFUSED, by=permit.viewer, rule=permit.rule)
        operation = "release.approve" if approved else "release.refuse"
        record(actor=permit.viewer, operation=operation, subject=ref_to(release), reason=permit.rule)
    if not approved:
        clear(release)
