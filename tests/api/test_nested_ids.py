"""A thing inside another is reached through that other only, never by its id under a thing of one's own."""

from uuid import uuid4

import pytest
from django.test import Client

from datahub.accounts import membership
from datahub.accounts.models import Person
from datahub.datasets.services.create import create
from datahub.releases.models import Release
from tests.api.routes import routes
from tests.api.world import World, a_world, body_for, person

pytestmark = pytest.mark.django_db
INSIDE = [
    (method, route.path)
    for route in routes()
    if route.view is not None and route.path.count("<uuid:") > 1
    for method in route.methods()
]
PIECE = "uploads/<uuid:upload_id>/<int:number>/"


def own(eve: Person, world: World) -> dict[str, str]:
    """Returns one thing of each kind that holds others, all of them another person's, by the id of the owner's
    thing.
    """
    organisation = membership.create(actor=eve, name="Eve's", id=uuid4())
    data_set = create(actor=eve, id=uuid4(), fields={"name": "Eve's"})
    release = Release.objects.get(pk=world.ids["<release>"])
    release.pk, release.data_set, release.made_by = uuid4(), f"dataset:{data_set.pk}", f"person:{eve.pk}"
    release.save(force_insert=True)
    theirs = {"<organisation>": organisation.pk, "<data set>": data_set.pk, "<release>": release.pk}
    return {world.ids[kind]: str(id) for kind, id in theirs.items()}


@pytest.mark.parametrize(("method", "path"), INSIDE)
def test_what_is_inside_anothers_thing_is_not_inside_ones_own(method: str, path: str) -> None:
    world, eve = a_world(), person("eve")
    url, client = world.url(method, path), Client()
    client.force_login(eve)
    kind = "application/octet-stream" if path.endswith(PIECE) else "application/json"
    (of_owner, of_eve) = next(ids for ids in own(eve, world).items() if ids[0] in url)
    body = body_for(method, path, world)
    for through in (of_owner, of_eve):
        answer = client.generic(method, url.replace(of_owner, through), str(body).replace("'", '"'), content_type=kind)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), url
