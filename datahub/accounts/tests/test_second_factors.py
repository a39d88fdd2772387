"""Codes, recovery codes and passkeys: these tests cover what is asked for, when, and what the database holds."""

import base64
import json
import zlib

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from datahub.accounts.models import Mail, Person
from datahub.accounts.sealing import seal, unseal
from datahub.accounts.second_factors import may_act_as_administrator
from datahub.accounts.tests.codes import TOTP, code_of, set_up_codes, show_password
from datahub.accounts.tests.visitor import AUTH, Visitor
from datahub.audit.models import Entry

pytestmark = pytest.mark.django_db
AUTHENTICATORS = f"{AUTH}account/authenticators"


def pending(answer: object) -> list[str]:
    return [flow["id"] for flow in answer.json()["data"]["flows"] if flow.get("is_pending")]  # type: ignore[attr-defined]  # the test client gives a response with this method


def recovery_codes(visitor: Visitor) -> list[str]:
    codes: list[str] = visitor.get(f"{AUTHENTICATORS}/recovery-codes").json()["data"]["unused_codes"]
    return codes


def test_whoever_set_codes_up_signs_in_with_password_and_code(signed_in: Visitor) -> None:
    secret = set_up_codes(signed_in)
    other = Visitor()
    assert pending(other.sign_in()) == ["mfa_authenticate"]
    assert not other.is_signed_in()
    assert other.ask("auth/2fa/authenticate", code="000000").status_code == 400
    assert not other.is_signed_in()
    assert other.ask("auth/2fa/authenticate", code=code_of(secret)).status_code == 200
    assert other.is_signed_in()


def test_a_code_opens_once_though_its_digits_stay_right(signed_in: Visitor) -> None:
    code = code_of(set_up_codes(signed_in))
    answers = []
    for spelling in (code, code, f" {code[:3]} {code[3:]}"):
        other = Visitor()
        other.sign_in()
        answers.append(other.ask("auth/2fa/authenticate", code=spelling).status_code)
    assert answers == [200, 400, 400]


def test_a_clock_may_be_half_a_minute_wrong_and_no_more(signed_in: Visitor) -> None:
    secret = set_up_codes(signed_in)
    answers = []
    for steps in (-3, 3, -1):
        other = Visitor()
        other.sign_in()
        answers.append(other.ask("auth/2fa/authenticate", code=code_of(secret, steps=steps)).status_code)
    assert answers == [400, 400, 200]


def test_five_wrong_codes_close_the_account_to_codes_for_a_while(signed_in: Visitor) -> None:
    secret = set_up_codes(signed_in)
    other = Visitor()
    other.sign_in()
    for _ in range(5):
        other.ask("auth/2fa/authenticate", code="000000")
    answer = other.ask("auth/2fa/authenticate", code=code_of(secret))
    assert answer.json()["errors"][0]["code"] == "too_many_login_attempts"


def test_setting_up_or_taking_away_needs_the_password_again(ana: Person, signed_in: Visitor) -> None:
    signed_in.get(TOTP)
    assert signed_in.ask("account/authenticators/totp", code="123456").status_code in {400, 401}
    set_up_codes(signed_in)
    late = Visitor()
    late.force_login(ana)
    assert "reauthenticate" in [flow["id"] for flow in late.delete(TOTP).json()["data"]["flows"]]
    assert Authenticator.objects.filter(type="totp").exists()
    show_password(late)
    assert late.delete(TOTP).status_code == 200
    assert not Authenticator.objects.exists()  # recovery codes are deleted with the second factor


def test_a_recovery_code_opens_once(signed_in: Visitor) -> None:
    set_up_codes(signed_in)
    code = recovery_codes(signed_in)[0]
    answers = []
    for _ in range(2):
        other = Visitor()
        other.sign_in()
        answers.append(other.ask("auth/2fa/authenticate", code=code).status_code)
    assert answers == [200, 400]


def test_the_database_holds_neither_the_secret_nor_a_recovery_code(signed_in: Visitor) -> None:
    show_password(signed_in)
    secret = signed_in.get(TOTP).json()["meta"]["secret"]
    assert_nowhere(secret)  # the secret waits in the session until the first code
    secret = set_up_codes(signed_in)
    assert_nowhere(secret)
    for code in recovery_codes(signed_in):
        assert_nowhere(code)
    assert unseal(Authenticator.objects.get(type="totp").data["secret"], "second factor") == secret


def assert_nowhere(secret: str) -> None:
    contents = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    for data in Session.objects.values_list("session_data", flat=True):
        text = data.split(":")[0].lstrip(".")
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        contents += (zlib.decompress(packed) if data.startswith(".") else packed).decode("latin-1")
    assert secret not in contents


def test_what_was_sealed_for_one_purpose_or_key_opens_for_no_other(settings: Settings) -> None:
    sealed = seal("a secret", "second factor")
    with pytest.raises(InvalidToken):
        unseal(sealed, "session")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "x" * 50, [settings.SECRET_KEY]
    assert unseal(sealed, "second factor") == "a secret"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(InvalidToken):
        unseal(sealed, "second factor")


def test_the_picture_to_scan_comes_with_the_answer_once_the_password_was_shown(signed_in: Visitor) -> None:
    assert signed_in.get(TOTP).status_code == 401
    show_password(signed_in)
    meta = signed_in.get(TOTP).json()["meta"]
    assert meta["totp_picture"].startswith("data:image/svg+xml")
    assert "issuer=DataHub" in meta["totp_url"]


def test_each_change_is_noted_and_mailed_without_a_secret(
    ana: Person, signed_in: Visitor, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        secret = set_up_codes(signed_in)
    with django_capture_on_commit_callbacks(execute=True):
        signed_in.ask("account/authenticators/recovery-codes")
    signed_in.delete(TOTP)
    deeds = Entry.objects.filter(subject=f"person:{ana.id}").values_list("operation", flat=True)
    assert {"person.add_codes", "person.renew_recovery_codes", "person.remove_codes"} <= set(deeds)
    subjects = " ".join(Mail.objects.values_list("subject", flat=True))
    for phrase in ("now protect", "recovery codes are new", "no longer protect"):
        assert phrase in subjects
    assert not [mail for mail in Mail.objects.all() if secret in mail.body]


def test_a_passkey_is_offered_after_the_password_was_shown(signed_in: Visitor) -> None:
    refused = signed_in.get(f"{AUTHENTICATORS}/webauthn?passwordless")
    assert refused.status_code == 401
    show_password(signed_in)
    options = signed_in.get(f"{AUTHENTICATORS}/webauthn?passwordless").json()["data"]["creation_options"]
    assert options["publicKey"]["authenticatorSelection"]["residentKey"] == "required"
    challenge = Visitor().get(f"{AUTH}auth/webauthn/login").json()["data"]["request_options"]["publicKey"]["challenge"]
    assert len(challenge) >= 22


MADE_UP: list[object] = [
    {"id": "x", "rawId": "x", "type": "public-key", "response": {}},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": {"clientDataJSON": "e30", "attestationObject": "eA"}},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": {"userHandle": "eA"}},
    {"response": None},
    {"response": "x"},
    {"id": 7},
    [],
    "x",
    None,
]


@pytest.mark.parametrize("made_up", MADE_UP, ids=str)
def test_a_made_up_passkey_is_refused_in_words(signed_in: Visitor, made_up: object) -> None:
    set_up_codes(signed_in)
    signed_in.get(f"{AUTHENTICATORS}/webauthn?passwordless")
    answers = [signed_in.ask("account/authenticators/webauthn", name="Key", credential=made_up)]
    signed_in.get(f"{AUTH}auth/webauthn/reauthenticate")
    answers.append(signed_in.ask("auth/webauthn/reauthenticate", credential=made_up))
    other = Visitor()
    other.get(f"{AUTH}auth/webauthn/login")
    answers.append(other.ask("auth/webauthn/login", credential=made_up))
    other.sign_in()
    other.get(f"{AUTH}auth/webauthn/authenticate")
    answers.append(other.ask("auth/webauthn/authenticate", credential=made_up))
    assert [answer.status_code for answer in answers] == [400] * 4
    assert all(answer.json()["errors"] for answer in answers)
    assert not other.is_signed_in()


def test_an_unproven_address_sets_nothing_up(db: None, visitor: Visitor) -> None:
    visitor.sign_up("bo@example.org")
    assert visitor.get(TOTP).status_code == 401


@pytest.mark.parametrize("route", ["", "/totp", "/webauthn", "/recovery-codes"])
@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
def test_nobody_and_half_signed_in_people_reach_no_second_factor(signed_in: Visitor, route: str, method: str) -> None:
    set_up_codes(signed_in)
    half = Visitor()
    half.sign_in()
    for visitor in (Visitor(), half):
        answer = getattr(visitor, method)(AUTHENTICATORS + route, {}, content_type="application/json")
        assert answer.status_code in {401, 405}
        assert "unused_codes" not in answer.content.decode()


def test_by_setting_an_administrator_needs_a_second_factor(ana: Person, signed_in: Visitor, settings: Settings) -> None:
    Person.objects.update(is_administrator=True)
    assert signed_in.get("/api/v1/audit/").status_code == 200
    settings.ADMINISTRATORS_NEED_SECOND_FACTOR = True
    assert signed_in.get("/api/v1/audit/").status_code == 403
    assert signed_in.get("/api/v1/me/").json()["acts_as_administrator"] is False
    set_up_codes(signed_in)
    assert signed_in.get("/api/v1/audit/").status_code == 200
    assert signed_in.get("/api/v1/me/").json()["acts_as_administrator"] is True


def test_a_second_factor_makes_nobody_an_administrator(ana: Person, signed_in: Visitor) -> None:
    set_up_codes(signed_in)
    assert not may_act_as_administrator(ana)


def test_recovery_codes_alone_are_no_second_factor(ana: Person, settings: Settings) -> None:
    settings.ADMINISTRATORS_NEED_SECOND_FACTOR = True
    ana.is_administrator = True
    Authenticator.objects.create(user=ana, type="recovery_codes", data={})
    assert not may_act_as_administrator(ana)


def test_djangos_own_command_says_what_to_do_instead(db: None) -> None:
    with pytest.raises(CommandError, match=r"manage\.py administrator EMAIL"):
        call_command("createsuperuser", noinput=True)
