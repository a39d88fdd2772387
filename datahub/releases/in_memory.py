"""Files that a path leads to and no disk holds: the verifier reads files, and no table is written in the clear.

They are gone with the process, also when it is killed. They may be swapped like any memory: encrypt the swap.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from datahub.releases.errors import NoMemoryFiles


@contextmanager
def files_in_memory(contents: Mapping[str, bytes]) -> Iterator[dict[str, Path]]:
    """Yields a path for each; NoMemoryFiles where the system has none. They end with the block."""
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
