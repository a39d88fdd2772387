"""The files of the checkout that a module imports, directly and through others, read from its source."""

import ast
import re
from functools import cache
from pathlib import Path

DOTTED = re.compile(r"[a-z_]\w*(\.\w+)+", re.ASCII)


@cache
def imported_by(root: Path, path: str) -> frozenset[str]:
    """Returns the paths of the module itself, of all modules that it imports anywhere in its text, that they import,
    of their packages, and of data beside a module under its name (`proofs.json`). Modules that are imported by a
    computed name are not found."""
    paths: set[str] = set()
    waiting = [path]
    while waiting:
        name = waiting.pop()
        if name not in paths:
            paths.add(name)
            waiting += imports_of(root, name)
    return frozenset(paths)


@cache
def imports_of(root: Path, path: str) -> tuple[str, ...]:
    """Returns the paths of what a module imports itself: modules, their packages, and data under its own name."""
    if not path.endswith(".py"):
        return ()
    modules = set(_packages_of(path.removesuffix(".py").replace("/", ".")))
    for node in ast.walk(ast.parse((root / path).read_bytes())):
        if isinstance(node, ast.Import):
            modules |= {name for alias in node.names for name in [alias.name, *_packages_of(alias.name)]}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules |= {node.module, *_packages_of(node.module)}
            modules |= {f"{node.module}.{alias.name}" for alias in node.names}
    data = [name for name in (path.replace(".py", ".json"),) if (root / name).is_file()]
    return (*data, *(file for module in sorted(modules) if (file := _file_of(root, module))))


@cache
def modules_named_by(root: Path, path: str) -> tuple[str, ...]:
    """Returns the paths of the modules that a module names in texts, as settings do: `room.module`, or
    `room.module.function`."""
    if not path.endswith(".py"):
        return ()
    nodes = ast.walk(ast.parse((root / path).read_bytes()))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    names = [text for text in texts if DOTTED.fullmatch(text)]
    files = (_file_of(root, name) or _file_of(root, name.rpartition(".")[0]) for name in names)
    return tuple(sorted({file for file in files if file}))


def _packages_of(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


@cache
def _file_of(root: Path, module: str) -> str | None:
    place = module.replace(".", "/")
    for path in (f"{place}.py", f"{place}/__init__.py"):
        if (root / path).is_file():
            return path
    return None
