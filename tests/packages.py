"""The packages of others that modules of the checkout import, with their versions, and with all that these need."""

import ast
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

RUNNERS = ("pytest", "hypothesis", "pytest-django", "pytest-xdist")


def versions(root: Path, paths: Iterable[str]) -> list[str]:
    """Returns a line for each package that modules, or the modules of folders, import; and for what runs tests."""
    modules = {file for path in paths for file in _modules(root / path)}
    names = {name for file in modules for name in _imported(file)}
    known = _packages()
    waiting = [*RUNNERS, *(package for name in names for package in known.get(name, ()))]
    packages: set[str] = set()
    while waiting:
        package = waiting.pop()
        if package not in packages:
            packages.add(package)
            waiting += _needs(package)
    return [f"{package} {metadata.version(package)}" for package in sorted(packages)]


def settings_of_tests(root: Path) -> str:
    """Returns how pytest is set up, without the list of its marks."""
    file = root / "pyproject.toml"
    tools = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}) if file.is_file() else {}
    options = tools.get("pytest", {}).get("ini_options", {})
    return repr(sorted((name, value) for name, value in options.items() if name != "markers"))


def _modules(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.suffix == ".py" else []


@cache
def _imported(file: Path) -> frozenset[str]:
    nodes = list(ast.walk(ast.parse(file.read_bytes())))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    return frozenset(name.partition(".")[0] for name in whole | parts) - sys.stdlib_module_names


@cache
def _packages() -> dict[str, list[str]]:
    return {name: list(packages) for name, packages in metadata.packages_distributions().items()}


@cache
def _needs(package: str) -> tuple[str, ...]:
    needed = [Requirement(line) for line in metadata.requires(package) or ()]
    wanted = [need.name for need in needed if need.marker is None or need.marker.evaluate({"extra": ""})]
    return tuple(name for name in wanted if _is_there(name))


@cache
def _is_there(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True
