"""Pairs of requests are about these worlds: people who are signed in, and the things that they write to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from datahub.accounts import membership
from datahub.accounts.models import Mail, Person
from datahub.api.ref import Ref
from datahub.datasets.models import AccessRequest, Chunk, DataSet, Upload
from datahub.datasets.models import Version as FileVersion
from datahub.datasets.pieces import of_upload
from datahub.datasets.services.create import create
from datahub.datasets.services.look import keep_columns
from datahub.datasets.tests.factories import an_upload
from datahub.policies.hold.invitations import Site, invite
from datahub.policies.hold.role_holders import assign
from datahub.policies.services import authorise, grant, grant_to_team
from datahub.vault.keys import keyring
from surveys.tests.factories import a_survey, a_version, an_estimate
from tests.api.keyed_world import fit_out
from tests.api.policy_world import policy_things
from tests.api.two_tables_world import CODE, as_named_in_the_file
from tests.api.world import data_of

SITE = Site(host="testserver", page="http://testserver/invitation")


@dataclass(frozen=True)
class World:
    people: Mapping[str, Person]
    ids: Mapping[str, str]
    clients: Mapping[str, Client]  # The clients by the names of people.


def somebody(name: str) -> Person:
    person = Person.objects.create(email=f"{name}-{uuid4().hex[:12]}@example.org", name=name)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person


def an_organisation() -> World:
    people = {name: somebody(name) for name in ("owner", "second", "colleague", "newcomer")}
    owner = people["owner"]
    institute = membership.create(actor=owner, name="Institute", id=uuid4())
    membership.join(person=people["second"], organisation=institute, role="administrator")
    membership.join(person=people["colleague"], organisation=institute, role="member")
    team = membership.create_team(actor=owner, organisation=institute, name="Team")
    membership.put_in_team(actor=owner, team=team, person_id=people["colleague"].pk)
    survey = a_survey(owner)
    grant_to_team(actor=owner, team=team, role="viewer", ref=Ref("survey", str(survey.pk)))
    data_set = create(actor=owner, id=uuid4(), fields={"name": "Data"})
    newcomer = people["newcomer"]
    invite(actor=owner, email=newcomer.email, role="member", ref=Ref("team", str(team.pk)), site=SITE)
    body = Mail.objects.get(recipient=newcomer.email).body
    secret = body.split(f"{SITE.page}#", 1)[1].split()[0]
    ids = {"organisation": institute.pk, "team": team.pk, "survey": survey.pk, "data_set": data_set.pk}
    return _world(people, ids | {"secret": secret})


def a_draft() -> World:
    people = {name: somebody(name) for name in ("owner", "colleague")}
    survey = a_survey(people["owner"])
    return _world(people, {"survey": survey.pk, "title": survey.title, **_shared(people, survey.pk)})


def a_published_survey() -> World:
    people = {name: somebody(name) for name in ("owner", "colleague")}
    version = a_version(people["owner"], simulated=True)
    an_estimate(version, reports=300)
    ids = {"survey": version.survey_id, "title": version.survey.title}
    return _world(people, ids | _shared(people, version.survey_id))


def _shared(people: Mapping[str, Person], survey: UUID) -> dict[str, Any]:
    owner, colleague = people["owner"], people["colleague"]
    institute = membership.create(actor=owner, name="Institute", id=uuid4())
    membership.join(person=colleague, organisation=institute, role="member")
    role = grant(actor=owner, person=colleague, role="viewer", ref=Ref("survey", str(survey)))
    return {"role": role.pk}


def a_data_set_on_its_way() -> World:
    """Returns a world with a data set whose file is being received, one piece is there, and a colleague has asked for
    it."""
    people, data_set = _data_set()
    upload = _upload(data_set, "receiving")
    ref = Ref("dataset", str(data_set.pk))
    permit = authorise(viewer=people["owner"], operation="dataset.administer", ref=ref)
    of_upload(upload.pk, keyring.keys_of(permit, ref)).write(0, b"a")
    Chunk.objects.create(upload=upload, number=0)
    return _world(people, _ids_of(data_set, upload) | _policies(people, data_set))


def a_declared_data_set() -> World:
    """Returns a world with a data set whose file was looked at, and whose columns are declared."""
    people, data_set = _data_set()
    upload = _upload(data_set, "found")
    keep_columns(upload.version, as_named_in_the_file(CODE))
    return _world(people, _ids_of(data_set, upload))


def an_analysed_data_set() -> World:
    """Returns a world with an analysed data set: loaded, with candidates, synthetic rows, rows of two tables, a release
    with its readers, and a policy."""
    people = {name: somebody(name) for name in ("owner", "colleague")}
    owner, colleague = people["owner"], people["colleague"]
    institute = membership.create(actor=owner, name="Institute", id=uuid4())
    membership.join(person=colleague, organisation=institute, role="member")
    things = data_of(owner, colleague)
    fit_out(owner, things)
    return _world(people, {name.strip("<>").partition(":")[2] or name.strip("<>"): id for name, id in things.items()})


def _data_set() -> tuple[dict[str, Person], DataSet]:
    people = {name: somebody(name) for name in ("owner", "colleague", "third")}
    owner = people["owner"]
    institute = membership.create(actor=owner, name="Institute", id=uuid4())
    for name in ("colleague", "third"):
        membership.join(person=people[name], organisation=institute, role="member")
    return people, create(actor=owner, id=uuid4(), fields={"name": "Data", "audience": "everyone"})


def _upload(data_set: DataSet, state: str) -> Upload:
    return an_upload(FileVersion.objects.create(data_set=data_set, number=1, format={"kind": "csv"}), state=state)


def _ids_of(data_set: DataSet, upload: Upload) -> dict[str, Any]:
    return {"data_set": data_set.pk, "upload": upload.pk, "lineage": data_set.lineage_id}


def _policies(people: Mapping[str, Person], data_set: DataSet) -> dict[str, Any]:
    owner, colleague, ref = people["owner"], people["colleague"], Ref("dataset", str(data_set.pk))
    things = policy_things(owner, ref, colleague)
    mine = assign(actor=owner, ref=ref, role="students", holder=colleague, until=None)
    request = AccessRequest.objects.create(data_set=data_set, person=colleague, state="submitted", purpose="To learn.")
    ends = timezone.now() + timedelta(days=1)
    return {"place": things["<uuid:place_id>"], "passed": mine.pk, "request": request.pk, "ends": ends.isoformat()}


def _world(people: Mapping[str, Person], ids: Mapping[str, Any]) -> World:
    named = {f"{name}_id": str(person.pk) for name, person in people.items()}
    return World(people, {name: str(id) for name, id in {**named, **ids}.items()}, sign_in(people))


def sign_in(people: Mapping[str, Person]) -> dict[str, Client]:
    clients = {}
    for name, person in people.items():
        clients[name] = Client(raise_request_exception=False)
        clients[name].force_login(person)
    return clients


Build = Callable[[], World]
