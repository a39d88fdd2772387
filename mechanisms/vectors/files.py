"""Golden vectors are written to disk, or compared with the files on disk."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "vectors"

Files = Mapping[str, Callable[[], dict[str, object]]]


def main(files: Files, module: str, arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        sys.stderr.write(f"usage: python -m {module} [--check]\n")
        return 2
    names = stale(files, FOLDER)
    if arguments:
        sys.stderr.writelines(f"tests/vectors/{name} is out of date; run python -m {module}\n" for name in names)
        return 1 if names else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names:
        (FOLDER / name).write_text(_pretty(files[name]()) + "\n", encoding="utf-8")
    return 0


def stale(files: Files, folder: Path) -> list[str]:
    """Returns the names of the files that are missing or differ from what would be written."""
    return [name for name, vectors in files.items() if _read(folder / name) != _pretty(vectors()) + "\n"]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _pretty(value: object, indent: str = "") -> str:
    """Writes short values on one line, long ones broken up, so that a changed vector is one changed line."""
    line = json.dumps(value, ensure_ascii=True)
    if len(line) <= 400 or not isinstance(value, dict | list):
        return line
    deeper = indent + " "
    if isinstance(value, dict):
        items = [f"{deeper}{json.dumps(key)}: {_pretty(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(items) + f"\n{indent}}}"
    return "[\n" + ",\n".join(deeper + _pretty(item, deeper) for item in value) + f"\n{indent}]"
