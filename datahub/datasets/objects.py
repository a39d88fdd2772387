"""Other packages see data sets, versions, lineages and requests through these functions. Ownership is a role, which
policies keep."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import OuterRef, Subquery

from datahub.accounts.services import ref_of
from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids
from datahub.api.writes.locking import lock_row
from datahub.datasets.models import AccessRequest, Column, DataSet, Lineage, Version
from datahub.datasets.rules.columns import COMPARED_AS
from datahub.vault.collections.rules.roles import SENSITIVITY


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    loaded = Version.objects.filter(data_set=OuterRef("pk"), state=Version.State.LOADED).order_by("-number")
    rows = DataSet.objects.filter(pk__in=uuids(ids)).annotate(
        newest=Subquery(loaded.values("pk")[:1]), newest_number=Subquery(loaded.values("number")[:1])
    )
    columns: dict[UUID, list[Column]] = {row.newest: [] for row in rows if row.newest is not None}
    for column in Column.objects.filter(version__in=columns):
        columns[column.version_id].append(column)
    return {Ref("dataset", str(row.pk)): _facts(row, row.newest_number, columns.get(row.newest, [])) for row in rows}


def describe_versions(ids: Sequence[str]) -> dict[Ref, Facts]:
    return {
        Ref("dataset_version", str(version.pk)): Facts(
            name=f"{version.data_set.name}, version {version.number}",
            url=f"/data/{version.data_set_id}",
            owner=None,
            parent=Ref("dataset", str(version.data_set_id)),
            state=version.state,
        )
        for version in Version.objects.filter(pk__in=uuids(ids)).select_related("data_set")
    }


def describe_people(ids: Sequence[str]) -> dict[Ref, Facts]:
    """Returns the facts of lineages. Each is named after its original, and decided by whoever owns that: a copy is no
    way to a larger budget."""
    lineages = Lineage.objects.filter(pk__in=uuids(ids), original__isnull=False).select_related("original")
    return {
        Ref("lineage", str(lineage.pk)): Facts(
            name=f"people of {lineage.original.name}",
            url=f"/data/{lineage.original.pk}",
            owner=None,
            parent=Ref("dataset", str(lineage.original.pk)),
            state="",
        )
        for lineage in lineages
        if lineage.original is not None
    }


def describe_requests(ids: Sequence[str]) -> dict[Ref, Facts]:
    """Returns the facts of access requests: whoever asks owns the request; who owns the data set decides it."""
    return {
        Ref("access_request", str(access_request.pk)): Facts(
            name=f"request for {access_request.data_set.name}",
            url="/requests",
            owner=ref_of(access_request.person),
            parent=Ref("dataset", str(access_request.data_set_id)),
            state=access_request.state,
        )
        for access_request in AccessRequest.objects.filter(pk__in=uuids(ids)).select_related("data_set", "person")
    }


def lock(id: str) -> None:
    """Locks the row of a data set; settings.LOCKS names this function."""
    lock_row(DataSet.objects.filter(pk__in=uuids([id])))


def _facts(data_set: DataSet, newest: int | None, columns: Sequence[Column]) -> Facts:
    """Returns the facts of a data set; `newest` is the number of its newest loaded version, whose columns count."""
    return Facts(
        name=data_set.name,
        url=f"/data/{data_set.pk}",
        owner=None,
        parent=None,
        state="empty" if newest is None else "loaded",
        attributes={
            "audience": data_set.audience,
            "organisation": str(data_set.organisation_id) if data_set.organisation_id else None,
            "trust_model": data_set.trust_model,
            "lineage": str(data_set.lineage_id),
            "version": newest,
            "sensitivity": max(
                (column.declaration["role"] for column in columns), key=SENSITIVITY.__getitem__, default=None
            ),
        },
        columns={column.name: COMPARED_AS[column.declaration["type"]] for column in columns},
    )
