"""`mechanisms/README.md` lists the modules of the library that no route, job, page or client reaches."""

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.architecture.rules import trees

ROOT = Path(__file__).resolve().parents[2]
HEADING = "## For study, not offered"
PRODUCT = ("datahub", "surveys", "client")
LISTS_WHAT_IS_REPRODUCED = "mechanisms.reproductions"


def imports(tree: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


def reach(start: Iterable[ast.Module], library: Mapping[str, ast.Module]) -> set[str]:
    """Returns the modules of the library that the trees import, directly or by way of others of it."""
    reached: set[str] = set()
    waiting = set().union(*map(imports, start)) & library.keys()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= (imports(library[name]) & library.keys()) - reached
    return reached


def test_the_list_of_what_only_study_reaches_is_whole_and_true() -> None:
    sources = {path: tree for path, tree in trees(ROOT) if "tests" not in path.parts and tree.body}
    product = [tree for path, tree in sources.items() if path.parts[0] in PRODUCT]
    library = {
        ".".join(path.with_suffix("").parts): tree for path, tree in sources.items() if path.parts[0] == "mechanisms"
    }
    unreached = library.keys() - reach(product, library) - {LISTS_WHAT_IS_REPRODUCED}
    page = (ROOT / "mechanisms" / "README.md").read_text(encoding="utf-8")
    section = page.partition(HEADING)[2].partition("\n## ")[0]
    assert sorted(re.findall(r"`(mechanisms\.[a-z_.]+)`", section)) == sorted(unreached)


def test_a_module_that_is_reached_by_way_of_another_is_not_in_the_list() -> None:
    texts = {"first": "import second", "second": "x = 1", "third": "import first"}
    library = {name: ast.parse(text) for name, text in texts.items()}
    assert reach([ast.parse("from first import thing")], library) == {"first", "second"}
