"""Whoever made a release is asked again when it leaves: a role can end while work runs, or a second person thinks."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib.auth.models import AnonymousUser

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.policies.errors import Hidden, Refused, SignInNeeded
from datahub.policies.obligations import Obligations
from datahub.policies.services import Permit, authorise
from datahub.releases.errors import MakerMayNotCompare, MakerMayNotRelease, NotInThisState, NotPermitted
from datahub.releases.limits import check_comparing, check_use, check_use_of_rows_made
from datahub.releases.models import Release
from datahub.releases.rules.guarantees import least_k, quasi_in

LOST = (SignInNeeded, Hidden, Refused, NotPermitted)
MADE_BY: Mapping[str, str] = {
    Release.Kind.ANONYMISED: "dataset.anonymise", Release.Kind.SYNTHETIC: "dataset.synthesise",
}  # fmt: skip
Asks = Callable[[Ref], Permit]


def permit_to_compare(release: Release, asks: Asks) -> Permit | None:
    """For the data set whose people the release says something about; None where it says nothing of others.

    NotPermitted for a limit of the role on it, and what `asks` raises. NotInThisState for a release from before it was
    kept which data set that was: nobody can be asked.
    """
    if release.population == "":
        return None
    if release.compared_with == "":
        raise NotInThisState("It was not kept which data set this release was compared with. Have it made again.")
    permit = asks(Ref.parse(release.compared_with))
    check_comparing(permit.obligations, quasi_in(release.columns))
    return permit


def permit_of_maker(release: Release) -> Permit | None:
    """As `permit_to_compare`, of whoever made it: by their roles now, whatever token they asked with.

    MakerMayNotRelease if they may no longer make it of these rows, MakerMayNotCompare if only the population is lost.
    """
    maker = Person.objects.filter(pk=Ref.parse(release.made_by).id).first() or AnonymousUser()
    asks = partial(authorise, viewer=maker, operation=MADE_BY[release.kind])
    try:
        _check_making(asks(ref=Ref.parse(release.data_set)).obligations, release)
    except LOST:
        raise MakerMayNotRelease(
            "Whoever made this release may not make it any more: a role has ended, or was given a limit. Somebody who "
            "may has to make it anew."
        ) from None
    try:
        return permit_to_compare(release, lambda population: asks(ref=population))
    except LOST:
        raise MakerMayNotCompare(
            "Whoever made this release may not compare with its population any more, or that is gone. Somebody who may "
            "has to make it anew."
        ) from None


def _check_making(limits: Obligations, release: Release) -> None:
    names = frozenset(column["name"] for column in release.columns)
    if release.kind == Release.Kind.SYNTHETIC:
        check_use_of_rows_made(limits, names, combined=False, approved=True)
    else:
        check_use(limits, names, least=least_k(release.anonymity_models), combined=release.population != "")
