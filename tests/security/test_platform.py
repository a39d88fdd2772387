"""These tests cover what the platform is set to, and what it refuses to start with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db.models import FileField

from datahub import environment

ROOT = Path(__file__).resolve().parents[2]


def test_passwords_are_hashed_with_argon2id() -> None:
    assert settings.PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    assert make_password("a password of this test").startswith("argon2$argon2id$")


def test_there_is_no_administration_site() -> None:
    assert not [app for app in settings.INSTALLED_APPS if "admin" in app]


def test_no_uploaded_file_is_kept() -> None:
    fields = [field for model in apps.get_models() for field in model._meta.get_fields()]
    assert fields
    assert not [field for field in fields if isinstance(field, FileField)]


def test_the_database_may_be_asked_for_tls() -> None:
    database = environment.postgres("postgres://user:secret@host/name?sslmode=verify-full&connect_timeout=2")
    options = database["OPTIONS"]
    assert isinstance(options, dict)
    assert (options["sslmode"], options["connect_timeout"]) == ("verify-full", "2")


def test_a_network_that_goes_without_a_word_is_noticed() -> None:
    options = environment.postgres("postgres://user:secret@host/name")["OPTIONS"]
    assert options == environment.NETWORK
    assert int(environment.NETWORK["tcp_user_timeout"]) <= 5000


def test_a_weak_secret_stops_the_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATAHUB_TEST_SECRET", "django-insecure")
    with pytest.raises(environment.SettingRefused, match="needs at least 32"):
        environment.secret("DATAHUB_TEST_SECRET", tmp_path / "secret")


def test_a_secret_that_was_not_given_is_drawn_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    drawn = environment.secret("DATAHUB_TEST_SECRET", tmp_path / "secret")
    assert len(drawn) >= 48
    assert environment.secret("DATAHUB_TEST_SECRET", tmp_path / "secret") == drawn
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert environment.secret("DATAHUB_TEST_SECRET", tmp_path / "another") != drawn


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"DATAHUB_HTTPS": "yes", "DATAHUB_DEBUG": "yes"}, "DATAHUB_DEBUG shows settings"),
        ({"DATAHUB_HSTS": "everything"}, "DATAHUB_HSTS is 'everything'"),
    ],
)
def test_debug_pages_are_refused_behind_https(given: dict[str, str], message: str, tmp_path: Path) -> None:
    """Debug pages and other settings that cannot be are refused."""
    environ = os.environ | {"DATAHUB_DATA": str(tmp_path)} | given
    started = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60
    )
    assert started.returncode != 0
    assert message in started.stderr
