"""Every test starts from this: no limit used up, no page kept, quick hashes, and a log that a flush can empty."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.core.management.commands import flush
from django.db import connection
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Redirect, StaticFile

from datahub.api.limits.throttles import counts
from datahub.audit import append_only as audit_triggers
from datahub.ledger import append_only as ledger_triggers
from datahub.vault.keys import kms
from surveys.results import page

TRIGGERS = (audit_triggers, ledger_triggers)
COMMITTING = {"transactional_db", "live_server", "django_db_reset_sequences", "django_db_serialized_rollback"}

hypothesis.settings.register_profile(  # the same cases in every run, however busy the machine
    "same-cases",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("same-cases")
Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # as `serve` does; WhiteNoise warns where it is missing


@pytest.fixture(autouse=True)
def no_limit_used() -> Iterator[None]:
    cache.clear()
    counts.forget()
    page.forget()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def nothing_spent() -> None:
    """The journal of the ledger outlives the roll-back that ends a test, as it should."""
    shutil.rmtree(settings.LEDGER_FOLDER, ignore_errors=True)


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hasher with less work: each real hash is made to take a noticeable part of a second."""
    monkeypatch.setattr(Argon2PasswordHasher, "time_cost", 1)
    monkeypatch.setattr(Argon2PasswordHasher, "memory_cost", 64)
    monkeypatch.setattr(Argon2PasswordHasher, "parallelism", 1)
    monkeypatch.setattr(kms, "ARGON2ID", {"iterations": 1, "lanes": 1, "memory_cost": 64})


@pytest.fixture(autouse=True, scope="session")
def static_files_listed_once() -> Iterator[None]:
    """The middleware looks through all of them for each client that a test makes, which takes longer than a request."""
    listed: dict[str, StaticFile | Redirect] = {}
    look = WhiteNoiseMiddleware.add_files_from_finders

    def remember(middleware: WhiteNoiseMiddleware) -> None:
        if not listed:
            look(middleware)
            listed.update(middleware.files)
        middleware.files |= listed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", remember)
        yield


@pytest.fixture(autouse=True, scope="session")
def only_emptied_by_a_flush() -> Iterator[None]:
    """Django would write its permissions and content types anew, in hundreds of queries. We use neither; that nobody
    else writes anything then is held in `tests/architecture/test_models.py`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", nothing)
        yield


@pytest.fixture(autouse=True)
def a_flush_may_empty_the_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests that commit are cleaned up by deleting every row, which the triggers of the log refuse, as they should."""
    marker = request.node.get_closest_marker("django_db")
    if not (marker and marker.kwargs.get("transaction")) and not COMMITTING & set(request.fixturenames):
        yield
        return
    request.getfixturevalue("transactional_db")
    for triggers in TRIGGERS:
        run(triggers.AS_BEFORE)  # missing if another such test came before
        run(triggers.APPEND_ONLY)
    yield
    for triggers in TRIGGERS:
        run(triggers.AS_BEFORE)


def nothing(*given: object, **named: object) -> None: ...


def run(statements: dict[str, list[str]]) -> None:
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)
