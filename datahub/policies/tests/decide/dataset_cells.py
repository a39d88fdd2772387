"""This is the part of the decision table on data sets, and on requests, budgets and releases around them."""

from datahub.policies.tests.decide.viewers import EVERY_PLATFORM, OWNERS, PROVEN, SESSIONS, of, owned, tokens

Cells = list[tuple[tuple[str, ...], tuple[str, ...]]]
READING, USING, WRITING = (
    ("data-read", "data-use", "data-write", "all"),
    ("data-use", "data-write", "all"),
    ("data-write", "all"),
)


def without(left_out: str) -> tuple[str, ...]:
    return tuple(name for name in PROVEN if name != left_out)


DATA_OWNERS = without("not-an-owner-of-data") + tokens(*WRITING)
DATA_USERS = without("not-a-user-of-data") + tokens(*USING)


def data(*scopes: str) -> Cells:
    """Returns the cells of data sets and their versions."""
    return owned("dataset", *scopes) + owned("dataset_version", *scopes)


def released(operation: str, *scopes: str) -> dict[str, Cells]:
    """Returns the cells of a release: owners of the data or its maker; then its recipients; then everybody, if it is
    for everybody."""
    to_me, to_all = ("release of nobody, given to me",), ("release of nobody, given to all",)
    others = tuple(name for name in SESSIONS if name not in OWNERS)
    others += tokens(*scopes, who=("token", "administrator-token"))
    return {
        f"an-owner-{operation}s-the-release": owned("release", *scopes),
        f"a-recipient-{operation}s-the-release": [(others, to_me)],
        f"its-audience-{operation}s-the-release": [(others, to_all)],
    }


def by_role(*scopes: str) -> Cells:
    """Returns the cells of the owners of the data set that a request is for; whether the request is their own does not
    count."""
    return [(OWNERS + tokens(*scopes, who=("owner-token",)), of("access_request", "nobody", "somebody", "mine"))]


def asked_by_me(*scopes: str) -> Cells:
    return [(SESSIONS + tokens(*scopes), of("access_request", "mine"))]


def not_mine(*scopes: str) -> Cells:
    """Returns the cells of the owners for requests of others: for their own request the asker's rule comes first."""
    return [(OWNERS + tokens(*scopes, who=("owner-token",)), of("access_request", "nobody", "somebody"))]


TABLE: dict[str, dict[str, Cells]] = {
    "release.list": {"everyone-lists-releases-they-may-see": [(SESSIONS + tokens(*READING), EVERY_PLATFORM)]},
    "release.read": released("read", *READING),
    "release.download": released("download", *USING),
    "dataset.create": {"who-proved-an-address-creates-data-sets": [(DATA_OWNERS, EVERY_PLATFORM)]},
    "dataset.list": {"everyone-lists-data-sets-they-may-see": [(SESSIONS + tokens(*READING), EVERY_PLATFORM)]},
    "dataset.read_metadata": {
        "an-owner-reads-the-metadata": data(*READING),
        "its-audience-reads-the-metadata": [
            (
                tuple(name for name in SESSIONS if name not in OWNERS)
                + tokens(*READING, who=("token", "administrator-token")),
                ("dataset of nobody, for everyone",),
            ),
            (("colleague",), ("dataset of nobody, for here",)),
        ],
    },
    "dataset.query": {"an-owner-queries-the-data-set": data(*USING)},
    "dataset.learn": {"an-owner-learns-from-the-data-set": data(*USING)},
    "dataset.synthesise": {"an-owner-synthesises-the-data-set": data(*USING)},
    "dataset.anonymise": {"an-owner-anonymises-the-data-set": data(*USING)},
    "dataset.see_figures": {"an-owner-sees-figures-of-candidates": data(*USING)},
    "dataset.release": {"an-owner-releases-the-data-set": data(*USING)},
    "dataset.run_algorithm": {"an-owner-runs-algorithms": data(*USING)},
    "dataset.list_versions": {"an-owner-queries-the-data-set": data(*USING)},
    "dataset.see_rows": {"an-owner-sees-rows-of-the-data-set": data(*WRITING)},
    "dataset.administer": {"an-owner-administers-the-data-set": data(*WRITING)},
    "access_request.list": {"everyone-lists-their-requests": [(SESSIONS + tokens(*READING), EVERY_PLATFORM)]},
    "access_request.create": {
        "who-proved-an-address-asks-for-access": [(DATA_USERS, EVERY_PLATFORM)],
    },
    "access_request.read": {
        "whoever-asked-reads-the-request": asked_by_me(*READING),
        "a-keeper-reads-the-request": not_mine(*READING),
    },
    "access_request.edit": {"whoever-asked-edits-the-request": asked_by_me(*USING)},
    "access_request.decide": {"a-keeper-decides-the-request": by_role(*WRITING)},
    "budget.read": {
        "an-owner-reads-the-budget-of-a-data-set": data(*READING),
        "an-owner-reads-the-budget-of-people": owned("lineage", *READING),
    },
    "budget.set": {
        "an-owner-sets-the-budget-of-a-data-set": data(*WRITING),
        "an-owner-sets-the-budget-of-people": owned("lineage", *WRITING),
    },
    "place.pass_on": {"who-proved-an-address-passes-roles-on": [(PROVEN + tokens(*USING), EVERY_PLATFORM)]},
    "policy.explain": {"everyone-asks-what-they-may": [(SESSIONS + tokens(*READING), EVERY_PLATFORM)]},
    "standing.read": {"everyone-reads-what-they-may-be": [(SESSIONS, EVERY_PLATFORM)]},
    "standing.set": {"an-administrator-states-what-people-may-be": [(("administrator",), EVERY_PLATFORM)]},
}
# Rules that data sets add to operations which other things have too.
ROLE_LIST = {
    "an-owner-sees-who-owns-the-data-set": data(),
}
ROLE_GRANT = {
    "an-owner-shares-owning-the-data-set": data(),
}
ROLE_REVOKE = {
    "an-owner-ends-owning-the-data-set": data(),
}
ROLE_EXPLAIN = {"an-owner-asks-what-others-may-with-data": data()}
KNOWING = {
    "dataset": "dataset.read_metadata",
    "dataset_version": "dataset.read_metadata",
    "access_request": "access_request.read",
    "lineage": "budget.read",
}
SCOPES_OF: dict[str, set[str]] = {
    operation: scopes
    for scopes, operations in (
        (
            {"datasets:read", "datasets:use", "datasets:write"},
            "dataset.list dataset.read_metadata access_request.list access_request.read budget.read policy.explain "
            "release.list release.read",
        ),
        (
            {"datasets:use", "datasets:write"},
            "dataset.query dataset.learn dataset.synthesise dataset.anonymise dataset.release dataset.run_algorithm "
            "dataset.see_figures dataset.list_versions "
            "access_request.create access_request.edit place.pass_on release.download",
        ),
        ({"datasets:write"}, "dataset.create dataset.see_rows dataset.administer access_request.decide budget.set"),
    )
    for operation in operations.split()
}
