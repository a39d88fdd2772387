"""These tests hold for every answer, whichever room gave it."""

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tests.api.world import a_world, client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", ["owner", "stranger", "anonymous", "surveys:read"])
def test_nobody_on_the_way_keeps_an_answer_of_the_api(role: str) -> None:
    world = a_world()
    client, survey = client_of(role, world), f"/api/v1/surveys/{world.version.survey_id}/"
    for path in ("/api/v1/me/", "/api/v1/surveys/", survey, f"{survey}results/", f"{survey}results/export/?as=json",
                 "/api/v1/tokens/", f"/api/v1/versions/{world.version.hash}/", "/api/v1/nothing/"):  # fmt: skip
        answer = client.get(path)
        kept_by_its_reader = path.endswith("/results/") and answer.status_code == 200  # who asks the Door each time
        assert ("private, no-cache" if kept_by_its_reader else "no-store") in answer.headers["Cache-Control"], path


@pytest.mark.parametrize(
    "path",
    ["/api/v1/surveys/?q=%00", "/api/v1/versions/%00/", "/api/v1/links/a%00b/", "/s/%00/", "/s/abc/%00", "/%00",
     "/api/v1/audit/?cursor=a&subject=survey:%00"],
)  # fmt: skip
def test_an_address_with_a_nul_is_refused_before_a_database_sees_it(path: str) -> None:
    answer = client_of("owner", a_world()).get(path)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_percent_sign_that_was_meant_is_no_nul() -> None:
    assert client_of("owner", a_world()).get("/api/v1/surveys/?q=%2500").status_code == 200


def test_the_studio_is_served_with_its_policy_or_not_at_all() -> None:
    assert all(prefix == "assets" for prefix, _ in settings.STATICFILES_DIRS)
    assert finders.find("studio.html") is None
    assert Client().get("/static/studio.html").status_code == 404
