"""This module is about a file that is stored whole nowhere: whoever reads it gets it part by part."""

import io


class FileOfParts(io.RawIOBase):
    """A file of parts has `size` bytes and can be sought. `part` gives its content."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._at = 0

    def part(self, at: int, most: int) -> bytes:
        """Returns the bytes from `at` on, at least one and at most `most`; both lie within the file."""
        raise NotImplementedError

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, start + offset)
        return self._at

    def readinto(self, buffer: "memoryview | bytearray") -> int:  # type: ignore[override]  # the stub does not name the argument
        wanted = min(len(buffer), self._size - self._at)
        if wanted <= 0:
            return 0
        part = self.part(self._at, wanted)
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)
