"""A password can be changed and replaced: answers never tell who is registered, sessions end, tokens stay."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from datahub.accounts import services
from datahub.accounts.models import Mail, Person
from datahub.accounts.tests.visitor import AUTH, OTHER_PASSWORD, PASSWORD, Visitor, code_in, newest_mail
from datahub.audit.models import Entry

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db


def ask_for_code(email: str) -> Visitor:
    visitor = Visitor()
    answer = visitor.ask("auth/password/request", email=email)
    assert {"id": "password_reset_by_code", "is_pending": True} in answer.json()["data"]["flows"]
    return visitor


def test_the_code_from_the_mail_replaces_a_forgotten_password(ana: Person) -> None:
    visitor = ask_for_code("Ana@example.org")
    code = code_in(newest_mail())
    assert visitor.get(AUTH + "auth/password/reset", headers={"X-Password-Reset-Key": code}).status_code == 200
    assert visitor.ask("auth/password/reset", key=code, password=OTHER_PASSWORD).status_code == 401
    assert Visitor().sign_in(password=PASSWORD).status_code == 400
    assert Visitor().sign_in(password=OTHER_PASSWORD).status_code == 200
    assert Entry.objects.filter(operation="person.change_password", actor=f"person:{ana.id}").count() == 1


def test_a_code_replaces_a_password_once(ana: Person) -> None:
    visitor = ask_for_code(ana.email)
    code = code_in(newest_mail())
    visitor.ask("auth/password/reset", key=code, password=OTHER_PASSWORD)
    assert visitor.ask("auth/password/reset", key=code, password="a third long password").status_code == 409
    assert Visitor().sign_in(password=OTHER_PASSWORD).status_code == 200


def test_three_wrong_codes_end_the_attempt(ana: Person) -> None:
    visitor = ask_for_code(ana.email)
    right = code_in(newest_mail())
    for _ in range(3):
        assert visitor.ask("auth/password/reset", key="BBBB-BBBB", password=OTHER_PASSWORD).status_code == 400
    assert visitor.ask("auth/password/reset", key=right, password=OTHER_PASSWORD).status_code == 409


def look(visitor: Visitor) -> "Answer":
    return visitor.get(AUTH + "auth/password/reset", headers={"X-Password-Reset-Key": "BBBB-BBBB"})


def guess(visitor: Visitor) -> "Answer":
    return visitor.ask("auth/password/reset", key="BBBB-BBBB", password=OTHER_PASSWORD)


def guess_with_a_weak_password(visitor: Visitor) -> "Answer":
    return visitor.ask("auth/password/reset", key="BBBB-BBBB", password="ana")


@pytest.mark.parametrize("attempt", [look, guess, guess_with_a_weak_password])
def test_no_attempt_at_a_code_tells_whether_the_address_is_known(
    ana: Person, attempt: "Callable[[Visitor], Answer]"
) -> None:
    known, unknown = ask_for_code(ana.email), ask_for_code("nobody@example.org")
    for _ in range(4):
        to_known, to_unknown = attempt(known), attempt(unknown)
        assert (to_known.status_code, to_known.content) == (to_unknown.status_code, to_unknown.content)
    assert to_known.status_code == 409


def test_an_unknown_address_learns_by_mail_that_nobody_has_it(db: None) -> None:
    ask_for_code("nobody@example.org")
    assert Mail.objects.get().subject == "No DataHub account has this address"


def test_the_mails_about_passwords_hold_no_address_of_a_computer(ana: Person, signed_in: Visitor) -> None:
    signed_in.ask("account/password/change", current_password=PASSWORD, new_password=OTHER_PASSWORD)
    visitor = ask_for_code(ana.email)
    visitor.ask("auth/password/reset", key=code_in(newest_mail()), password=PASSWORD)
    subjects = set(Mail.objects.values_list("subject", flat=True))
    assert {"Your DataHub password was changed", "Your DataHub password was replaced"} <= subjects
    assert not [mail for mail in Mail.objects.all() if "127.0.0.1" in mail.body]


def test_changing_the_password_keeps_this_session_and_ends_all_others(signed_in: Visitor) -> None:
    elsewhere = Visitor()
    elsewhere.sign_in()
    answer = signed_in.ask("account/password/change", current_password=PASSWORD, new_password=OTHER_PASSWORD)
    assert answer.status_code == 200
    assert signed_in.is_signed_in()
    assert not elsewhere.is_signed_in()


def test_replacing_the_password_ends_every_session(ana: Person, signed_in: Visitor) -> None:
    visitor = ask_for_code(ana.email)
    visitor.ask("auth/password/reset", key=code_in(newest_mail()), password=OTHER_PASSWORD)
    assert not signed_in.is_signed_in()


def test_tokens_outlive_a_change_of_password(ana: Person, signed_in: Visitor) -> None:
    """Programs keep working; the mail about the change says so, and the list of tokens is the place to revoke them."""
    _, text = services.create_token(
        actor=ana, name="nightly", scopes=["surveys:read"], expires_at=timezone.now() + timedelta(days=1)
    )
    signed_in.ask("account/password/change", current_password=PASSWORD, new_password=OTHER_PASSWORD)
    answer = Visitor().get("/api/v1/me/", headers={"Authorization": f"Bearer {text}"})
    assert answer.status_code == 403  # the token is known, but its scopes do not allow this


def test_the_old_password_is_needed_to_change_it(signed_in: Visitor) -> None:
    answer = signed_in.ask("account/password/change", current_password=OTHER_PASSWORD, new_password=OTHER_PASSWORD)
    assert answer.json()["errors"][0]["param"] == "current_password"
    assert Visitor().sign_in().status_code == 200


def test_a_password_like_the_address_or_the_name_is_refused(signed_in: Visitor) -> None:
    answer = signed_in.ask("account/password/change", current_password=PASSWORD, new_password="ana@example.org")
    assert answer.json()["errors"][0]["code"] == "password_too_similar"
