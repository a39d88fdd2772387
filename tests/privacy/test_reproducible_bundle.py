"""A person who builds the page from the same source gets the same bytes, whose hash stands in every version."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from surveys.publishing.built_page import hash_of

pytestmark = [pytest.mark.slow, pytest.mark.depends_on("frontend", "surveys/publishing/built_page.py")]
FRONTEND = Path(__file__).resolve().parents[2] / "frontend"


def built(folder: Path, *, page: str = "respond", **environment: str) -> dict[str, bytes]:
    """Returns a page as built from a copy of the source in another place."""
    shutil.copytree(FRONTEND, folder, ignore=shutil.ignore_patterns("node_modules", "dist", ".*"))
    # Only the builder uses these modules; no page contains them.
    (folder / "node_modules").symlink_to(FRONTEND / "node_modules")
    return build(folder, page=page, **environment)


def build(folder: Path, *, page: str = "respond", **environment: str) -> dict[str, bytes]:
    command = ["npx", "vite", "build", "--config", f"vite.{page}.ts", "--logLevel", "error"]
    subprocess.run(command, cwd=folder, env=os.environ | environment, check=True, timeout=300)
    out = folder / "dist" / page
    return {file.relative_to(out).as_posix(): file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()}


def test_two_builds_in_two_places_have_one_hash(tmp_path: Path) -> None:
    first = built(tmp_path / "here", TZ="UTC", LANG="C.UTF-8")
    second = built(tmp_path / "a longer way" / "there", TZ="Asia/Tokyo", LANG="de_DE.UTF-8")
    assert sorted(first) == sorted(second)
    assert hash_of(first) == hash_of(second)


@pytest.mark.parametrize(("language", "sentence"), [("en", "Send"), ("ar", "رجوع")])
def test_another_source_has_another_hash(tmp_path: Path, language: str, sentence: str) -> None:
    first = built(tmp_path / "here")
    words = tmp_path / "here" / "src" / "respond" / "words" / f"{language}.ts"
    source = words.read_text(encoding="utf-8")
    assert sentence in source
    words.write_text(source.replace(sentence, f"{sentence}."), encoding="utf-8")
    assert hash_of(build(tmp_path / "here")) != hash_of(first)


def test_two_builds_of_the_checker_in_two_places_are_one_file(tmp_path: Path) -> None:
    first = built(tmp_path / "here", page="checker", TZ="UTC", LANG="C.UTF-8")
    second = built(tmp_path / "a longer way" / "there", page="checker", TZ="Asia/Tokyo", LANG="de_DE.UTF-8")
    assert list(first) == ["datahub-check.html"]
    assert first == second
