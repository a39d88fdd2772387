"""These tests cover hash functions that follow from a token and a question: the construction, the reports, and what
nobody can choose."""

import hashlib
import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import exp_exceeds
from mechanisms.ldp.one_answer.assigned_hashing import assigned_reports, assigned_seed, perturb_assigned
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.hashed import HashedChannel
from mechanisms.ldp.shapes.hashing import SEED_BYTES, collision, hashes

each_slug = pytest.mark.parametrize("slug", ["binary-local-hashing", "optimized-local-hashing"])
QUESTION = "q1"


def tokens_of(people: int) -> list[bytes]:
    return [hashlib.blake2b(str(person).encode(), digest_size=16).digest() for person in range(people)]


def values_of(oracle: FrequencyOracle) -> int:
    assert isinstance(oracle.channel, HashedChannel)
    return oracle.channel.values


def drawn(oracle: FrequencyOracle, answers: list[int], tokens: list[bytes], *, seed: int) -> list[bytes]:
    entropy = SeededEntropy(seed)
    return [
        perturb_assigned(oracle, answer, token=token, question=QUESTION, entropy=entropy)
        for answer, token in zip(answers, tokens, strict=True)
    ]


def test_the_seed_is_the_one_that_is_written_down() -> None:
    """Another tool computed SHA-256 of the text that the head of the module specifies."""
    message = b"datahub local hashing 1\x00" + b"\x00\x10" + bytes(range(16)) + b"q1"
    assert assigned_seed(bytes(range(16)), "q1") == hashlib.sha256(message).digest()[:16]
    assert assigned_seed(bytes(range(16)), "q1").hex() == "a3b065c42a626d99b71d6ca381aaf792"


def test_no_two_pairs_of_token_and_question_are_written_alike() -> None:
    pairs = [(bytes(16), "aq"), (bytes(16) + b"a", "q"), (bytes(16), "q"), (bytes(17), "q"), (b"\x01" + bytes(15), "q")]
    assert len({assigned_seed(token, question) for token, question in pairs}) == len(pairs)


def test_a_question_that_can_be_written_in_two_ways_is_refused_in_one() -> None:
    assert assigned_seed(bytes(16), "\u00e9")
    with pytest.raises(ValueError, match="NFC"):
        assigned_seed(bytes(16), "e\u0301")


@each_slug
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), answer=st.integers(0, 8))
def test_what_is_sent_is_the_value_of_the_function_that_the_token_stands_for(slug: str, seed: int, answer: int) -> None:
    oracle = mechanism(slug, answers=9, epsilon="1")
    token = seed.to_bytes(16, "big")
    value = perturb_assigned(oracle, answer, token=token, question=QUESTION, entropy=SeededEntropy(seed))
    packed = assigned_reports(oracle, [value], tokens=[token], question=QUESTION)
    assert packed.shape == (1, oracle.report_bytes)
    assert packed[0, :SEED_BYTES].tobytes() == assigned_seed(token, QUESTION)
    assert packed[0, SEED_BYTES:].tobytes() == value
    kept = perturb_assigned(oracle, answer, token=token, question=QUESTION, entropy=Tape([0, 0]))
    counted = oracle.count(assigned_reports(oracle, [kept], tokens=[token], question=QUESTION))
    assert counted[answer] == 1  # A kept value supports the true answer.


@each_slug
@pytest.mark.parametrize("epsilon", ["0.5", "1", "4"])
def test_under_every_assigned_function_a_report_stays_within_epsilon(slug: str, epsilon: str) -> None:
    """The test covers the functions of two hundred tokens, with all their values, between all answers."""
    oracle = mechanism(slug, answers=5, epsilon=epsilon)
    channel = oracle.channel
    assert isinstance(channel, HashedChannel)
    told = [channel.choice.report_probabilities(value) for value in range(channel.values)]
    worst = Fraction(1)
    seeds = [np.frombuffer(assigned_seed(token, QUESTION), dtype=">u8").astype(np.uint64) for token in tokens_of(200)]
    for seed in seeds:
        hash_values = hashes(np.tile(seed, (5, 1)), np.arange(5), channel.values).tolist()
        for first, other in itertools.permutations(hash_values, 2):
            worst = max(worst, *(told[first][value] / told[other][value] for value in {first, other}))
    assert worst == channel.worst_ratio
    assert exp_exceeds(Fraction(epsilon), worst)


@each_slug
def test_estimates_of_many_tokens_lie_within_six_standard_errors_of_the_truth(slug: str) -> None:
    """The test compares ten shares: a correct mechanism fails for one set of tokens in fifty million. The tokens are
    fixed."""
    oracle, people = mechanism(slug, answers=5, epsilon="2"), 8_000
    answers = np.repeat(np.arange(5), [4_800, 2_000, 800, 400, 0])
    tokens = tokens_of(people)
    values = drawn(oracle, answers.tolist(), tokens, seed=20261123)
    estimate = oracle.estimate(oracle.count(assigned_reports(oracle, values, tokens=tokens, question=QUESTION)), people)
    truth = np.bincount(answers, minlength=5) / people
    assert (np.abs(estimate - truth) / np.sqrt(oracle.variance(truth, people))).max() < 6


def test_who_may_not_choose_the_function_seldom_pushes_two_answers_at_once() -> None:
    """A function that the attacker chooses always pushes both answers; an assigned one only if they collide, 1 time in
    4."""
    oracle, people = mechanism("optimized-local-hashing", answers=9, epsilon="1"), 20_000
    values = values_of(oracle)
    seeds = np.frombuffer(b"".join(assigned_seed(token, QUESTION) for token in tokens_of(people)), dtype=">u8")
    first, other = (hashes(seeds.reshape(-1, 2).astype(np.uint64), np.full(people, x), values) for x in (0, 5))
    both = float(collision(values))
    assert abs((first == other).mean() - both) < 6 * np.sqrt(both * (1 - both) / people)


def test_refuses_what_was_not_assigned() -> None:
    oracle = mechanism("optimized-local-hashing", answers=9, epsilon="1")
    for token in (bytes(15), bytes(1025)):
        with pytest.raises(ValueError, match=f"the token has {len(token)} bytes"):
            assigned_seed(token, QUESTION)
    with pytest.raises(ValueError, match="the question has no name"):
        assigned_seed(bytes(16), "")
    with pytest.raises(ValueError, match="a token stands for more than one report"):
        assigned_reports(oracle, [b"\x00"] * 2, tokens=[bytes(16)] * 2, question=QUESTION)
    with pytest.raises(ValueError, match="there are 1 reports for 2 tokens"):
        assigned_reports(oracle, [b"\x00"], tokens=tokens_of(2), question=QUESTION)
    for value in (b"", b"\x04", b"\x00\x00"):
        with pytest.raises(ValueError, match="the report"):
            assigned_reports(oracle, [value], tokens=[bytes(16)], question=QUESTION)
    for answer in (-1, 9, True, 1.0):
        with pytest.raises(ValueError, match="not one of the 9"):
            perturb_assigned(oracle, answer, token=bytes(16), question=QUESTION, entropy=Tape([]))  # type: ignore[arg-type]
    subset = mechanism("subset-selection", answers=9, epsilon="1")
    with pytest.raises(ValueError, match="subset-selection draws no hash function"):
        assigned_reports(subset, [], tokens=[], question=QUESTION)
