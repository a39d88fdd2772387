"""A test that patches a name which no longer exists fails only when it runs, and the long ones run seldom."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TREES = ("benchmarks", "client", "datahub", "mechanisms", "reproductions", "surveys", "tests")


def patched_names(source: str) -> Iterator[tuple[str, int]]:
    """Yields each dotted name that a source patches by `setattr`, as far as its imports alone tell it, and its line."""
    tree = ast.parse(source)
    imported = dict(_imports(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="setattr"), args=[ast.Constant(value=str(name)), _]):
                yield name, node.lineno
            case ast.Call(
                func=ast.Attribute(attr="setattr"), args=[ast.Name(id=owner), ast.Constant(value=str(name)), *_]
            ) if owner in imported and not any(word.arg == "raising" for word in node.keywords):
                yield f"{imported[owner]}.{name}", node.lineno


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names if "." not in alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def exists(dotted: str) -> bool:
    parts = dotted.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            thing: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(thing, part):
                return False
            thing = getattr(thing, part)
        return True
    return False


def test_every_name_that_a_test_patches_exists() -> None:
    places = {
        f"{path.relative_to(ROOT)}:{line}": name
        for tree in TREES
        for path in sorted((ROOT / tree).rglob("*.py"))
        for name, line in patched_names(path.read_text(encoding="utf-8"))
    }
    assert len(places) > 200
    assert {place: name for place, name in places.items() if not exists(name)} == {}


@pytest.mark.parametrize(
    ("patch", "name"),
    [
        ('m.setattr(ingest, "SystemRandom", x)', "surveys.reports.ingest.SystemRandom"),
        ('m.setattr("surveys.reports.ingest.SystemRandom", x)', "surveys.reports.ingest.SystemRandom"),
    ],
)
def test_a_name_that_has_gone_is_found(patch: str, name: str) -> None:
    [(patched, line)] = patched_names(f"from surveys.reports import ingest\n{patch}\n")
    assert (patched, line, exists(patched)) == (name, 2, False)
