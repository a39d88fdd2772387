"""API tokens are shown once, kept as a hash, narrowed by scopes, ended by time, revocation or their person."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from rest_framework.test import APIRequestFactory

from datahub.accounts import services
from datahub.accounts.authentication import TokenAuthentication
from datahub.accounts.errors import TokenRefused
from datahub.accounts.models import Person, Token
from datahub.accounts.rules import TokenText, read_token
from datahub.accounts.tests.visitor import PASSWORD, Visitor
from datahub.audit.models import Entry

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db
TOKENS = "/api/v1/tokens/"


def in_days(days: float) -> datetime:
    return timezone.now() + timedelta(days=days)


def wish(**changes: Any) -> dict[str, Any]:
    return {"name": "nightly", "scopes": ["reports:bulk"], "expires_at": in_days(30).isoformat()} | changes


def make(visitor: Visitor, **changes: Any) -> "Answer":
    return visitor.post(TOKENS, wish(**changes), content_type="application/json")


def authenticate(header: str) -> tuple[Person, Token] | None:
    return TokenAuthentication().authenticate(APIRequestFactory().get("/", headers={"Authorization": header}))


@pytest.fixture
def credential(ana: Person) -> tuple[Token, TokenText]:
    return services.create_token(actor=ana, name="nightly", scopes=["surveys:read"], expires_at=in_days(30))


def test_the_secret_is_shown_once_and_only_its_hash_is_kept(signed_in: Visitor) -> None:
    created = make(signed_in)
    assert created.status_code == 201
    text = read_token(created.json()["secret"])
    assert text is not None

    token = Token.objects.get()
    assert token.prefix == text.prefix == created.json()["prefix"]
    assert text.secret not in str(Token.objects.values().get())
    assert "secret" not in signed_in.get(f"{TOKENS}{token.id}/").json()
    assert "secret" not in signed_in.get(TOKENS).json()["results"][0]
    assert text.secret not in str(list(Entry.objects.values()))


def test_a_token_names_its_person_and_carries_its_scopes(ana: Person, credential: tuple[Token, TokenText]) -> None:
    token, text = credential
    assert authenticate(f"Bearer {text}") == (ana, token)
    assert authenticate(f"bearer   {text}") == (ana, token)
    assert token.scopes == ["surveys:read"]


def test_another_scheme_is_left_to_others(db: None) -> None:
    assert authenticate("Basic YW5hOnNlY3JldA==") is None
    assert authenticate("") is None


@pytest.mark.parametrize("text", ["", "dh_", "dh_x_y", "dh_000000000000_" + "A" * 43, "\x00", "é" * 60])
def test_a_text_that_is_no_token_is_refused(db: None, text: str) -> None:
    with pytest.raises(TokenRefused):
        authenticate(f"Bearer {text}")


def test_a_known_prefix_with_another_secret_is_refused(credential: tuple[Token, TokenText]) -> None:
    changed = TokenText(prefix=credential[1].prefix, secret="A" * 43)
    with pytest.raises(TokenRefused):
        authenticate(f"Bearer {changed}")


def test_a_token_ends_at_its_time(credential: tuple[Token, TokenText]) -> None:
    Token.objects.update(expires_at=in_days(-1))
    with pytest.raises(TokenRefused):
        authenticate(f"Bearer {credential[1]}")


def test_a_revoked_token_is_refused_at_once_and_stays_in_the_list(
    signed_in: Visitor, credential: tuple[Token, TokenText]
) -> None:
    path = f"{TOKENS}{credential[0].id}/"
    assert signed_in.delete(path).status_code == 204
    with pytest.raises(TokenRefused):
        authenticate(f"Bearer {credential[1]}")
    assert signed_in.get(path).json()["state"] == "revoked"
    assert signed_in.delete(path).status_code == 204
    assert Entry.objects.filter(operation="token.revoke").count() == 1


def test_the_tokens_of_an_inactive_person_are_refused(credential: tuple[Token, TokenText]) -> None:
    Person.objects.update(is_active=False)
    with pytest.raises(TokenRefused):
        authenticate(f"Bearer {credential[1]}")


def test_of_its_use_only_the_day_is_kept(credential: tuple[Token, TokenText], django_assert_num_queries: Any) -> None:
    authenticate(f"Bearer {credential[1]}")
    assert Token.objects.get().last_used == timezone.now().date()
    with django_assert_num_queries(1):
        authenticate(f"Bearer {credential[1]}")


def test_a_refusal_says_how_to_authenticate(db: None) -> None:
    answer = Visitor().get("/api/v1/me/", headers={"Authorization": "Bearer dh_wrong"})
    assert answer.status_code == 401
    assert answer.json()["code"] == "token_refused"
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_token_makes_no_tokens(credential: tuple[Token, TokenText]) -> None:
    answer = Visitor().post(
        TOKENS, wish(), content_type="application/json", headers={"Authorization": f"Bearer {credential[1]}"}
    )
    assert answer.status_code == 403
    assert Token.objects.count() == 1


def test_a_bad_token_is_not_covered_by_a_good_session(signed_in: Visitor) -> None:
    assert signed_in.get("/api/v1/me/", headers={"Authorization": "Bearer dh_wrong"}).status_code == 401


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes.0"),
        ({"scopes": ["reports:bulk", "reports:bulk"]}, "scopes"),
        ({"name": ""}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"expires_at": None}, "expires_at"),
        ({"expires_at": in_days(-1).isoformat()}, "expires_at"),
        ({"expires_at": in_days(367).isoformat()}, "expires_at"),
        ({"expires_at": "9999-12-31T23:59:59.999999-23:59"}, "expires_at"),
        ({"person": "somebody"}, "person"),
        ({"prefix": "0"}, "prefix"),
    ],
)
def test_refuses_a_wish_that_cannot_be_met(signed_in: Visitor, changes: dict[str, Any], field: str) -> None:
    answer = make(signed_in, **changes)
    assert answer.status_code == 400
    assert field in answer.json()["fields"]
    assert not Token.objects.exists()


def test_making_and_revoking_is_recorded(signed_in: Visitor, ana: Person) -> None:
    token_id = make(signed_in).json()["id"]
    signed_in.delete(f"{TOKENS}{token_id}/")
    creation, revoked = Entry.objects.filter(subject=f"token:{token_id}").order_by("number")
    assert (creation.operation, creation.actor, creation.detail["scopes"]) == (
        "token.create",
        f"person:{ana.id}",
        ["reports:bulk"],
    )
    assert (revoked.operation, revoked.actor) == ("token.revoke", f"person:{ana.id}")


def test_others_do_not_see_a_token_but_an_administrator_can_revoke_it(credential: tuple[Token, TokenText]) -> None:
    eve = services.register(email="eve@example.org", password=PASSWORD)
    services.prove_address(actor=None, person=eve, reason="test")
    visitor = Visitor()
    visitor.sign_in("eve@example.org")
    path = f"{TOKENS}{credential[0].id}/"
    assert visitor.get(path).status_code == 404
    assert visitor.delete(path).status_code == 404
    assert visitor.get(TOKENS).json()["results"] == []

    services.make_administrator(email="eve@example.org", password=None)
    assert visitor.delete(path).status_code == 204
    assert Entry.objects.latest("number").reason == "administrators revoke any token"


def test_a_list_is_paged(signed_in: Visitor) -> None:
    for number in range(3):
        make(signed_in, name=f"token {number}")
    first = signed_in.get(f"{TOKENS}?rows=2").json()
    second = signed_in.get(first["next"]).json()
    assert [token["name"] for token in first["results"] + second["results"]] == ["token 2", "token 1", "token 0"]
    assert second["next"] is None


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_without_a_name_comes_near(db: None, method: str) -> None:
    assert getattr(Visitor(), method)(TOKENS).status_code == 401
