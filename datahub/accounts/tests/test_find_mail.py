"""Whoever signs up on the computer that runs DataHub is told where the code lies; nobody else is told a folder."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from datahub.accounts.views.sign_in import PROXY_HEADERS

HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}


@pytest.fixture(autouse=True)
def own_machine(settings: Settings, tmp_path: Path) -> None:
    settings.EMBEDDED = True
    settings.EMAIL_FILE_PATH = tmp_path


def folder_told(**meta: str) -> str:
    answer = Client().get("/api/v1/mail-folder/", **(HERE | meta))  # type: ignore[arg-type]  # WSGI's own names
    assert answer.status_code == 200
    return str(answer.json()["folder"])


def test_a_browser_on_the_same_machine_is_told_the_folder(tmp_path: Path) -> None:
    assert folder_told() == str(tmp_path)
    assert folder_told(REMOTE_ADDR="::1") == str(tmp_path)


@pytest.mark.parametrize("header", PROXY_HEADERS)
def test_whoever_comes_through_a_proxy_is_told_none(header: str) -> None:
    assert folder_told(**{header: "127.0.0.1"}) == ""


@pytest.mark.parametrize("host", ["datahub.example.org", "192.0.2.7:8000", "localhost.example.org"])
def test_whoever_asked_for_a_name_of_the_network_is_told_none(settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert folder_told(HTTP_HOST=host) == ""


def test_where_a_proxy_is_said_to_stand_in_front_nobody_is_told(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    assert folder_told() == ""


def test_whoever_comes_through_a_socket_file_is_told_none() -> None:
    assert folder_told(REMOTE_ADDR="") == ""


def test_a_browser_on_another_machine_is_told_none() -> None:
    assert folder_told(REMOTE_ADDR="192.0.2.7") == ""


def test_where_mail_goes_to_a_server_or_others_share_the_machine_none_is_told(settings: Settings) -> None:
    settings.EMBEDDED = False
    assert folder_told() == ""
    settings.EMBEDDED = True
    del settings.EMAIL_FILE_PATH
    assert folder_told() == ""
