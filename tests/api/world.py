"""This module provides one of each thing, and one of each kind of viewer."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from datahub.accounts import membership
from datahub.accounts.models import Person, Session
from datahub.accounts.services import create_token, ref_of
from datahub.api.ref import Ref
from datahub.datasets.models import AccessRequest, Destruction
from datahub.datasets.models import Version as FileVersion
from datahub.datasets.rules.columns import EMPTY
from datahub.datasets.services.create import create
from datahub.datasets.services.destroy import FORMAT
from datahub.datasets.services.look import keep_columns
from datahub.datasets.tests.factories import an_upload, mark_loaded
from datahub.evaluations.rules.study import study
from datahub.evaluations.services import ask
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.policies.hold.invitations import Site, invite
from datahub.policies.services import grant
from surveys.drafts.questionnaire import empty_draft
from surveys.models import Survey, Version
from surveys.tests.factories import a_survey, a_version, an_estimate
from tests.api.policy_world import policy_bodies, policy_things
from tests.api.release_world import release_bodies, release_things
from tests.api.two_tables_world import CODE, as_named_in_the_file, two_tables_bodies, two_tables_things

SCOPES = ("surveys:read", "surveys:write", "reports:bulk", "datasets:read", "datasets:use", "datasets:write")
A_STUDY: Mapping[str, Any] = {
    "mechanisms": ["hadamard-response"],
    "epsilons": ["1"],
    "population": "even",
    "answers": 2,
    "people": 10,
    "repetitions": 5,
    "seed": 1,
}
ROLES = ("anonymous", "unverified", "stranger", "owner", "administrator", *SCOPES)


@dataclass(frozen=True)
class World:
    owner: Person
    draft: Survey
    version: Version
    job: Job
    ids: Mapping[str, str]  # The ids of the owner's other things, by their placeholder in a path.

    def url(self, method: str, path: str) -> str:
        """Returns the path with the ids of the owner's things in it; only a draft can be deleted."""
        deletes = (method, path) == ("DELETE", "api/v1/surveys/<uuid:id>/")
        survey = str(self.draft.pk if deletes else self.version.survey_id)
        for name, value in {
            "<uuid:job_id>": str(self.job.pk),
            **self.ids,
            "<uuid:id>": self.ids[kind_of(path)] if kind_of(path) else survey,
            "<id>": survey,
            "<unknown>": str(uuid4()),
            "<int:number>": str(self.version.number),
            "<int:first>": str(self.version.number),
            "<int:second>": str(self.version.number),
            "<str:hash>": self.version.hash,
            "<str:slug>": self.version.survey.slug,
        }.items():
            path = path.replace(name, value)
        return "/" + path.removesuffix("?waits").removesuffix("?two")  # These suffixes only tell kinds of ids apart.


def kind_of(path: str) -> str:
    """Returns whose id stands in a path that is not about a survey."""
    if "v1/syntheses/<" in path and path.endswith("?two"):
        return "<joined>"
    kinds = {
        "organisations/": "<organisation>",
        "dataset-deletions/<uuid:id>/?waits": "<waiting deletion>",
        "dataset-deletions/": "<deleted>",
        "anonymisations/<": "<anonymisation>",
        "v1/syntheses/<": "<synthesis>",
        "api/v1/releases/": "<release>",
        "datasets/": "<data set>",
        "access-requests/": "<request>",
        "budgets/dataset:": "<data set>",
        "evaluations/": "<evaluation>",
        "budgets/lineage:": "<lineage>",
    }
    return next((kind for part, kind in kinds.items() if part in path), "")


def person(name: str, *, proven: bool = True, administrator: bool = False) -> Person:
    account = Person.objects.create(email=f"{name}@example.org", name=name, is_administrator=administrator)
    EmailAddress.objects.create(user=account, email=account.email, verified=proven, primary=True)
    return account


def a_token(owner: Person, *scopes: str) -> tuple[str, str]:
    """Returns the id of a new token, and the text that a program sends."""
    ends = timezone.now() + timedelta(days=1)
    token, text = create_token(actor=owner, name="a program", scopes=list(scopes), expires_at=ends)
    return str(token.pk), str(text)


def a_world() -> World:
    owner = person("owner")
    version = a_version(owner, simulated=True)
    an_estimate(version, reports=100)
    job = submit(kind="surveys.estimate", subject=Ref("survey", str(version.survey_id)), owner=ref_of(owner))
    ids = {
        "<uuid:token_id>": a_token(owner, "surveys:read")[0],
        **things_of(owner, Ref("survey", str(version.survey_id))),
    }
    return World(owner, a_survey(owner), version, job, ids)


def things_of(owner: Person, survey: Ref) -> dict[str, str]:
    """Returns a session, an organisation with a colleague in a team, a role of that colleague, an invitation."""
    now = timezone.now()
    session = Session.objects.create(person=owner, device="A program", begun_at=now, seen_at=now)
    organisation = membership.create(actor=owner, name="An institute", id=uuid4())
    colleague = person("colleague")
    membership.join(person=colleague, organisation=organisation, role="member")
    team = membership.create_team(actor=owner, organisation=organisation, name="A team")
    membership.put_in_team(actor=owner, team=team, person_id=colleague.pk)
    role_holder = grant(actor=owner, person=colleague, role="viewer", ref=survey)
    site = Site(host="testserver", page="http://testserver/invitation")
    invitation = invite(actor=owner, email="new@example.org", role="viewer", ref=survey, site=site)
    return {
        "<uuid:token_id>": a_token(owner, "surveys:read")[0],
        "<uuid:session_id>": str(session.pk),
        "<organisation>": str(organisation.pk),
        "<uuid:person_id>": str(colleague.pk),
        "<colleague>": str(colleague.pk),
        "<uuid:team_id>": str(team.pk),
        "<team>": str(team.pk),
        "<int:id>": str(role_holder.pk),
        "<uuid:invitation_id>": str(invitation.pk),
        "<evaluation>": str(ask(actor=owner, id=uuid4(), study=study(**A_STUDY)).pk),
        **data_of(owner, colleague),
    }


def data_of(owner: Person, asker: Person) -> dict[str, str]:
    """Returns a data set whose file is loaded, and a colleague who asks for it."""
    data_set = create(actor=owner, id=uuid4(), fields={"name": "Data"})
    file = FileVersion.objects.create(data_set=data_set, number=1)
    upload = an_upload(file)
    note = {**EMPTY, "name": "note", "type": "text", "role": "sensitive", "longest": 9}
    years = {**EMPTY, "name": "years", "type": "integer", "role": "quasi", "minimum": "0", "maximum": "99"}
    keep_columns(file, as_named_in_the_file(note, years, CODE))
    mark_loaded(file)
    request = AccessRequest.objects.create(data_set=data_set, person=asker, state="submitted", purpose="To learn.")
    return {
        "<data set>": str(data_set.pk),
        "<uuid:upload_id>": str(upload.pk),
        "<request>": str(request.pk),
        "<lineage>": str(data_set.lineage_id),
        "<deleted>": a_deletion(record={"format": FORMAT, "data_set": str(uuid4()), "keys": {}, "day": "2026-01-31"}),
        "<waiting deletion>": a_deletion(),
        **release_things(owner, data_set, file, asker),
        **two_tables_things(owner, data_set, file),
        **policy_things(owner, Ref("dataset", str(data_set.pk)), asker),
    }


def a_deletion(record: dict[str, Any] | None = None) -> str:
    signature = "" if record is None else "of the record"
    return str(Destruction.objects.create(data_set=uuid4(), record=record, signature=signature).data_set)


def client_of(role: str, world: World) -> Client:
    """Returns a client of a role. Tokens are the owner's: a scope must restrict a person who could otherwise do the
    thing."""
    if role in SCOPES:
        return Client(headers={"Authorization": f"Bearer {a_token(world.owner, role)[1]}"})
    client = Client()
    if role != "anonymous":
        client.force_login(_person_of(role, world))
    return client


def _person_of(role: str, world: World) -> Person:
    if role == "owner":
        return world.owner
    return person(role, proven=role != "unverified", administrator=role == "administrator")


def body_for(method: str, path: str, world: World) -> dict[str, Any]:
    """Returns a body that the route accepts, so that a refusal is about the sender."""
    ends = (timezone.now() + timedelta(days=1)).isoformat()
    survey, colleague = f"survey:{world.version.survey_id}", world.ids["<colleague>"]
    bodies: dict[tuple[str, str], dict[str, Any]] = {
        ("POST", "api/v1/organisations/"): {"name": "Another institute"},
        ("PATCH", "api/v1/organisations/<uuid:id>/"): {"name": "Another name"},
        ("PATCH", "api/v1/organisations/<uuid:id>/members/<uuid:person_id>/"): {"role": "administrator"},
        ("POST", "api/v1/organisations/<uuid:id>/teams/"): {"name": "Another team"},
        ("POST", "api/v1/organisations/<uuid:id>/teams/<uuid:team_id>/people/"): {"person": colleague},
        ("POST", "api/v1/roles/"): {"subject": survey, "role": "editor", "person": colleague},
        ("POST", "api/v1/invitations/"): {"subject": survey, "role": "editor", "email": "x@example.org"},
        ("POST", "api/v1/invitations/acceptances/"): {"secret": "unknown"},
        ("POST", "api/v1/jobs/"): {"kind": "audit.verify"},
        ("PATCH", "api/v1/jobs/<uuid:job_id>/"): {"state": "cancelled"},
        ("PATCH", "api/v1/me/"): {"name": "Another"},
        ("POST", "api/v1/tokens/"): {"name": "a program", "scopes": ["surveys:read"], "expires_at": ends},
        ("POST", "api/v1/surveys/"): {"title": "A survey"},
        ("POST", "api/v1/datasets/"): {"name": "More data"},
        ("POST", "api/v1/evaluations/"): dict(A_STUDY),
        ("PATCH", "api/v1/evaluations/<uuid:id>/"): {"state": "cancelled"},
        ("PATCH", "api/v1/datasets/<uuid:id>/"): {"name": "Other data"},
        ("POST", "api/v1/datasets/<uuid:id>/uploads/"): {"name": "b.csv", "size": 1, "sha256": "0" * 64},
        ("PATCH", "api/v1/datasets/<uuid:id>/uploads/<uuid:upload_id>/"): {"state": "looking"},
        ("PUT", "api/v1/datasets/<uuid:id>/versions/<int:number>/"): {"columns": []},
        ("PATCH", "api/v1/datasets/<uuid:id>/versions/<int:number>/"): {"format": {"encoding": "utf-8"}},
        ("POST", "api/v1/datasets/<uuid:id>/deletion/"): {"confirm": "Data"},
        ("PUT", "api/v1/budgets/dataset:<uuid:id>/limits/"): {"rho": "1", "delta": "0.000001", "epsilon": None},
        ("POST", "api/v1/access-requests/"): {"data_set": world.ids["<data set>"], "purpose": "To learn."},
        ("PATCH", "api/v1/access-requests/<uuid:id>/"): {"state": "draft"},
        ("PATCH", "api/v1/access-requests/<uuid:id>/decision/"): {"state": "refused", "said": "Not now."},
        ("PATCH", "api/v1/surveys/<uuid:id>/"): {"title": "Another title"},
        ("PATCH", "api/v1/surveys/<uuid:id>/versions/<int:number>/"): {"state": "closed"},
        ("POST", "api/v1/surveys/import/"): empty_draft(),
        ("POST", "api/v1/surveys/import/surveyjs/"): {"elements": []},
        ("POST", "api/v1/surveys/import/form/"): {"name": "form.csv", "content": "dHlwZSxuYW1lLGxhYmVsCg=="},
        ("POST", "api/v1/surveys/<uuid:id>/deletion/"): {"confirm": world.version.survey.title},
        ("POST", "api/v1/surveys/<uuid:id>/results/crosstabs/"): {"rows": "q1", "columns": "q2"},
        ("POST", "api/v1/surveys/<uuid:id>/results/weighted/"): {"margins": []},
        ("PUT", "api/v1/surveys/<uuid:id>/results/weighted/"): {"margins": []},
        ("POST", "api/v1/reports/bulk/"): {"reports": [{}]},
        ("POST", "api/v1/reports/withdrawals/"): {"version": world.version.hash, "receipt": secrets.token_hex(32)},
    }
    bodies |= policy_bodies(world.ids["<data set>"], colleague)
    bodies |= release_bodies(colleague, ends)
    bodies |= two_tables_bodies(world.ids["<members>"])
    return bodies.get((method, path), {})
