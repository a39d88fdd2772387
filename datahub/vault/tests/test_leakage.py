"""These tests cover the leakage preview on columns small enough to be counted by hand."""

from itertools import pairwise, permutations

import pytest

from datahub.vault.collections.rules import leakage

KEY = b"k" * 32


def column(**counts: int) -> list[str]:
    return [value for value, count in counts.items() for _ in range(count)]


def test_different_frequencies_give_every_value_away() -> None:
    assert leakage.of_equality(column(a=5, b=3, c=2)).recovered == 1


def test_of_values_equally_common_one_is_guessed_right_on_average() -> None:
    """Counts are 4, 2, 2, 2: the first value is certain; of three equal ones a random matching gets one right: (4 + 2)
    / 10."""
    assert leakage.of_equality(column(a=4, b=2, c=2, d=2)).recovered == pytest.approx(0.6)


def test_unique_values_give_one_record_away() -> None:
    assert leakage.of_equality(list(range(1000))).recovered == pytest.approx(1 / 1000)


def test_the_formula_is_the_average_over_all_ways_to_break_ties() -> None:
    counts = {"a": 3, "b": 2, "c": 2, "d": 1, "e": 1}
    public = {"b": 5.0, "a": 5.0, "c": 5.0, "d": 1.0, "e": 0.5}

    def orders(sizes: dict[str, float]) -> list[tuple[str, ...]]:
        return [
            order
            for order in permutations(sizes)
            if all(sizes[left] >= sizes[right] for left, right in pairwise(order))
        ]

    hits = [
        sum(counts[seen] for seen, guess in zip(tokens, values, strict=True) if seen == guess)
        for tokens in orders(dict(counts))
        for values in orders(public)
    ]
    recovered = leakage.of_equality(column(**counts), public).recovered
    assert recovered == pytest.approx(sum(hits) / len(hits) / 9)


def test_a_wrong_table_misleads_the_insider() -> None:
    leak = leakage.of_equality(column(a=5, b=3, c=2), {"c": 0.5, "a": 0.3, "b": 0.2})
    assert leak.recovered == 0
    assert leak.guessed == pytest.approx(0.2)  # value c, which the table calls the commonest, has this share


def test_a_value_missing_from_the_table_is_never_guessed() -> None:
    assert leakage.of_equality(column(a=5, b=3, c=2), {"a": 0.6, "c": 0.4}).recovered == pytest.approx(0.5)


def test_tokens_shared_by_values_hide_them() -> None:
    """Values a and d share a token of 7 rows, b and c one of 5: the fuller token is taken for a, the other for b: 8 of
    12."""
    tokens = {"a": 1, "d": 1, "b": 2, "c": 2}
    leak = leakage.of_equality(column(a=5, b=3, c=2, d=2), tokens=tokens)
    assert leak.recovered == pytest.approx((5 + 3) / 12)


def test_one_token_for_all_is_no_better_than_guessing() -> None:
    values = column(a=5, b=3, c=2)
    leak = leakage.of_equality(values, tokens=dict.fromkeys("abc", 0))
    assert leak.recovered == leak.guessed == leakage.of_nothing(values).recovered == pytest.approx(0.5)


def test_fewer_bits_never_leak_more_on_a_column_of_clear_frequencies() -> None:
    values = [value for value in range(40) for _ in range(value + 1)]
    shares = [
        leakage.of_equality(values, tokens=leakage.trial_tokens(set(values), bits, KEY)).recovered for bits in (64, 1)
    ]
    assert shares[0] == 1
    assert shares[1] < 0.1


def test_order_gives_a_dense_column_away_without_any_table() -> None:
    leak = leakage.of_order([3, 1, 2, 2, 1], domain=[1, 2, 3])
    assert (leak.attack, leak.recovered, leak.assumption) == ("sorting attack", 1, leakage.KNOWS_DOMAIN)


def test_order_with_the_own_marginals_gives_a_sparse_column_away() -> None:
    leak = leakage.of_order([10, 10, 500, 999], domain=range(1000))
    assert (leak.attack, leak.recovered) == ("quantile attack", 1)


def test_a_sparse_column_against_a_uniform_table_by_hand() -> None:
    """The ranks' middles of 2, 5, 9 (2, 1, 1 rows of 4) are 0.25, 0.625, 0.875. Uniform over 0..9 they are 2, 6 and 8:
    2 is right."""
    leak = leakage.of_order([2, 2, 5, 9], domain=range(10), public=dict.fromkeys(range(10), 1.0))
    assert leak.recovered == pytest.approx(2 / 4)


def test_a_bucket_gives_its_commonest_value_away() -> None:
    """Buckets of 6 and 4 rows are told apart; their commonest values have 4 and 3 rows: 7 of 10."""
    values = [1] * 4 + [2] * 2 + [11] * 3 + [12]
    leak = leakage.of_buckets(values, {1: "low", 2: "low", 11: "high", 12: "high"})
    assert leak.recovered == pytest.approx(0.7)


def test_buckets_equally_full_are_told_apart_by_chance() -> None:
    """Two buckets have 4 rows each, 3 of them of the commonest value: by chance half of 6 of 8 rows are guessed
    right."""
    values = [1] * 3 + [2] + [11] * 3 + [12]
    leak = leakage.of_buckets(values, {1: "low", 2: "low", 11: "high", 12: "high"})
    assert leak.recovered == pytest.approx(3 / 8)


def test_buckets_of_one_value_leak_as_equality_does() -> None:
    values = [value for value in range(30) for _ in range(value % 7 + 1)]
    same = leakage.of_buckets(values, {value: value for value in range(30)})
    assert same.recovered == pytest.approx(leakage.of_equality(values).recovered)


def test_the_sentence_states_the_assumption_and_what_guessing_gives() -> None:
    sentence = leakage.of_equality(column(a=84, b=16)).sentence()
    assert "knows exactly how common each value is in this column" in sentence
    assert "could recover 100% of these values (frequency attack)" in sentence
    assert "right for 84%" in sentence


def test_refuses_what_cannot_be_attacked() -> None:
    with pytest.raises(ValueError, match="no values"):
        leakage.of_equality([])
    with pytest.raises(ValueError, match="no value above 0"):
        leakage.of_equality(["a"], {"a": 0.0})
    with pytest.raises(ValueError, match="0 bits"):
        leakage.trial_tokens(["a"], 0, KEY)
