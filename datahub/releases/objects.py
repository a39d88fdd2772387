"""Other packages see a release as made by somebody, a part of its data set, for its recipients or for everybody."""

from collections.abc import Sequence

from django.db.models import Prefetch

from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids
from datahub.releases.models import Recipient, Release
from datahub.releases.selectors import OUT, living


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    places = Prefetch("recipients", queryset=Recipient.objects.filter(living()), to_attr="living")
    rows = Release.objects.filter(pk__in=uuids(ids)).prefetch_related(places)
    return {Ref("release", str(release.pk)): _facts(release, release.living) for release in rows}


def _facts(release: Release, places: Sequence[Recipient]) -> Facts:
    is_public = release.audience == Release.Audience.PUBLIC and release.state == Release.State.RELEASED
    given = places if release.state in OUT else ()
    return Facts(
        name=release.title,
        url=f"/releases/{release.pk}",
        owner=Ref.parse(release.made_by),
        parent=Ref.parse(release.data_set),
        state=release.state,
        attributes={
            "audience": "everyone" if is_public else "nobody",
            "recipients": " ".join(str(recipient.person_id) for recipient in given),
            "lineage": Ref.parse(release.people).id,
        },
    )
