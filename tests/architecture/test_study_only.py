"""`mechanisms/README.md` lists the modules of the library that no route, job, page or client reaches."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADING = "## For study, not offered"
PRODUCT = ("datahub", "surveys", "client/datahub_client")
TOOLS = ("mechanisms.vectors", "mechanisms.reproductions")  # they make test vectors and list what is reproduced


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def sources(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*.py")) if "tests" not in path.parts]


def imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


def reach(start: Iterable[Path], library: dict[str, Path]) -> set[str]:
    """The modules of the library that the files import, directly or by way of others of it."""
    reached: set[str] = set()
    waiting = set().union(*(imports(path) for path in start)) & library.keys()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= (imports(library[name]) & library.keys()) - reached
    return reached


def test_the_list_of_what_only_study_reaches_is_whole_and_true() -> None:
    library = {module(path): path for path in sources("mechanisms") if path.read_text(encoding="utf-8").strip()}
    product = [path for folder in PRODUCT for path in sources(folder)]
    unreached = {name for name in library.keys() - reach(product, library) if not name.startswith(TOOLS)}
    section = (
        (ROOT / "mechanisms" / "README.md").read_text(encoding="utf-8").partition(HEADING)[2].partition("\n## ")[0]
    )
    assert sorted(re.findall(r"`(mechanisms\.[a-z_.]+)`", section)) == sorted(unreached)


def test_a_module_that_is_reached_by_way_of_another_is_not_in_the_list(tmp_path: Path) -> None:
    library = {name: tmp_path / f"{name}.py" for name in ("first", "second", "third")}
    library["first"].write_text("import second\n")
    library["second"].write_text("")
    library["third"].write_text("import first\n")
    page = tmp_path / "page.py"
    page.write_text("from first import thing\n")
    assert reach([page], library) == {"first", "second"}
