"""A file that is stored in parts reads like one that is stored whole, however it is sought and however small its parts
are."""

import hashlib
import io
import random
from collections import Counter

import pytest

from datahub.vault.collections.file_chunks import Pieces, SealedFile
from datahub.vault.collections.rules.parts import FileOfParts

CONTENT = bytes(range(256)) * 5


class InSmallParts(FileOfParts):
    def __init__(self) -> None:
        super().__init__(len(CONTENT))
        self.asked: list[tuple[int, int]] = []

    def part(self, at: int, most: int) -> bytes:
        self.asked.append((at, most))
        return CONTENT[at : at + min(most, 1 + at % 7)]


def test_it_reads_as_the_whole_file_would() -> None:
    drawn = random.Random(1)  # noqa: S311 - a fixed seed gives the same positions each time
    ours, whole = io.BufferedReader(InSmallParts(), 64), io.BytesIO(CONTENT)
    for _ in range(500):
        whence = drawn.choice([io.SEEK_SET, io.SEEK_CUR, io.SEEK_END])
        offset = drawn.randrange(len(CONTENT) + 20) if whence == io.SEEK_SET else -drawn.randrange(40)
        if whence == io.SEEK_CUR and whole.tell() < 40:
            continue  # BytesIO refuses to seek before its start
        assert ours.seek(offset, whence) == whole.seek(offset, whence)
        length = drawn.randrange(200)
        assert ours.read(length) == whole.read(length)


def test_no_part_is_asked_for_that_is_not_in_it() -> None:
    file = InSmallParts()
    file.seek(len(CONTENT) - 3)
    assert file.read() == CONTENT[-3:]
    file.seek(10, io.SEEK_END)
    assert file.read(5) == b""
    assert all(0 <= at < at + most <= len(CONTENT) for at, most in file.asked)


class PlainPieces(Pieces):
    """Plain pieces are unsealed pieces of a text, and count how often each was read."""

    def __init__(self, content: bytes) -> None:
        self.content, self.times = content, Counter[int]()

    def read(self, number: int) -> bytes:
        self.times[number] += 1
        return self.content[number * 10 :][:10]


@pytest.mark.parametrize("starts", [[0], [25, 0], [0, 40, 5, 0], []], ids=["in order", "last first", "jumping", "not"])
def test_the_checksum_is_that_of_the_whole_file_however_it_was_read(starts: list[int]) -> None:
    content = bytes(range(47))
    file = SealedFile(PlainPieces(content), size=len(content), chunk_size=10)
    for start in starts:
        file.seek(start)
        assert file.read() == content[start:]
    assert file.sha256() == hashlib.sha256(content).hexdigest()


def test_a_file_that_was_read_in_order_is_not_read_again_for_its_checksum() -> None:
    pieces = PlainPieces(bytes(47))
    file = SealedFile(pieces, size=47, chunk_size=10)
    assert file.read() == bytes(47)
    assert file.sha256() == hashlib.sha256(bytes(47)).hexdigest()
    assert pieces.times == dict.fromkeys(range(5), 1)
