"""The rights of whoever made a release are checked again when it leaves: a role can end while work runs, or a second
person thinks."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import partial

from django.contrib.auth.models import AnonymousUser

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.policies.decide.conditions import Context
from datahub.policies.errors import Hidden, Refused, SignInNeeded
from datahub.policies.services import Permit, authorise
from datahub.releases.errors import MakerMayNotCompare, MakerMayNotRelease, NotPermitted
from datahub.releases.limits import check_anonymising, check_comparing, check_handing_out, check_use, rows_kept
from datahub.releases.models import Release
from datahub.releases.rules.guarantees import least_k, quasi_in
from mechanisms.accounting.zcdp import Cost

LOST = (SignInNeeded, Hidden, Refused, NotPermitted)
MADE_BY: Mapping[str, str] = {
    Release.Kind.ANONYMISED: "dataset.anonymise", Release.Kind.SYNTHETIC: "dataset.synthesise",
}  # fmt: skip
Asks = Callable[[Ref], Permit]


def permit_to_compare(release: Release, asks: Asks) -> Permit | None:
    """Returns a permit for the data set whose people the release says something about; None where it says nothing of
    others.

    NotPermitted for a limit of the role on it, and what `asks` raises.
    """
    if release.population == "":
        return None
    permit = asks(Ref.parse(release.compared_with))
    check_comparing(permit, quasi_in(release.columns), purpose=release.purpose)
    return permit


def permit_of_maker(release: Release) -> Permit | None:
    """Returns the permit that `permit_to_compare` gives to whoever made the release, by their roles now, whatever token
    they asked with.

    MakerMayNotRelease if they may no longer make it of these rows, MakerMayNotCompare if only the population is lost.
    """
    maker = Person.objects.filter(pk=Ref.parse(release.made_by).id).first() or AnonymousUser()
    asks = partial(authorise, viewer=maker, operation=MADE_BY[release.kind])
    try:
        _check_making(asks(ref=Ref.parse(release.data_set)), release)
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


def check_release(permit: Permit, release: Release, part: Sequence[str] | None) -> None:
    """Checks the limits of the role of whoever judges a release, or gives a part of it to somebody; NotPermitted names
    the limit."""
    names = [column["name"] for column in release.columns] if part is None else part
    check_handing_out(permit, names, combined=release.population != "", purpose=release.purpose)


def _check_making(permit: Permit, release: Release) -> None:
    names, noise = frozenset(column["name"] for column in release.columns), release.noise
    if noise is None:
        least, combined = least_k(release.anonymity_models), release.population != ""
        check_anonymising(permit, names, least=least, combined=combined, purpose=release.purpose)
        return
    use = Context(
        cost=Cost(rho=Decimal(noise["rho"]), delta=Decimal(0), epsilon=None),
        mechanisms=frozenset(noise["mechanisms"]),
        columns=names,
        rows=rows_kept(permit, noise["rows"]),
        combined=False,
        purpose=release.purpose or None,
    )
    check_use(permit, use)
