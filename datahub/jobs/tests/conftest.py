from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from datahub.jobs.tests import work


@pytest.fixture(autouse=True)
def _kinds(settings: Settings) -> None:
    settings.JOBS = work.KINDS
    settings.CLOCK = {"test.count": 3}
    settings.SLOW, settings.LONG = ["test.forget"], ["test.compute"]
    settings.PROMPT, settings.NEVER_REFUSED = ["test.mail"], ["test.mail", "test.must"]
    settings.REDIS_URL = ""


@pytest.fixture
def broker(settings: Settings) -> Iterator[work.Broker]:
    settings.REDIS_URL = "redis://a-broker/"
    settings.QUEUE_APP = "datahub.jobs.tests.work.broker"
    yield work.broker
    work.broker.messages.clear()
    work.broker.queues.clear()
    work.broker.down = False
