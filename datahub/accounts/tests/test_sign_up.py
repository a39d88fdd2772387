"""A person who signs up proves an address by a code, and the answer never tells whether it was known."""

from functools import partial
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from pytest_django.fixtures import Settings

from datahub.accounts import services
from datahub.accounts.errors import AddressRefused
from datahub.accounts.models import Mail, Person
from datahub.accounts.rules import LONGEST_ADDRESS
from datahub.accounts.selectors import has_proven_address
from datahub.accounts.tests.visitor import PASSWORD, Visitor, code_in, newest_mail
from datahub.audit.models import Entry

pytestmark = pytest.mark.django_db


def test_the_code_from_the_mail_proves_the_address_and_signs_in(visitor: Visitor) -> None:
    pending = visitor.sign_up("Ana@Example.ORG")
    assert pending.status_code == 401
    assert {"id": "verify_email", "is_pending": True} in pending.json()["data"]["flows"]
    assert not visitor.is_signed_in()

    mail = newest_mail()
    assert mail.recipient == "ana@example.org"
    assert visitor.ask("auth/email/verify", key=code_in(mail)).status_code == 200

    assert visitor.is_signed_in()
    assert has_proven_address(Person.objects.get(email="ana@example.org"))
    operations = list(Entry.objects.order_by("number").values_list("operation", flat=True))
    assert operations == ["person.register", "person.prove_address", "person.sign_in"]


def test_the_code_is_read_without_its_dash_and_in_small_letters(visitor: Visitor) -> None:
    visitor.sign_up()
    typed = code_in(newest_mail()).replace("-", "").lower()
    assert visitor.ask("auth/email/verify", key=typed).status_code == 200


def test_an_address_to_which_no_mail_goes_is_refused(visitor: Visitor) -> None:
    address = f"{'a' * 60}@{'.'.join(['b' * 60] * 3)}.org"
    longest = address.replace("@", f"{'a' * (LONGEST_ADDRESS - len(address))}@")
    for ask in (visitor.sign_up, partial(visitor.ask, "auth/password/request")):
        refused = ask(email=f"a{longest}")
        assert (refused.status_code, refused.json()["errors"][0]["param"]) == (400, "email")
    with pytest.raises(AddressRefused):
        services.register(email=f"a{longest}", password=PASSWORD)
    assert not Mail.objects.exists()
    visitor.sign_up(email=longest)
    assert newest_mail().recipient == longest


def test_three_wrong_codes_end_the_attempt(visitor: Visitor) -> None:
    visitor.sign_up()
    right = code_in(newest_mail())
    for _ in range(3):
        wrong = visitor.ask("auth/email/verify", key="BBBB-BBBB")
        assert wrong.json()["errors"][0]["code"] == "incorrect_code"
    assert visitor.ask("auth/email/verify", key=right).status_code == 409


def test_as_many_may_sign_up_from_one_address_in_a_minute_as_is_set(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip"}
    answers = [Visitor().sign_up(f"person{number}@example.org").status_code for number in range(3)]
    assert answers == [401, 401, 429]


def test_the_two_limits_of_one_address_are_what_the_environment_says(settings: Settings) -> None:
    limits = settings.ACCOUNT_RATE_LIMITS
    assert limits["signup"] == f"{settings.SIGN_UPS_A_MINUTE}/m/ip"
    assert limits["login"] == f"{settings.SIGN_INS_A_MINUTE}/m/ip"


def test_a_code_is_of_no_use_in_another_browser(visitor: Visitor) -> None:
    visitor.sign_up()
    assert Visitor().ask("auth/email/verify", key=code_in(newest_mail())).status_code == 409


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("eleven char", "password_too_short"),
        ("password1234", "password_too_common"),
        ("", "required"),
    ],
)
def test_refuses_a_password_that_is_easy_to_guess(visitor: Visitor, password: str, code: str) -> None:
    answer = visitor.sign_up(password=password)
    assert answer.status_code == 400
    assert code in [error["code"] for error in answer.json()["errors"]]
    assert not Person.objects.exists()
    assert not Mail.objects.exists()


def test_a_password_like_the_address_is_refused_whether_or_not_somebody_has_it(ana: Person) -> None:
    known, unknown = (Visitor().sign_up(f"{name}@example.org", f"{name}@example.org1") for name in ("ana", "eva"))
    assert known.status_code == unknown.status_code == 400
    assert known.json() == unknown.json()
    assert [error["code"] for error in known.json()["errors"]] == ["password_too_similar"]
    assert not Mail.objects.exists()


@pytest.mark.parametrize("email", ["", "ana", "ana@", "a\0na@example.org", "ana@example.org\nBcc: eve@example.org"])
def test_refuses_what_is_no_address(visitor: Visitor, email: str) -> None:
    assert visitor.sign_up(email).status_code == 400
    assert not Person.objects.exists()


def test_a_known_address_gets_the_same_answer_and_learns_of_it_by_mail(ana: Person) -> None:
    known, unknown = Visitor(), Visitor()
    told_known, told_unknown = known.sign_up("ANA@example.org"), unknown.sign_up("new@example.org")

    assert told_known.status_code == told_unknown.status_code == 401
    assert told_known.json() == told_unknown.json()
    assert known.get("/api/v1/auth/browser/v1/auth/session").json() == told_unknown.json()
    for visitor in (known, unknown):
        assert visitor.ask("auth/email/verify", key="BBBB-BBBB").json()["errors"][0]["code"] == "incorrect_code"
    assert Mail.objects.get(recipient="ana@example.org").subject == "You are already registered at DataHub"
    assert Person.objects.filter(email="ana@example.org").count() == 1


def test_signing_up_costs_one_password_hash_whether_the_address_is_known_or_not(ana: Person) -> None:
    spent = []
    for email in ("ana@example.org", "new@example.org"):
        with patch.object(Argon2PasswordHasher, "encode", autospec=True, side_effect=["argon2$x"] * 9) as encode:
            Visitor().sign_up(email)
        spent.append(encode.call_count)
    assert spent == [1, 1]


def test_who_loses_a_race_for_an_address_is_told_of_a_conflict(ana: Person, visitor: Visitor) -> None:
    with patch("allauth.account.internal.flows.manage_email.assess_unique_email", return_value=True):
        assert visitor.sign_up().status_code == 409
    assert Person.objects.count() == 1


def test_an_unproven_person_cannot_sign_in_until_the_code_is_shown(visitor: Visitor) -> None:
    services.register(email="ana@example.org", password=PASSWORD)
    assert visitor.sign_in().status_code == 401
    assert not visitor.is_signed_in()
    assert visitor.ask("auth/email/verify", key=code_in(newest_mail())).status_code == 200
    assert visitor.is_signed_in()


def test_one_person_has_one_address(signed_in: Visitor) -> None:
    answer = signed_in.ask("account/email", email="second@example.org")
    assert answer.json()["errors"][0]["code"] == "max_email_addresses"


@pytest.mark.parametrize(
    "route", ["account/phone", "auth/phone/verify", "auth/phone/verify/resend", "auth/code/confirm"]
)
def test_routes_that_datahub_does_not_offer_are_not_there(signed_in: Visitor, route: str) -> None:
    assert signed_in.ask(route, phone="+31201234567", code="1").status_code == 404
