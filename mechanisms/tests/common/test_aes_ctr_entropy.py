"""Words of AES in counter mode are those of its definition, and no two readers are given the same ones."""

import copy
import os
import pickle
import threading
from collections.abc import Callable
from itertools import count

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import CTR, ECB
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common import aes_ctr_entropy
from mechanisms.common.aes_ctr_entropy import BYTES_OF_A_KEY, AesCtrEntropy
from mechanisms.common.entropy import Words

BLOCK_WORDS = 4


@pytest.fixture
def known_keys(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The operating system gives these keys, in this order; those drawn are in the list."""
    drawn: list[bytes] = []
    numbers = count()

    def key(size: int) -> bytes:
        drawn.append(bytes([next(numbers)]) * size)
        return drawn[-1]

    monkeypatch.setattr(os, "urandom", key)
    return drawn


def key_stream(key: bytes, words: int) -> list[int]:
    """Returns the definition: block i is the cipher of the number i, written in 16 bytes with the largest first."""
    cipher = Cipher(AES256(key), ECB()).encryptor()  # noqa: S305 - the definition enciphers one block at a time
    blocks = b"".join(cipher.update(number.to_bytes(16, "big")) for number in range(-(-words // BLOCK_WORDS)))
    return [int.from_bytes(blocks[at : at + 4], "little") for at in range(0, 4 * words, 4)]


def test_the_words_are_the_key_stream_from_its_beginning(known_keys: list[bytes]) -> None:
    words = AesCtrEntropy().words(1_000)
    assert words.dtype == np.uint32
    assert words.tolist() == key_stream(bytes(32), 1_000)
    # The cipher of a block of zeros under a key of zeros stands in test case 13 of the specification of GCM, as H.
    assert words[:4].tobytes().hex() == "dc95c078a2408989ad48a21492842087"


@given(cuts=st.lists(st.integers(0, 30), max_size=8))
def test_the_stream_does_not_depend_on_how_it_is_read(cuts: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", bytes)
        entropy = AesCtrEntropy()
        read = [word for cut in cuts for word in (*entropy.words(cut).tolist(), entropy.word())]
    assert read == key_stream(bytes(32), sum(cuts) + len(cuts))


def test_a_key_is_replaced_after_its_bytes_also_within_one_request(
    known_keys: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aes_ctr_entropy, "BYTES_OF_A_KEY", 40)  # Ten words, so a block is cut too.
    entropy = AesCtrEntropy()
    words = [*entropy.words(7), *entropy.words(2), *entropy.words(16)]
    keys = [bytes([number]) * 32 for number in range(3)]
    assert words == [*key_stream(keys[0], 10), *key_stream(keys[1], 10), *key_stream(keys[2], 5)]
    assert known_keys == keys


def test_a_key_serves_whole_words_and_few_enough_blocks() -> None:
    assert BYTES_OF_A_KEY % 4 == 0
    blocks = BYTES_OF_A_KEY // 16
    assert blocks**2 / 2**129 <= 2**-85


def test_a_large_request_goes_on_where_a_piece_of_zeros_ends(known_keys: list[bytes]) -> None:
    many = 3 * (1 << 16) + 5
    in_one_call = Cipher(AES256(bytes(32)), CTR(bytes(16))).encryptor().update(bytes(4 * many))
    assert AesCtrEntropy().words(many).tobytes() == in_one_call


def runs_of(streams: list[Words]) -> list[bytes]:
    """Returns every run of four words. Two of some thousands agree by chance once in 1e30."""
    return [stream[at : at + 4].tobytes() for stream in streams for at in range(len(stream) - 3)]


def read_in_child(draw: Callable[[], Words]) -> Words:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover - the child is not measured
        os.write(writing, draw().tobytes())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        words = np.frombuffer(answer.read(), dtype=np.uint32)
    os.waitpid(child, 0)
    return words


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")  # pytest-xdist has a thread
def test_no_process_repeats_what_another_draws_after_a_fork() -> None:
    entropy = AesCtrEntropy()
    before = entropy.words(64)  # Parent and child begin with the same used key.
    children = [read_in_child(lambda: entropy.words(64)) for _ in range(2)]
    grandchild = read_in_child(lambda: (entropy.words(64), read_in_child(lambda: entropy.words(64)))[1])
    runs = runs_of([before, *children, grandchild, entropy.words(64)])
    assert len(runs) == 5 * 61
    assert len(set(runs)) == len(runs)


def test_each_thread_reads_the_stream_of_a_key_of_its_own(known_keys: list[bytes]) -> None:
    entropy, streams = AesCtrEntropy(), []
    together = threading.Barrier(3)

    def draw() -> None:
        together.wait(timeout=10)
        streams.append([word for _ in range(20) for word in entropy.words(17).tolist()])

    threads = [threading.Thread(target=draw) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
    streams.append(entropy.words(340).tolist())
    assert len(set(known_keys)) == 4
    assert sorted(streams) == sorted(key_stream(key, 340) for key in known_keys)


def test_two_streams_draw_different_words() -> None:
    runs = runs_of([AesCtrEntropy().words(64), AesCtrEntropy().words(64)])
    assert len(set(runs)) == len(runs)


@pytest.mark.parametrize("repeat", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_stream_is_neither_copied_nor_pickled(repeat: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        repeat(AesCtrEntropy())


def test_the_key_is_kept_by_nothing_that_could_be_printed(known_keys: list[bytes]) -> None:
    entropy = AesCtrEntropy()
    entropy.words(1)
    stream = entropy._of_thread
    (key,) = known_keys
    texts = [repr(entropy), repr(stream), repr(vars(entropy)), repr(vars(stream))]
    assert not [text for text in texts if repr(key) in text or key.hex() in text]
    assert not [value for value in vars(stream).values() if isinstance(value, bytes | bytearray)]
