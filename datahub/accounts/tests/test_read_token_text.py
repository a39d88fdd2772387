"""These property tests cover the text of a token."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from datahub.accounts import rules

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_drawn_token_reads_back_and_matches_its_own_hash_only() -> None:
    drawn = [rules.draw_token() for _ in range(200)]
    for text, other in pairwise(drawn):
        assert rules.read_token(str(text)) == text
        assert rules.matches(text.secret, rules.hash_of(text.secret))
        assert not rules.matches(other.secret, rules.hash_of(text.secret))
    assert len({text.secret for text in drawn}) == len(drawn)
    assert all(len(text.secret) == 43 for text in drawn)  # 43 letters of 6 bits hold 256 bits


def test_the_secret_is_kept_out_of_tracebacks() -> None:
    text = rules.draw_token()
    assert text.secret not in repr(text)


@given(st.text(max_size=80))
def test_reads_any_text_without_failing(text: str) -> None:
    read = rules.read_token(text)
    assert read is None or str(read) == text


@given(st.integers(-(10**6), 10**8), st.booleans())
def test_a_token_is_in_one_of_three_states(seconds: int, revoked: bool) -> None:
    expires_at = NOW + timedelta(seconds=seconds)
    state = rules.state_of_token(expires_at=expires_at, revoked_at=NOW if revoked else None, now=NOW)
    assert state == ("revoked" if revoked else "active" if seconds > 0 else "expired")


@given(st.integers(-(10**9), 10**9))
def test_an_end_is_accepted_within_366_days_only(seconds: int) -> None:
    refusal = rules.refusal_of_expiry(NOW + timedelta(seconds=seconds), now=NOW)
    assert (refusal is None) == (0 < seconds <= 366 * 24 * 3600)


@given(st.lists(st.sampled_from((*rules.SCOPES, "everything"))))
def test_scopes_are_known_named_once_and_at_least_one(scopes: list[str]) -> None:
    good = bool(scopes) and "everything" not in scopes and len(scopes) == len(set(scopes))
    assert (rules.refusal_of_scopes(scopes) is None) == good
