"""These files have a path, and no disk holds them: the verifier reads files, and no table may be written to a disk
unsealed.

They are gone with the process, also when it is killed. They may be swapped like any memory: encrypt the swap.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from datahub.releases.errors import NoMemoryFiles

BLOCK_BYTES = 1 << 20


@dataclass(frozen=True)
class FileBlocks:
    """The bytes of a file, block by block; each look reads them anew."""

    path: Path

    def __iter__(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            while block := file.read(BLOCK_BYTES):
                yield block


def sha256_of(content: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for block in content:
        digest.update(block)
    return digest.hexdigest()


@contextmanager
def files_in_memory(contents: Mapping[str, Iterable[bytes]]) -> Iterator[dict[str, Path]]:
    """Yields a path for each content, which is written block by block; the files end with the `with` statement.
    NoMemoryFiles where the system has none."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(_memory_file(content)) for name, content in contents.items()}


@contextmanager
def _memory_file(content: Iterable[bytes]) -> Iterator[Path]:
    if not hasattr(os, "memfd_create"):
        raise NoMemoryFiles("Releases are made on Linux: this system has no files in memory.")
    with os.fdopen(os.memfd_create("release", os.MFD_CLOEXEC), "wb") as file:
        for block in content:
            file.write(block)
        file.flush()
        yield Path(f"/proc/self/fd/{file.fileno()}")
