"""These selectors return data sets as a viewer may see them: what is declared, and nothing that is made of the data."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from datahub.accounts.membership import organisations_of
from datahub.accounts.models import Person, Token
from datahub.api.ref import Ref
from datahub.datasets.errors import NothingLoaded
from datahub.datasets.models import AccessRequest, DataSet, Version
from datahub.datasets.rules.columns import Column
from datahub.datasets.selectors.destructions import pending
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.selectors import refs_with_role, roles_of, roles_on
from datahub.policies.services import allowed, permitted
from datahub.policies.write.policy_store import policy_on, refs_with_policy

SORTS = ("-created_at", "created_at", "name", "-name")
LOADED = Prefetch(
    "versions",
    queryset=Version.objects.filter(state=Version.State.LOADED).order_by("-number").prefetch_related("columns"),
    to_attr="loaded",
)


def catalogue(viewer: Person, *, search: str, mine: bool) -> QuerySet[DataSet]:
    """Returns the data sets that the viewer may see and no other, before anybody searches or turns a page: neither the
    length of a page nor its cursor tells of a hidden one."""
    owned = Q(pk__in=[ref.id for ref in refs_with_role(viewer, "dataset", OWNER)])
    rows = DataSet.objects.filter(owned if mine else owned | _seen(viewer)).select_related("organisation")
    if search:
        words = Q(name__icontains=search) | Q(description__icontains=search) | Q(pk__in=_with_column(search))
        rows = rows.filter(words)
    return rows.prefetch_related(LOADED)


def _seen(viewer: Person) -> Q:
    """Returns the data sets that the viewer finds: by the audience where no policy was written, else by what the policy
    says, which may forbid one to the audience."""
    written = Q(pk__in=[ref.id for ref in refs_with_policy("dataset")])
    by_policy = permitted(viewer=viewer, operation="dataset.read_metadata", kind="dataset")
    audience = Q(audience=DataSet.Audience.EVERYONE) | Q(
        audience=DataSet.Audience.ORGANISATION, organisation__in=organisations_of(viewer)
    )
    return (audience & ~written) | Q(pk__in=[ref.id for ref in by_policy])


def _with_column(search: str) -> QuerySet[Version, UUID]:
    """Returns the data sets whose newest loaded version has a column with the search text in its name; earlier versions
    are not shown."""
    loaded = Version.objects.filter(state=Version.State.LOADED)
    newest = loaded.filter(data_set=OuterRef("data_set")).order_by("-number").values("number")[:1]
    shown = loaded.filter(number=Subquery(newest), columns__name__icontains=search)
    return shown.values_list("data_set", flat=True)


def in_list(viewer: Person, data_sets: Sequence[DataSet]) -> list[dict[str, Any]]:
    """Returns the data sets that `catalogue` found for the same viewer, as its list shows them."""
    owned = set(refs_with_role(viewer, "dataset", OWNER))
    return [_summary(data_set, is_owner=_ref(data_set) in owned) for data_set in data_sets]


def whole(viewer: Person, data_set: DataSet, *, token: Token | None) -> dict[str, Any]:
    """Returns a data set as its page shows it; `operations`, and what depends on them, are those of the token, if the
    viewer asks with one."""
    version, ref = newest_loaded(data_set), _ref(data_set)
    operations = [
        operation for operation in allowed(viewer=viewer, ref=ref, token=token) if operation.startswith("dataset.")
    ]
    columns = [] if version is None else [column.to_json() for column in columns_of(version)]
    access_request = AccessRequest.objects.filter(data_set=data_set, person=viewer).order_by("-created_at").first()
    owners = [str(holding.person) for holding in roles_on(ref) if holding.role == OWNER and holding.person is not None]
    roles = roles_of(viewer, ref)
    return _summary(data_set, is_owner=OWNER in roles) | {
        "provenance": data_set.provenance,
        "keep_until": data_set.keep_until,
        "lineage": data_set.lineage_id,
        "version": None if version is None else version.number,
        "columns": columns,
        "owners": owners,
        "roles": sorted(roles),
        "offers": _offers(ref),
        "operations": operations,
        "request": None
        if access_request is None
        else {"id": access_request.pk, "state": access_request.state, "expires_at": access_request.expires_at},
        "deletion": pending(viewer, ref, operations),
    }


def _offers(ref: Ref) -> list[dict[str, str]]:
    """Returns the roles of the data set's policy; whoever may see the data set can ask for one of them."""
    policy = policy_on(ref)
    return [] if policy is None else [{"name": role.name, "description": role.description} for role in policy.roles]


def newest_loaded(data_set: DataSet) -> Version | None:
    return data_set.versions.filter(state=Version.State.LOADED).order_by("-number").first()


def loaded_versions(data_set: UUID) -> list[dict[str, Any]]:
    """Returns the loaded versions of a data set, the newest first, with the day alone: how long a load took tells of
    the number of rows."""
    loaded = Version.objects.filter(data_set=data_set, state=Version.State.LOADED)
    times = loaded.order_by("-number").values_list("number", "loaded_at")
    return [{"number": number, "loaded_on": f"{time:%Y-%m-%d}"} for number, time in times]


def declared(data_set: DataSet) -> list[Column]:
    """Returns the columns of the newest loaded version, for codebook and example rows. NothingLoaded if no version is
    loaded."""
    version = newest_loaded(data_set)
    if version is None:
        raise NothingLoaded("Nothing is loaded yet, so nothing is declared.")
    return columns_of(version)


def columns_of(version: Version) -> list[Column]:
    return [Column.from_json({"name": column.name, **column.declaration}) for column in version.columns.all()]


def _summary(data_set: DataSet, *, is_owner: bool) -> dict[str, Any]:
    loaded = getattr(data_set, "loaded", None)
    newest = newest_loaded(data_set) if loaded is None else next(iter(loaded), None)
    organisation = data_set.organisation
    return {
        "id": data_set.pk,
        "name": data_set.name,
        "description": data_set.description,
        "licence": data_set.licence,
        "doi": data_set.doi,
        "trust_model": data_set.trust_model,
        "audience": data_set.audience,
        "organisation": None if organisation is None else {"id": organisation.pk, "name": organisation.name},
        "state": "empty" if newest is None else "loaded",
        "names": [] if newest is None else [column.name for column in newest.columns.all()],
        "is_owner": is_owner,
        "created_at": data_set.created_at,
        "updated_at": data_set.updated_at,
    }


def _ref(data_set: DataSet) -> Ref:
    return Ref("dataset", str(data_set.pk))
