"""`manage.py administrator` is the only way to become an administrator."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from datahub.accounts.models import Person
from datahub.accounts.selectors import has_proven_address
from datahub.accounts.tests.visitor import OTHER_PASSWORD, PASSWORD, Visitor
from datahub.audit.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def password_file(tmp_path: Path) -> Path:
    file = tmp_path / "password"
    file.write_text(OTHER_PASSWORD + "\n", encoding="utf-8")
    return file


def test_a_new_address_becomes_a_verified_administrator(password_file: Path, visitor: Visitor) -> None:
    output = StringIO()
    call_command("administrator", "Root@example.org", password_file=password_file, stdout=output)
    assert output.getvalue() == "root@example.org is an administrator.\n"
    person = Person.objects.get()
    assert person.is_administrator
    assert has_proven_address(person)
    assert visitor.sign_in("root@example.org", OTHER_PASSWORD).status_code == 200
    entry = Entry.objects.get(operation="person.make_administrator")
    assert (entry.actor, entry.subject) == ("", f"person:{person.id}")


def test_who_is_registered_gets_the_new_password(ana: Person, password_file: Path) -> None:
    call_command("administrator", ana.email, password_file=password_file, stdout=StringIO())
    assert Visitor().sign_in(password=PASSWORD).status_code == 400
    assert Visitor().sign_in(password=OTHER_PASSWORD).status_code == 200


def test_or_keeps_the_old_one(ana: Person) -> None:
    call_command("administrator", ana.email, keep_password=True, stdout=StringIO())
    assert Visitor().sign_in().status_code == 200
    assert Person.objects.get().is_administrator


def test_says_why_a_password_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("short", encoding="utf-8")
    with pytest.raises(CommandError, match="at least 12 characters"):
        call_command("administrator", "root@example.org", password_file=file)
    assert not Person.objects.exists()


def test_says_when_the_file_is_not_there_or_the_address_is_none(password_file: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("administrator", "root@example.org", password_file=Path("/nowhere/at/all"))
    with pytest.raises(CommandError, match="not an e-mail address"):
        call_command("administrator", "root", password_file=password_file)


def test_without_a_terminal_it_asks_for_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(CommandError, match="--password-file"):
        call_command("administrator", "root@example.org")
