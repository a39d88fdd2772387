"""These tests cover streams of words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common.entropy import (
    Entropy,
    SeededEntropy,
    SystemEntropy,
    Tape,
    TapeExhausted,
    accepted_words,
    uniform_below,
)


@pytest.mark.parametrize(
    "entropy", [SystemEntropy(), SeededEntropy(1), Tape([5] * 2000)], ids=["system", "seeded", "tape"]
)
def test_gives_as_many_words_of_32_bits_as_asked(entropy: Entropy) -> None:
    assert 0 <= entropy.word() < 2**32
    words = entropy.words(1000)
    assert words.dtype == np.uint32
    assert len(words) == 1000
    assert len(entropy.words(0)) == 0


def test_system_words_use_all_bits_and_do_not_repeat() -> None:
    words = SystemEntropy().words(1000)
    assert np.bitwise_or.reduce(words) == 2**32 - 1  # A sound generator lacks one bit once in 1e300 runs.
    assert np.bitwise_and.reduce(words) == 0
    assert len(set(words.tolist())) > 900


def test_tape_says_when_it_is_exhausted() -> None:
    tape = Tape([1, 2])
    assert (tape.word(), tape.read) == (1, 1)
    with pytest.raises(TapeExhausted, match="3 words were asked of a tape of 2"):
        tape.words(2)


@given(cuts=st.lists(st.integers(0, 20_000), max_size=4))
def test_seeded_stream_does_not_depend_on_how_it_is_read(cuts: list[int]) -> None:
    pieces, whole = SeededEntropy(42), SeededEntropy(42)
    read = np.concatenate([np.empty(0, dtype=np.uint32), *(pieces.words(cut) for cut in cuts)])
    assert (read == whole.words(sum(cuts))).all()


def test_seeded_streams_differ_between_seeds_and_between_blocks() -> None:
    assert SeededEntropy(1).words(8).tolist() != SeededEntropy(2).words(8).tolist()
    blocks = SeededEntropy(1).words(1 << 15).reshape(2, -1)
    assert not (blocks[0] == blocks[1]).all()
    # Later versions must draw the same people from a printed seed.
    assert SeededEntropy(1).words(2).tolist() == [184426506, 3550685201]


@pytest.mark.parametrize("word_bits", [1, 3, 8])
def test_every_number_below_the_bound_has_the_same_number_of_words(word_bits: int) -> None:
    for bound in range(2, (1 << word_bits) + 1):
        accepted = accepted_words(bound, word_bits=word_bits)
        drawn = [uniform_below(bound, Tape([word]), word_bits=word_bits) for word in range(accepted)]
        assert [drawn.count(number) for number in range(bound)] == [accepted // bound] * bound
        for rejected in range(accepted, 1 << word_bits):
            tape = Tape([rejected, rejected, bound - 1, 0])
            assert uniform_below(bound, tape, word_bits=word_bits) == bound - 1
            assert tape.read == 3


def test_one_possibility_reads_no_word() -> None:
    assert uniform_below(1, Tape([])) == 0
