"""These files have a path, and no disk holds them: the verifier reads files, and no table may be written to a disk
unsealed.

They are gone with the process, also when it is killed. They may be swapped like any memory: encrypt the swap.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from datahub.releases.errors import NoMemoryFiles


@contextmanager
def files_in_memory(contents: Mapping[str, bytes]) -> Iterator[dict[str, Path]]:
    """Yields a path for each content; the files end with the block. NoMemoryFiles where the system has none."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(_memory_file(content)) for name, content in contents.items()}


@contextmanager
def _memory_file(content: bytes) -> Iterator[Path]:
    if not hasattr(os, "memfd_create"):
        raise NoMemoryFiles("Releases are made on Linux: this system has no files in memory.")
    with os.fdopen(os.memfd_create("release", os.MFD_CLOEXEC), "wb") as file:
        file.write(content)
        file.flush()
        yield Path(f"/proc/self/fd/{file.fileno()}")
