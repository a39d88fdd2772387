"""A released table is given to somebody: to a person with an account, or to whoever has a link."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from datahub.accounts.errors import TooMany
from datahub.accounts.models import Person
from datahub.accounts.rules import draw_secret, hash_of
from datahub.api.ref import Ref
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.policies.errors import Hidden, Refused, SignInNeeded
from datahub.policies.selectors import known_to
from datahub.policies.services import Permit, authorise, permit_of_accepted
from datahub.releases.errors import LinkRefused, NotInThisState, NotPermitted, WishRefused
from datahub.releases.models import Link, Recipient, Release
from datahub.releases.rules.guarantees import quasi_in
from datahub.releases.sealed import ref_to
from datahub.releases.services.rights import check_release
from mechanisms.common.canonical import canonical, digest

LONGEST_LINK = timedelta(days=30)
MOST_PLACES, MOST_LINKS = 200, 20
MOST_NOTED = 2048  # a log entry holds at most this many bytes of column names


@transaction.atomic
def give(
    *,
    actor: Person,
    permit: Permit,
    release_id: UUID,
    person: UUID,
    columns: Sequence[str] | None,
    until: datetime | None,
) -> Recipient:
    """Gives a release to a person. Again for the same person replaces what they were given. Colleagues, and whoever has
    a role on the data set."""
    release = _locked(release_id)
    known = known_to(actor, Ref.parse(release.data_set)).filter(pk=person).first()
    if known is None:
        raise WishRefused("This is nobody you can give it to.", fields={"person": "is not known here"})
    _check_time(until, None)
    if release.recipients.exclude(person=known).count() >= MOST_PLACES:
        raise TooMany(f"{MOST_PLACES} people have this release. Take it from one first.")
    part = _part(release, columns)
    check_release(permit, release, part)
    terms = {"columns": part, "expires_at": until}
    recipient, _ = Recipient.objects.update_or_create(release=release, person=known, defaults=terms)
    detail = {"person": str(known.pk), **_noted(part)}
    record(actor=permit.viewer, operation="release.give", subject=ref_to(release), reason=permit.rule, detail=detail)
    return recipient


@transaction.atomic
def take_back(*, permit: Permit, recipient: Recipient) -> None:
    lock_row(Release.objects.filter(pk=recipient.release_id))
    recipient = lock_row(Recipient.objects.select_related("release").filter(pk=recipient.pk))
    detail = {"person": str(recipient.person_id)}
    subject = ref_to(recipient.release)
    recipient.delete()
    record(actor=permit.viewer, operation="release.take_back", subject=subject, reason=permit.rule, detail=detail)


@transaction.atomic
def link(*, permit: Permit, release_id: UUID, columns: Sequence[str] | None, until: datetime) -> tuple[Link, str]:
    """Makes a link to a release and its secret, which is returned this once and never stored."""
    release = _locked(release_id)
    if release.state != Release.State.RELEASED:
        raise NotInThisState(f"The release is {release.state}; links lead to what is released.")
    _check_time(until, LONGEST_LINK)
    if release.links.filter(revoked_at__isnull=True, expires_at__gt=timezone.now()).count() >= MOST_LINKS:
        raise TooMany(f"{MOST_LINKS} links lead to this release. Revoke one first.")
    secret, part = draw_secret(), _part(release, columns)
    check_release(permit, release, part)
    row = Link.objects.create(
        release=release,
        secret_hash=hash_of(secret),
        columns=part,
        made_by=str(permit.viewer),
        expires_at=until,
    )
    detail = {"link": str(row.pk), "until": until.isoformat(), **_noted(part)}
    record(actor=permit.viewer, operation="release.link", subject=ref_to(release), reason=permit.rule, detail=detail)
    return row, secret


@transaction.atomic
def revoke(*, permit: Permit, row: Link) -> None:
    if Link.objects.filter(pk=row.pk, revoked_at__isnull=True).update(revoked_at=timezone.now()):
        detail = {"link": str(row.pk)}
        subject = ref_to(row.release)
        record(actor=permit.viewer, operation="release.unlink", subject=subject, reason=permit.rule, detail=detail)


def follow(secret: str) -> tuple[Link, Permit]:
    """Returns the link of this secret and the permit to take its table. Whoever made the link must still be somebody
    who may give the release: a link ends with the role of its maker, and not only when it says.

    LinkRefused is one answer for all that ends a link.
    """
    open_ones = Link.objects.filter(
        secret_hash=hash_of(secret),
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
        release__state=Release.State.RELEASED,
    )
    row = open_ones.select_related("release").first()
    if row is None or not _may_still_give(row):
        raise LinkRefused("This link leads nowhere: it has ended, or was never made.")
    by, ref = Ref.parse(row.made_by), ref_to(row.release)
    return row, permit_of_accepted(viewer=by, operation="release.download", ref=ref, rule="a link that was given")


def _may_still_give(row: Link) -> bool:
    """Returns whether those who made a link may still give it: by their roles now, and the limits of these, whatever
    token they made it with."""
    maker = Person.objects.filter(pk=Ref.parse(row.made_by).id).first() or AnonymousUser()
    try:
        permit = authorise(viewer=maker, operation="dataset.release", ref=Ref.parse(row.release.data_set))
        check_release(permit, row.release, row.columns)
    except (SignInNeeded, Hidden, Refused, NotPermitted):
        return False
    return True


@transaction.atomic
def note_taken(row: Link, permit: Permit) -> None:
    """Counts the download of a table through a link; opening the page of a link, which shows
    the card, is no download."""
    Link.objects.filter(pk=row.pk).update(downloads=F("downloads") + 1)
    detail = {"link": str(row.pk)}
    record(actor=None, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)


def _locked(release_id: UUID) -> Release:
    release = lock_row(Release.objects.filter(pk=release_id))
    if release.state in {*Release.OVER, Release.State.WITHDRAWN}:
        raise NotInThisState(f"The release is {release.state}; there is nothing to give.")
    return release


def _part(release: Release, columns: Sequence[str] | None) -> list[str] | None:
    """Returns the columns of a part, in the order of the table. A projection of anonymised rows keeps a
    quasi-identifying column: without one it promises nothing. Any part of synthetic rows keeps what was promised."""
    if columns is None:
        return None
    names = [column["name"] for column in release.columns]
    unknown = [name for name in columns if name not in names]
    bare = release.kind == Release.Kind.ANONYMISED and quasi_in(release.columns).isdisjoint(columns)
    if unknown or bare:
        why = "names what is no column of the release" if unknown else "names no quasi-identifying column"
        raise WishRefused("This is no part of the release.", fields={"columns": why})
    return [name for name in names if name in columns]


def _noted(part: list[str] | None) -> dict[str, Any]:
    """Returns what the log notes of a part of the columns, since its entries have an end: the columns, or how many they
    are and a digest that tells which."""
    if part is None or len(canonical(part)) <= MOST_NOTED:
        return {"columns": part}
    return {"columns": len(part), "columns_sha256": digest(part)}


def _check_time(until: datetime | None, longest: timedelta | None) -> None:
    now = timezone.now()
    if until is not None and (until <= now or (longest is not None and until > now + longest)):
        why = "lies in the past" if until <= now else f"is more than {LONGEST_LINK.days} days ahead"
        raise WishRefused("It cannot end then.", fields={"expires_at": why})
