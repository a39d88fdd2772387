"""These tests cover the hash family exactly, on a small copy of it; what the device does with it; and the counting of
it."""

import dataclasses
import itertools
import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import WORDS, exp_bounds, exp_exceeds
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.hashed import HashedChannel
from mechanisms.ldp.shapes.hashing import SEED_BYTES, collision, count_preimages, hashes, starts_of

SLUGS = ("binary-local-hashing", "optimized-local-hashing")
EPSILONS = ("0.01", "0.5", "1", "2", "4", "8", "11.1", "16")
each_oracle = pytest.mark.parametrize(
    "oracle",
    [mechanism(slug, answers=9, epsilon=epsilon) for slug in SLUGS for epsilon in EPSILONS],
    ids=lambda oracle: f"{oracle.slug}-{oracle.epsilon_text}",
)
each_with_few_values = pytest.mark.parametrize(
    "oracle",
    [mechanism(slug, answers=9, epsilon=epsilon) for slug in SLUGS for epsilon in ("0.01", "0.5", "1", "2", "4")],
    ids=lambda oracle: f"{oracle.slug}-{oracle.epsilon_text}",
)
below_2_64 = st.integers(0, 2**64 - 1)


def hashed(a: int, b: int, answer: int, values: int, half: int = 32) -> int:
    """Returns the hash that the head of shapes.hashing describes, on integers of any size."""
    return ((((a * answer + b) % (1 << 2 * half)) >> half) * values) >> half


def channel_of(oracle: FrequencyOracle) -> HashedChannel:
    assert isinstance(oracle.channel, HashedChannel)
    return oracle.channel


@pytest.mark.parametrize("values", [2, 3, 5, 8])
def test_every_two_answers_fall_on_each_pair_of_values_as_often_as_the_family_says(values: int) -> None:
    """The test lists all 4 096 functions of a copy with words of three bits."""
    sizes = [sum((u * values) >> 3 == value for u in range(8)) for value in range(values)]
    for first, other in itertools.combinations(range(8), 2):
        pairs = np.zeros((values, values), dtype=int)
        for a, b in itertools.product(range(64), repeat=2):
            pairs[hashed(a, b, first, values, 3), hashed(a, b, other, values, 3)] += 1
        assert (pairs == np.outer(sizes, sizes) * 64).all()


@given(a=below_2_64, b=below_2_64, answer=st.integers(0, 2**20 - 1), values=st.integers(2, 65536))
def test_hashes_are_those_of_the_family(a: int, b: int, answer: int, values: int) -> None:
    hash_values = hashes(np.array([[a, b]], dtype=np.uint64), np.array([answer]), values)
    assert hash_values.tolist() == [hashed(a, b, answer, values)]


@pytest.mark.parametrize("values", [2, 3, 4, 5, 7, 100, 65536])
def test_starts_are_where_the_hash_becomes_the_next_value(values: int) -> None:
    starts = starts_of(values).tolist()
    assert starts[0] == 0
    assert starts[-1] == 1 << 32
    assert all((start * values) >> 32 == value for value, start in enumerate(starts[:-1]))
    assert all(((start - 1) * values) >> 32 == value for value, start in enumerate(starts[1:]))
    assert 0 <= collision(values) - Fraction(1, values) < Fraction(values, 1 << 62)


def test_two_values_collide_exactly_half_of_the_time() -> None:
    assert collision(2) == Fraction(1, 2)
    assert mechanism("binary-local-hashing", answers=5, epsilon="1").q == Fraction(1, 2)


@each_oracle
def test_spends_at_most_what_was_asked_and_almost_all_of_it(oracle: FrequencyOracle) -> None:
    choice = channel_of(oracle).choice
    assert oracle.channel.worst_ratio == choice.p / choice.q
    assert exp_exceeds(Fraction(oracle.epsilon), oracle.channel.worst_ratio)
    assert Decimal(oracle.epsilon) * Decimal("0.99") <= oracle.epsilon_spent() <= Decimal(oracle.epsilon)


@each_oracle
def test_threshold_is_the_last_that_keeps_within_epsilon(oracle: FrequencyOracle) -> None:
    channel = channel_of(oracle)
    one_more = dataclasses.replace(channel, keep_below=channel.keep_below + 1)
    assert not exp_exceeds(Fraction(oracle.epsilon), one_more.worst_ratio)


@pytest.mark.parametrize("values", [2, 3, 5])
def test_another_answer_is_supported_with_probability_q_over_all_functions(values: int) -> None:
    """The copy with words of three bits is listed: every function, every reported value, two different answers."""
    p = Fraction(5, 8)
    moved = (1 - p) / (values - 1)
    sizes = [sum((u * values) >> 3 == value for u in range(8)) for value in range(values)]
    same = Fraction(sum(size**2 for size in sizes), 64)
    chance = Fraction(0)
    for a, b, reported in itertools.product(range(64), range(64), range(values)):
        probability = p if reported == hashed(a, b, 3, values, 3) else moved
        chance += probability * (reported == hashed(a, b, 6, values, 3)) / 4096
    assert chance == same * p + (1 - same) * moved


def test_q_is_that_chance_on_the_integers_of_the_device() -> None:
    channel = channel_of(mechanism("optimized-local-hashing", answers=9, epsilon="1"))
    assert channel.values == 4
    assert channel.q == Fraction(1, 4) * channel.choice.p + Fraction(3, 4) * channel.choice.q
    assert channel.p == channel.choice.p


def functions_of(oracle: FrequencyOracle) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Yields the hashes of two different answers, and the share of all functions that give both: see the head of
    hashing."""
    values = channel_of(oracle).values
    sizes = [int(size) for size in np.diff(starts_of(values).astype(np.int64))]
    for mine, other in itertools.product(range(values), repeat=2):
        yield (mine, other), Fraction(sizes[mine] * sizes[other], WORDS**2)


@pytest.mark.proof("channels")
@each_with_few_values
def test_under_no_function_is_a_value_more_than_e_to_the_epsilon_times_likelier(oracle: FrequencyOracle) -> None:
    """The seed is drawn without looking at the answer: given the function, a report reveals only the hash value."""
    at_most, _ = exp_bounds(Fraction(oracle.epsilon), bits=200)
    choice = channel_of(oracle).choice
    told = [choice.report_probabilities(value) for value in range(choice.answers)]
    worst = max(
        told[first][reported] / told[other][reported]
        for (first, other), _ in functions_of(oracle)
        for reported in range(choice.answers)
    )
    assert worst == oracle.channel.worst_ratio <= at_most


@pytest.mark.proof("estimates")
@each_with_few_values
def test_over_all_functions_the_estimate_is_unbiased_and_has_the_variance_that_is_stated(
    oracle: FrequencyOracle,
) -> None:
    """One report comes from a person drawn from many, of whom three quarters hold another answer than the estimated
    one."""
    choice = channel_of(oracle).choice
    told = [choice.report_probabilities(value) for value in range(choice.answers)]
    each = list(functions_of(oracle))
    assert sum(chance for _, chance in each) == 1
    chances = (
        sum((chance * told[mine][mine] for (mine, _), chance in each), Fraction(0)),
        sum((chance * told[other][mine] for (mine, other), chance in each), Fraction(0)),
    )
    assert chances == (oracle.p, oracle.q)
    supported = (chances[0] + 3 * chances[1]) / 4
    # The first reading is of a report without support, the second of one with support.
    readings = [float(reading) for reading in oracle.estimate(np.arange(9) % 2, 1)[:2]]
    mean = float(supported) * readings[1] + float(1 - supported) * readings[0]
    square = float(supported) * readings[1] ** 2 + float(1 - supported) * readings[0] ** 2
    assert mean == pytest.approx(0.25, abs=1e-10 * readings[1])
    assert float(oracle.variance(0.25, 1)) == pytest.approx(square - mean**2, rel=1e-9)


@each_with_few_values
def test_hashes_to_a_bit_or_to_as_many_values_as_leave_the_least_variance(oracle: FrequencyOracle) -> None:
    if oracle.slug == "binary-local-hashing":
        assert channel_of(oracle).values == 2
    else:
        stated = float(oracle.variance(0, 1))
        e = math.exp(float(oracle.epsilon))
        for values in range(2, 100):
            p, q = e / (e + values - 1), 1 / values
            assert stated <= q * (1 - q) / (p - q) ** 2 * (1 + 1e-6)


@pytest.mark.parametrize(
    ("epsilon", "values"), [("0.01", 2), ("0.5", 3), ("1", 4), ("2", 8), ("4", 56), ("11.1", 65536), ("16", 65536)]
)
def test_as_many_values_as_leave_the_least_variance(epsilon: str, values: int) -> None:
    oracle = mechanism("optimized-local-hashing", answers=9, epsilon=epsilon)
    assert oracle.client_spec()["values"] == values


@pytest.mark.parametrize(("epsilon", "variance"), [("0.5", 15.82), ("1", 3.70), ("2", 0.724), ("4", 0.0760)])
def test_has_the_known_variance_for_a_rare_answer(epsilon: str, variance: float) -> None:
    oracle = mechanism("optimized-local-hashing", answers=128, epsilon=epsilon)
    assert float(oracle.variance(0, 1)) == pytest.approx(variance, rel=0.005)


@each_oracle
def test_reads_a_seed_and_then_perturbs_the_hash_as_a_choice(oracle: FrequencyOracle) -> None:
    channel = channel_of(oracle)
    seed = [0x01020304, 0x05060708, 0x090A0B0C, 0x0D0E0F10]
    a, b = 0x0102030405060708, 0x090A0B0C0D0E0F10
    for answer, first in itertools.product(range(9), (0, channel.keep_below - 1, channel.keep_below, WORDS - 1)):
        tape = Tape([*seed, first, 0, 0])
        record = oracle.pack(oracle.perturb(answer, tape))
        assert tape.read == oracle.words
        assert record[:SEED_BYTES] == bytes(range(1, 17))
        value = hashed(a, b, answer, channel.values)
        kept = first < channel.keep_below
        assert int.from_bytes(record[SEED_BYTES:], "big") == (value if kept else int(value == 0))
        assert record == channel.perturb_seeded(bytes(range(1, 17)), answer, Tape([first, 0]))


@given(
    slug=st.sampled_from(SLUGS),
    epsilon=st.sampled_from(EPSILONS),
    seed=st.integers(0, 2**32),
    people=st.integers(0, 20),
)
@settings(max_examples=40)
def test_many_people_are_drawn_and_counted_as_one_after_the_other(
    slug: str, epsilon: str, seed: int, people: int
) -> None:
    oracle = mechanism(slug, answers=9, epsilon=epsilon)
    answers = np.random.default_rng(seed).integers(0, 9, people)
    many = oracle.perturb_many(answers, SeededEntropy(seed))
    entropy = SeededEntropy(seed)
    records = [oracle.pack(oracle.perturb(int(answer), entropy)) for answer in answers]
    assert [row.tobytes() for row in many] == records
    expected = [
        sum(
            hashed(
                int.from_bytes(record[:8], "big"),
                int.from_bytes(record[8:16], "big"),
                answer,
                channel_of(oracle).values,
            )
            == int.from_bytes(record[SEED_BYTES:], "big")
            for record in records
        )
        for answer in range(9)
    ]
    assert oracle.count(many).tolist() == expected
    if people:
        assert oracle.channel.supports(many).sum(axis=0).tolist() == expected


def test_large_batches_are_drawn_and_counted_in_blocks_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = mechanism("optimized-local-hashing", answers=9, epsilon="1")
    answers = np.arange(50) % 9
    whole = oracle.perturb_many(answers, SeededEntropy(1))
    counts = oracle.count(whole)
    monkeypatch.setattr("mechanisms.ldp.shapes.hashed._PEOPLE_OF_BLOCK", 7)
    monkeypatch.setattr("mechanisms.ldp.shapes.hashing._BLOCK", 9)
    assert (oracle.perturb_many(answers, SeededEntropy(1)) == whole).all()
    assert (oracle.count(whole) == counts).all()


def test_counts_of_nobody_are_nothing() -> None:
    assert count_preimages(np.empty((0, 2), dtype=np.uint64), np.empty(0, dtype=np.int64), 3, 4).tolist() == [0, 0, 0]


@pytest.mark.parametrize("record", [b"", bytes(16), bytes(18), bytes(16) + b"\x04"])
def test_refuses_what_no_device_could_have_sent(record: bytes) -> None:
    oracle = mechanism("optimized-local-hashing", answers=9, epsilon="1")
    with pytest.raises(ValueError, match="the report"):
        oracle.check_report(record)
    with pytest.raises(ValueError, match="report"):
        oracle.count(np.frombuffer(record, dtype=np.uint8).reshape(1, -1))


def test_refuses_what_it_cannot_say() -> None:
    oracle = mechanism("optimized-local-hashing", answers=9, epsilon="1")
    with pytest.raises(ValueError, match="too many reports"):
        oracle.report_probabilities(0)
    with pytest.raises(ValueError, match="not of three"):
        assert oracle.pair_support
    with pytest.raises(ValueError, match="one answer, not"):
        oracle.channel.perturb(frozenset([1]), Tape([0] * 6))
    with pytest.raises(ValueError, match="bytes, already packed"):
        oracle.pack(3)
