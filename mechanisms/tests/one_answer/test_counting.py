"""These tests cover many reports at once: drawn as one by one, and counted as one by one."""

from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.shapes.adder import added
from mechanisms.ldp.shapes.bits import BitsChannel
from mechanisms.ldp.shapes.bitset import _ADDED_FROM, count_bits
from mechanisms.ldp.shapes.channel import Channel, Packed
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.hadamard import HadamardChannel
from mechanisms.ldp.shapes.subset import SubsetChannel
from mechanisms.tests.cases import all_oracles

oracles = st.sampled_from(
    [
        *all_oracles(),
        mechanism("generalized-randomized-response", answers=256, epsilon="4"),
        mechanism("generalized-randomized-response", answers=257, epsilon="4"),
        mechanism("generalized-randomized-response", answers=65536, epsilon="8"),
        mechanism("optimized-unary-encoding", answers=17, epsilon="1"),
        mechanism("subset-selection", answers=130, epsilon="1"),
        mechanism("hadamard-response", answers=255, epsilon="1"),
        mechanism("hadamard-response", answers=256, epsilon="1"),
        mechanism("hadamard-response", answers=65535, epsilon="1"),
    ]
)


def one_by_one(oracle: FrequencyOracle, packed: Packed) -> list[int]:
    if oracle.shape == "hadamard":
        columns = [int.from_bytes(row.tobytes(), "big") for row in packed]
        return [
            sum(((answer + 1) & column).bit_count() % 2 == 0 for column in columns) for answer in range(oracle.answers)
        ]
    if oracle.shape == "choice":
        reports = [int.from_bytes(row.tobytes(), "big") for row in packed]
        return [reports.count(answer) for answer in range(oracle.answers)]
    written = ["".join(f"{byte:08b}" for byte in row) for row in packed]
    return [sum(bits[answer] == "1" for bits in written) for answer in range(oracle.answers)]


@given(oracle=oracles, seed=st.integers(0, 2**32), people=st.integers(0, 40))
@settings(max_examples=60)
def test_counts_are_those_of_reading_each_report(oracle: FrequencyOracle, seed: int, people: int) -> None:
    answers = np.random.default_rng(seed).integers(0, oracle.answers, people)
    packed = oracle.perturb_many(answers, SeededEntropy(seed))
    assert packed.shape == (people, oracle.report_bytes)
    counts = oracle.count(packed)
    assert counts.dtype == np.int64
    if oracle.answers <= 512:
        assert counts.tolist() == one_by_one(oracle, packed)


@given(oracle=oracles, seed=st.integers(0, 2**32), people=st.integers(0, 40), cut=st.integers(0, 40))
@settings(max_examples=60)
def test_counts_of_two_batches_add(oracle: FrequencyOracle, seed: int, people: int, cut: int) -> None:
    answers = np.random.default_rng(seed).integers(0, oracle.answers, people)
    packed = oracle.perturb_many(answers, SeededEntropy(seed))
    assert (oracle.count(packed[:cut]) + oracle.count(packed[cut:]) == oracle.count(packed)).all()


@pytest.mark.parametrize("width", [1, 2, 5, 16])
def test_very_many_reports_are_counted_as_in_small_parts(width: int) -> None:
    bits = 8 * width
    packed = np.random.default_rng(width).integers(0, 256, (_ADDED_FROM + 9, width), dtype=np.uint8)
    parts = [count_bits(part, bits) for part in np.array_split(packed, 9)]
    assert count_bits(packed, bits).tolist() == np.sum(parts, axis=0).tolist()
    assert count_bits(np.asfortranarray(packed), bits).tolist() == np.sum(parts, axis=0).tolist()


@pytest.mark.parametrize("byte", [0, 1, 128, 255])
def test_very_many_equal_reports_are_counted(byte: int) -> None:
    packed = np.full((2 * _ADDED_FROM, 3), byte, dtype=np.uint8)
    assert count_bits(packed, 24).tolist() == [2 * _ADDED_FROM * int(bit) for bit in f"{byte:08b}"] * 3


@given(people=st.integers(0, 700), width=st.integers(1, 9), seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_rows_that_are_added_have_each_bit_as_often_as_their_planes_say(people: int, width: int, seed: int) -> None:
    packed = np.random.default_rng(seed).integers(0, 256, (people, width), dtype=np.uint8)
    planes, rest = added(packed)
    ones = np.unpackbits(rest, axis=1).sum(axis=0, dtype=np.int64)
    for place, plane in enumerate(planes):
        ones += 2**place * np.unpackbits(plane, axis=1).sum(axis=0, dtype=np.int64)
    assert ones.tolist() == np.unpackbits(packed, axis=1).sum(axis=0, dtype=np.int64).tolist()


@given(oracle=oracles, seed=st.integers(0, 2**32), people=st.integers(0, 12))
@settings(max_examples=60)
def test_every_report_that_is_drawn_passes_its_own_check(oracle: FrequencyOracle, seed: int, people: int) -> None:
    answers = np.random.default_rng(seed).integers(0, oracle.answers, people)
    many = oracle.perturb_many(answers, SeededEntropy(seed))
    entropy = SeededEntropy(seed)
    for row, answer in zip(many, answers, strict=True):
        record = oracle.pack(oracle.perturb(int(answer), entropy))
        oracle.check_report(record)
        assert row.tobytes() == record


@pytest.mark.parametrize(
    "channel",
    [
        ChoiceChannel(answers=2, keep_below=9, word_bits=4),
        ChoiceChannel(answers=4, keep_below=9, word_bits=4),
        ChoiceChannel(answers=8, keep_below=5, word_bits=3),
        BitsChannel(answers=5, one_below=8, zero_below=3, word_bits=4),
        SubsetChannel(answers=6, size=3, with_below=7, word_bits=4),
        SubsetChannel(answers=4, size=3, with_below=3, word_bits=3),
        HadamardChannel(answers=6, agree_below=11, word_bits=4),
    ],
    ids=str,
)
@given(data=st.data())
def test_many_people_read_the_same_words_as_one_after_the_other_also_when_words_are_drawn_again(
    channel: Channel, data: st.DataObject
) -> None:
    bits = cast(int, channel.word_bits)  # type: ignore[attr-defined]  # each of these channels has it
    answers = data.draw(st.lists(st.integers(0, cast(int, channel.spec["answers"]) - 1), max_size=12))
    words = data.draw(st.lists(st.integers(0, (1 << bits) - 1), min_size=80, max_size=80)) + [0] * 80
    single, many = Tape(words), Tape(words)
    expected = [channel.pack(channel.perturb(answer, single)) for answer in answers]
    packed = channel.perturb_many(np.array(answers, dtype=np.int64), many)
    assert [row.tobytes() for row in packed] == expected
    assert many.read == single.read


@pytest.mark.parametrize("answers", [257, 65536])
def test_numbers_of_two_bytes_have_the_higher_first(answers: int) -> None:
    oracle = mechanism("generalized-randomized-response", answers=answers, epsilon="8")
    kept = oracle.perturb_many([256, 2], Tape([0, 0, 0, 0]))
    assert kept.tolist() == [[1, 0], [0, 2]]
    assert np.flatnonzero(oracle.count(kept)).tolist() == [2, 256]


def test_large_batches_of_bits_are_drawn_in_blocks_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = mechanism("optimized-unary-encoding", answers=5, epsilon="1")
    answers = np.arange(23) % 5
    whole = oracle.perturb_many(answers, SeededEntropy(1))
    monkeypatch.setattr("mechanisms.ldp.shapes.bits._BLOCK_WORDS", 20)
    assert (oracle.perturb_many(answers, SeededEntropy(1)) == whole).all()


@pytest.mark.parametrize(
    ("slug", "shape"), [("generalized-randomized-response", "choice"), ("hadamard-response", "hadamard")]
)
def test_large_batches_of_numbers_are_drawn_in_blocks_without_a_seam(
    slug: str, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    oracle = mechanism(slug, answers=5, epsilon="1")
    answers = np.arange(23) % 5
    whole = oracle.perturb_many(answers, SeededEntropy(1))
    monkeypatch.setattr(f"mechanisms.ldp.shapes.{shape}._PEOPLE_OF_BLOCK", 4)
    assert (oracle.perturb_many(answers, SeededEntropy(1)) == whole).all()


def test_nobody_sends_no_report() -> None:
    for slug in ("generalized-randomized-response", "hadamard-response", "optimized-unary-encoding"):
        oracle = mechanism(slug, answers=5, epsilon="1")
        assert oracle.perturb_many([], Tape([])).shape == (0, oracle.report_bytes)


def test_large_batches_of_sets_are_drawn_in_blocks_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = mechanism("subset-selection", answers=9, epsilon="1")
    answers = np.arange(23) % 9
    whole = oracle.perturb_many(answers, SeededEntropy(1))
    monkeypatch.setattr("mechanisms.ldp.shapes.subset._PLACES_OF_BLOCK", 20)
    assert (oracle.perturb_many(answers, SeededEntropy(1)) == whole).all()


@pytest.mark.parametrize("records", [b"\x80\x00", b"\xe0\x00", b"\xc0\x01"])
def test_refuses_to_count_sets_of_another_size(records: bytes) -> None:
    oracle = mechanism("subset-selection", answers=9, epsilon="1")
    good = np.frombuffer(b"\xc0\x00", dtype=np.uint8)
    with pytest.raises(ValueError, match="report"):
        oracle.count(np.stack([good, np.frombuffer(records, dtype=np.uint8)]))
    with pytest.raises(ValueError, match="the report"):
        oracle.check_report(records)


def test_refuses_to_count_columns_that_the_matrix_has_not() -> None:
    oracle = mechanism("hadamard-response", answers=6, epsilon="1")
    for column in (8, 255):
        with pytest.raises(ValueError, match="one of the 8 numbers"):
            oracle.count(np.array([[0], [column]], dtype=np.uint8))
        with pytest.raises(ValueError, match="one of the 8 numbers"):
            oracle.check_report(bytes([column]))


@pytest.mark.parametrize("answers", [9, 32, 64, 130])
@pytest.mark.parametrize("place", [0, 20_000])
def test_one_set_of_another_size_among_many_is_refused(answers: int, place: int) -> None:
    oracle = mechanism("subset-selection", answers=answers, epsilon="1")
    packed = np.repeat(oracle.perturb_many(np.zeros(1, dtype=np.int64), SeededEntropy(1)), 20_001, axis=0)
    assert oracle.count(packed).sum() == 20_001 * cast(int, oracle.client_spec()["size"])
    packed[place, (answers - 1) // 8] ^= 128 >> (answers - 1) % 8
    with pytest.raises(ValueError, match="does not hold exactly"):
        oracle.count(packed)


@pytest.mark.parametrize("answers", [255, 256, 257, 300])
def test_sets_of_numbers_of_one_byte_and_of_two_are_those_of_one_person_after_the_other(answers: int) -> None:
    oracle = mechanism("subset-selection", answers=answers, epsilon="3")
    truth, entropy = [0, 127, 128, answers - 1] * 8, SeededEntropy(1)
    drawn = [oracle.perturb(answer, entropy) for answer in truth]
    assert [row.tobytes() for row in oracle.perturb_many(truth, SeededEntropy(1))] == drawn
