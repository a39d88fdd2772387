"""A file that is nowhere whole reads as one that is, however it is sought and however small its parts are."""

import io
import random

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
    drawn = random.Random(1)  # noqa: S311 - the same places each time
    ours, whole = io.BufferedReader(InSmallParts(), 64), io.BytesIO(CONTENT)
    for _ in range(500):
        whence = drawn.choice([io.SEEK_SET, io.SEEK_CUR, io.SEEK_END])
        offset = drawn.randrange(len(CONTENT) + 20) if whence == io.SEEK_SET else -drawn.randrange(40)
        if whence == io.SEEK_CUR and whole.tell() < 40:
            continue  # a file in memory refuses to go before its start
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
