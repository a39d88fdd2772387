"""`manage.py check` warns of settings under which signing in would not be safe."""

import pytest
from pytest_django.fixtures import Settings

from datahub.accounts.checks import check_sign_in


def ids() -> list[str | None]:
    return [message.id for message in check_sign_in(None)]


@pytest.fixture(autouse=True)
def embedded_on_this_machine(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "demo.localhost"]
    settings.EMBEDDED, settings.HTTPS, settings.REDIS_URL = True, False, ""


def test_says_nothing_about_the_embedded_form_on_one_machine() -> None:
    assert ids() == []


@pytest.mark.parametrize("host", ["data.example.org", "192.0.2.7", "*", ".example.org"])
def test_warns_when_passwords_would_travel_in_clear(settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS = [host]
    [message] = check_sign_in(None)
    assert message.id == "accounts.W001"
    assert host in message.msg
    assert "DATAHUB_HTTPS" in str(message.hint)


def test_warns_when_processes_count_apart_or_mail_reaches_nobody(settings: Settings) -> None:
    settings.EMBEDDED = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    assert ids() == ["accounts.W002", "accounts.W003"]


def test_warns_when_no_proxy_is_trusted_behind_https(settings: Settings) -> None:
    settings.HTTPS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = True, 0
    assert ids() == ["accounts.W004"]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT, settings.ALLOWED_HOSTS = 1, ["data.example.org"]
    assert ids() == []
