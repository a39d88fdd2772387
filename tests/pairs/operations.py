"""This module is about the writing routes of each kind of thing, as requests about one world: all pairs of a kind share
rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tests.api.keyed_world import K2, PLAN
from tests.api.policy_world import DOCUMENT
from tests.api.two_tables_world import CODE
from tests.pairs import worlds
from tests.pairs.interleave import Send
from tests.pairs.worlds import Build, World

JSON = "application/json"
ROWS = {"columns": [{"name": "years"}], "epsilon": "1", "delta": "0.000001"}
SURVEY, DATA, LOADED = "surveys/{survey}/", "datasets/{data_set}/", "datasets/{data set}/"
INSTITUTE = "organisations/{organisation}/"


@dataclass(frozen=True)
class Operation:
    """`ends` the thing that others change: every other operation of its kind is paired with it in the short form."""

    method: str
    path: str
    body: Any = None
    by: str = "owner"
    ends: bool = False
    alone: int = 200  # The status of this operation alone, where that is a refusal.

    def __str__(self) -> str:
        told = self.body if isinstance(self.body, dict) and self.method == "PATCH" else ""
        return f"{self.method} {self.path} {told or ''}".strip()

    def request(self, world: World) -> Send:
        client = world.clients[self.by]
        url = "/api/v1/" + _filled(self.path, world.ids)
        if isinstance(self.body, bytes):
            headers = {"X-Content-SHA256": sha256(self.body).hexdigest()}
            return lambda: client.generic(
                self.method, url, self.body, content_type="application/octet-stream", headers=headers
            )
        body = _filled(self.body, world.ids)
        return lambda: getattr(client, self.method.lower())(url, body, content_type=JSON)


def _filled(what: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(what, str):
        return what.format_map(ids)
    if isinstance(what, dict):
        return {name: _filled(value, ids) for name, value in what.items()}
    return [_filled(value, ids) for value in what] if isinstance(what, list) else what


def ends(method: str, path: str, body: Any = None, by: str = "owner") -> Operation:
    return Operation(method, path, body, by, ends=True)


Do = Operation
OF_ORGANISATIONS = [
    ends("DELETE", INSTITUTE),
    ends("DELETE", INSTITUTE + "teams/{team}/"),
    ends("DELETE", INSTITUTE + "members/{colleague_id}/"),
    ends("DELETE", INSTITUTE + "membership/", by="colleague"),
    Do("PATCH", INSTITUTE, {"name": "Other"}),
    Do("POST", INSTITUTE + "teams/", {"name": "Another"}),
    Do("POST", INSTITUTE + "teams/{team}/people/", {"person": "{second_id}"}),
    Do("POST", INSTITUTE + "teams/{team}/people/", {"person": "{colleague_id}"}),
    Do("DELETE", INSTITUTE + "teams/{team}/people/{colleague_id}/"),
    Do("PATCH", INSTITUTE + "members/{colleague_id}/", {"role": "administrator"}),
    Do("PATCH", INSTITUTE + "members/{second_id}/", {"role": "member"}),
    Do("POST", "invitations/acceptances/", {"secret": "{secret}"}, by="newcomer"),
    Do("POST", "invitations/", {"subject": "organisation:{organisation}", "role": "member", "email": "x@example.org"}),
    Do("POST", "roles/", {"subject": "survey:{survey}", "role": "editor", "team": "{team}"}),
    Do("PATCH", DATA, {"organisation": "{organisation}", "audience": "organisation"}),
]
_SHARING = [
    Do("POST", "roles/", {"subject": "survey:{survey}", "role": "editor", "person": "{colleague_id}"}),
    Do("DELETE", "roles/{role}/"),
    Do("DELETE", "roles/mine/?subject=survey:{survey}", by="colleague"),
    Do("POST", "invitations/", {"subject": "survey:{survey}", "role": "viewer", "email": "x@example.org"}),
    Do("PATCH", SURVEY, {"title": "Another title"}),
    Do("DELETE", SURVEY + "archive/"),
    Do("POST", SURVEY + "versions/", {}),
]
OF_DRAFTS = [ends("DELETE", SURVEY), Do("PUT", SURVEY + "archive/"), *_SHARING]
OF_SURVEYS = [
    ends("POST", SURVEY + "deletion/", {"confirm": "{title}"}),
    Do("PATCH", SURVEY + "versions/1/", {"state": "closed"}),
    Do("PUT", SURVEY + "versions/1/pause/"),
    Do("DELETE", SURVEY + "versions/1/pause/"),
    Do("PUT", SURVEY + "archive/", alone=409),
    Do("POST", SURVEY + "results/crosstabs/", {"rows": "q1", "columns": "q2"}),
    *_SHARING,
]
OF_UPLOADS = [
    ends("DELETE", DATA + "uploads/{upload}/"),
    ends("POST", DATA + "deletion/", {"confirm": "Data"}),
    Do("PATCH", DATA, {"name": "Data", "description": "Other"}),
    Do("POST", DATA + "uploads/", {"name": "b.csv", "size": 1, "sha256": "0" * 64}, alone=409),
    Do("PATCH", DATA + "uploads/{upload}/", {"state": "looking"}),
    Do("PUT", DATA + "uploads/{upload}/0/", b"b"),
    Do("DELETE", DATA + "deletion/", alone=409),
    Do("POST", "datasets/", {"name": "Copy", "copy_of": "{data_set}"}),
    Do("PUT", "budgets/dataset:{data_set}/limits/", {"rho": "1", "delta": "0.000001", "epsilon": None}),
]
OF_POLICIES = [
    ends("POST", DATA + "deletion/", {"confirm": "Data"}),
    ends("DELETE", "policies/places/{passed}/"),
    ends("PATCH", "access-requests/{request}/", {"state": "draft"}, by="colleague"),
    Do("POST", "policies/", {"subject": "dataset:{data_set}", "after": 1, **DOCUMENT}),
    Do("POST", "policies/places/", {"subject": "dataset:{data_set}", "role": "students", "person": "{third_id}"}),
    Do("POST", "policies/places/{passed}/passed-on/", {"person": "{third_id}"}, by="colleague"),
    Do("POST", "access-requests/", {"data_set": "{data_set}", "purpose": "To learn."}, by="third"),
    Do(
        "PATCH",
        "access-requests/{request}/decision/",
        {"state": "approved", "role": "students", "expires_at": "{ends}"},
    ),
    Do("POST", "roles/", {"subject": "dataset:{data_set}", "role": "owner", "person": "{third_id}"}),
]
OF_DECLARATIONS = [
    ends("DELETE", DATA + "uploads/{upload}/"),
    ends("POST", DATA + "deletion/", {"confirm": "Data"}),
    Do("PUT", DATA + "versions/1/", {"columns": [CODE]}),
    Do("PATCH", DATA + "versions/1/", {"format": {"encoding": "utf-8", "delimiter": ","}}),
    Do("PATCH", DATA + "versions/1/", {"state": "loading"}),
    Do("POST", DATA + "versions/1/leakage/", {}),
]
OF_ANALYSES = [
    ends("DELETE", "syntheses/{synthesis}/"),
    ends("DELETE", "syntheses/{joined}/"),
    ends("DELETE", "anonymisations/{anonymisation}/"),
    ends("POST", LOADED + "deletion/", {"confirm": "Data"}),
    Do("POST", "syntheses/{synthesis}/measured-reports/", {"epsilon": "1", "delta": "0.000001"}),
    Do("POST", "syntheses/{synthesis}/releases/", {"title": "Nobody", "audience": "recipients"}),
    Do("PATCH", "syntheses/{synthesis}/", {"state": "cancelled"}),
    Do("POST", LOADED + "syntheses/", {"version": 1, "plan": ROWS}),
    Do("POST", "syntheses/{joined}/measured-reports/", {"epsilon": "1", "delta": "0.000001"}),
    Do("PATCH", "syntheses/{joined}/", {"state": "cancelled"}),
    Do("POST", LOADED + "anonymisations/", {"version": 1, "plan": PLAN, "candidates": [{"models": K2}]}),
    Do("PATCH", "anonymisations/{anonymisation}/", {"state": "cancelled"}),
    Do("POST", "anonymisations/{anonymisation}/releases/", {"candidate": 0, "title": "A", "audience": "recipients"}),
    Do("PUT", "budgets/dataset:{data set}/limits/", {"rho": "2000", "delta": "0.001", "epsilon": None}),
    Do("DELETE", "releases/{release}/recipients/{recipient_id}/"),
    Do("POST", "releases/{release}/withdrawal/", alone=409),
]
KINDS: dict[str, tuple[Build, list[Operation]]] = {
    "organisation": (worlds.an_organisation, OF_ORGANISATIONS),
    "draft": (worlds.a_draft, OF_DRAFTS),
    "survey": (worlds.a_published_survey, OF_SURVEYS),
    "upload": (worlds.a_data_set_on_its_way, OF_UPLOADS),
    "policy": (worlds.a_data_set_on_its_way, OF_POLICIES),
    "declaration": (worlds.a_declared_data_set, OF_DECLARATIONS),
    "analysis": (worlds.an_analysed_data_set, OF_ANALYSES),
}
