"""What a test is decided by, as hashes: files and folders, the whole checkout, the tools, and the services it is given.

A test that passed leaves an empty file in the user's cache, outside the checkout, named by the hash of all that decides
it. The file holds for a week. DATAHUB_ALL_PROOFS=1 says that none holds.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.packages import settings_of_tests, versions

WEEK_SECONDS = 7 * 24 * 3600
CONFTEST, LOCK_OF_PAGES = "conftest.py", "frontend/package-lock.json"
LOCKS = ("requirements-dev.txt", LOCK_OF_PAGES, "pyproject.toml", CONFTEST)
SKIPPED_FOLDERS = {"node_modules", "__pycache__", "dist", ".hypothesis"}
ASIDE = re.compile(r"(docs|changes)/.*|.*\.md|(.*/)?test_[^/]*\.py|.*\.(test|spec)\.tsx?")
SERVICES = ("REDIS_URL", "MONGO_URL", "AIM_OF_TESTS", "DATAHUB_CHROMIUM")


def kept(told: Iterable[str]) -> Path:
    """Returns the file that stands for a pass on these inputs, whether it is there or not."""
    key = hashlib.sha256("\n".join(told).encode()).hexdigest()
    return caches() / "proven" / key[:2] / key


def caches() -> Path:
    """Returns the folder of what outlives a checkout on this machine."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "datahub"


def holds(mark: Path) -> bool:
    if os.environ.get("DATAHUB_ALL_PROOFS"):
        return False
    try:
        return time.time() - mark.stat().st_mtime < WEEK_SECONDS
    except FileNotFoundError:
        return False


@cache
def content(root: Path, path: str) -> str:
    """Returns a hash of a file, or of all files of a folder with their names."""
    whole = root / path
    files = [whole] if whole.is_file() else sorted(file for file in whole.rglob("*") if _counts(file, whole))
    if not files:
        raise FileNotFoundError(f"{path} decides how a proof ends, and is not there")
    return _hash_of(root, files)


@cache
def checkout(root: Path) -> str:
    """Returns a hash of all files of the checkout but those that git is told to ignore, committed or not."""
    return _hash_of(root, _files_of(root))


@cache
def product(root: Path) -> str:
    """Returns a hash of the checkout without its documents and without modules of tests."""
    return _hash_of(root, [file for file in _files_of(root) if not lies_aside(str(file.relative_to(root)))])


def lies_aside(path: str) -> bool:
    """Returns whether a file is a document or a module of tests, which most tests beside it do not read."""
    return ASIDE.fullmatch(path) is not None


@cache
def _files_of(root: Path) -> tuple[Path, ...]:
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    files = sorted({root / name for name in listed.split("\0") if name})
    return tuple(file for file in files if file.is_file())


@cache
def tools(root: Path) -> str:
    locks = [content(root, lock) for lock in LOCKS if (root / lock).is_file()]
    return "\n".join([*_programs(), *locks])


def tools_of(root: Path, paths: Iterable[str]) -> list[str]:
    """Returns the tools of a proof that hangs on these paths alone: the packages that their modules import, and those
    of the pages where a path lies in them."""
    locks = [CONFTEST, *([LOCK_OF_PAGES] if any(path.startswith("frontend") for path in paths) else [])]
    hashes = [content(root, lock) for lock in locks if (root / lock).is_file()]
    return [*_programs(), *hashes, settings_of_tests(root), *versions(root, paths)]


def _programs() -> list[str]:
    return [sys.version, *(_version(name) for name in ("node", "chromium"))]


def services() -> str:
    """Returns which database, and which other services, the tests are given; not where they are."""
    database = os.environ.get("DATABASE_URL", "").partition(":")[0]
    return " ".join([database, *(name for name in SERVICES if os.environ.get(name))])


def _hash_of(root: Path, files: Iterable[Path]) -> str:
    hashed = hashlib.sha256()
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        hashed.update(f"{file.relative_to(root)} {digest}\n".encode())
    return hashed.hexdigest()


def _counts(file: Path, folder: Path) -> bool:
    return file.is_file() and SKIPPED_FOLDERS.isdisjoint(file.relative_to(folder).parts)


@cache
def _version(program: str) -> str:
    path = shutil.which(program)
    return "" if path is None else subprocess.run([path, "--version"], capture_output=True, text=True).stdout
