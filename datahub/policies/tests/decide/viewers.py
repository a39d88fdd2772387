"""The decision table is made of viewers and things; these functions describe many cells at once."""

from dataclasses import replace

from datahub.api.facts import Facts
from datahub.api.ref import PLATFORM, Ref
from datahub.policies.decide.vocabulary import Subject

ME, SOMEBODY = Ref("person", "me"), Ref("person", "somebody")
READ, WRITE, BULK = "surveys:read", "surveys:write", "reports:bulk"
SCOPES = {
    "none": frozenset[str](),
    "read": frozenset({READ}),
    "write": frozenset({WRITE}),
    "bulk": frozenset({BULK}),
    "data-read": frozenset({"datasets:read"}),
    "data-use": frozenset({"datasets:use"}),
    "data-write": frozenset({"datasets:write"}),
    "all": frozenset({READ, WRITE, BULK, "datasets:read", "datasets:use", "datasets:write"}),
}


def person(*, verified: bool = True, administrator: bool = False, role: str = "", scopes: str = "") -> Subject:
    return Subject(
        person=ME,
        verified=verified,
        administrator=administrator,
        roles=frozenset({role} if role else ()),
        scopes=SCOPES[scopes] if scopes else None,
    )


ROLES = ("editor", "analyst", "viewer", "steward", "member")  # an owner's role is tried separately
VIEWERS: dict[str, Subject] = {
    "nobody": Subject(person=None, verified=False, administrator=False, roles=frozenset(), scopes=None),
    "unverified": person(verified=False),
    "verified": person(),
    "unverified-owner": person(verified=False, role="owner"),
    "owner": person(role="owner"),
    "administrator": person(administrator=True),
    "with-another-role": person(role="reader"),
    **{role: person(role=role) for role in ROLES},
    "head": person(role="administrator"),  # a head administers an organisation
    "not-an-owner-of-data": replace(person(), withheld=frozenset({"data_owner"})),
    "not-a-user-of-data": replace(person(), withheld=frozenset({"data_user"})),
    "colleague": replace(person(), organisations=frozenset({"here"})),
    **{f"token-{scopes}": person(scopes=scopes) for scopes in SCOPES},
    **{f"owner-token-{scopes}": person(role="owner", scopes=scopes) for scopes in SCOPES},
    **{f"administrator-token-{scopes}": person(administrator=True, scopes=scopes) for scopes in SCOPES},
}


def thing(owner: Ref | None, state: str = "", **attributes: str) -> Facts:
    return Facts(name="a thing", url="/x/", owner=owner, parent=None, state=state, attributes=attributes)


KINDS = (
    *("survey", "token", "job", "person", "organisation"),
    *("dataset", "dataset_version", "access_request", "lineage"),
    "evaluation",
    "release",
    "gadget",  # no rule names this kind
)
THINGS: dict[str, tuple[Ref, Facts | None]] = {"platform": (PLATFORM, None)}
for kind in KINDS:
    ref = Ref(kind, "x")
    THINGS[f"{kind} missing"] = (ref, None)
    for state in ("draft", "open", "closed"):
        THINGS[f"{kind} of nobody, {state}"] = (ref, thing(None, state))
        THINGS[f"{kind} of somebody, {state}"] = (ref, thing(SOMEBODY, state))
        THINGS[f"{kind} of mine, {state}"] = (ref, thing(ME, state))
THINGS |= {
    f"dataset of nobody, for {name}": (Ref("dataset", "x"), thing(None, "", **attributes))
    for name, attributes in {
        "everyone": {"audience": "everyone"},
        "here": {"audience": "organisation", "organisation": "here"},
        "there": {"audience": "organisation", "organisation": "there"},
        "nobody": {"audience": "nobody", "organisation": "here"},
    }.items()
}
THINGS["release of nobody, given to me"] = (Ref("release", "x"), thing(None, "", recipients="other me"))
THINGS["release of nobody, given to all"] = (Ref("release", "x"), thing(None, "", audience="everyone"))

SESSIONS = (
    *("unverified", "verified", "unverified-owner", "owner", "administrator", "with-another-role"),
    *(*ROLES, "head", "colleague", "not-an-owner-of-data", "not-a-user-of-data"),
)
OWNERS = ("unverified-owner", "owner")


def tokens(*scopes: str, who: tuple[str, ...] = ("token", "owner-token", "administrator-token")) -> tuple[str, ...]:
    return tuple(f"{name}-{scope}" for name in who for scope in scopes)


def of(kind: str, *owners: str) -> tuple[str, ...]:
    names = tuple(f"{kind} of {owner}, {state}" for owner in owners for state in ("draft", "open", "closed"))
    others = {"dataset": "dataset of nobody, for", "release": "release of nobody, given"}.get(kind)
    is_asked = others is not None and "nobody" in owners
    return names + tuple(name for name in THINGS if is_asked and name.startswith(str(others)))


def owned(kind: str, *scopes: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Returns the cells of holders of a role on any existing thing, and of everybody on things whose row names them."""
    others = of(kind, "nobody", "somebody")
    return [
        (OWNERS + tokens(*scopes, who=("owner-token",)), others),
        (SESSIONS + tokens(*scopes), of(kind, "mine")),
    ]


def by(role: str, kind: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Returns the cells of holders of a role on any existing thing; on their own thing the owner's rule comes first, if
    there is one."""
    return [((role,), of(kind, "nobody", "somebody", "mine"))]


def beside_owner(role: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Returns the cells of a role whose rule comes after the owner's."""
    return [((role,), of("survey", "nobody", "somebody"))]


def anyones(kind: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Returns the cells of administrators on things of others; their own they reach as owners."""
    return [(("administrator",), of(kind, "nobody", "somebody"))]


PROVEN = tuple(name for name in SESSIONS if not name.startswith("unverified"))
EVERY_PLATFORM = ("platform",)
