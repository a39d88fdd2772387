"""This module is about the rules of the house that import-linter cannot say. Each takes a folder and returns the faults
in it, in words."""

import ast
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

SKIPPED = {
    ".git", ".venv", ".venv-aim", "node_modules", "dist", "__pycache__", "vectors", "migrations",
    "test-results", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", "playwright-report",
}  # fmt: skip
# The documentation and a running server write these folders; a room may have the same name.
SKIPPED_AT_THE_TOP = {"build", "data"}
CODE = {".py", ".ts", ".tsx", ".css", ".sh", ".html"}
GENERATED = {"schema.d.ts", "auth.d.ts"}
LONGEST = 300
REFUSED_ENDINGS = ("Manager", "Handler", "Helper", "Processor", "Factory", "Impl")
REFUSED_FILES = {"utils", "helpers", "helper", "misc", "common_utils"}
# These modules resolve the settings OBJECTS, JOBS and QUEUE_APP.
RESOLVES_SETTINGS = {("datahub", "api"), ("datahub", "jobs"), ("datahub", "processes")}
LOADS_AN_EXTRA = {("mechanisms", "central")}  # OpenDP has 58 MB, and only drawing noise needs it.
REFUSED_WORDS = ("robust", "comprehensive", "seamless", "powerful", "leverage")
# Folders that the pages of the studio share, lowest first; each other folder of the studio is a page.
SHARED_BY_PAGES = ("words", "numbers", "mark", "data", "frame", "parts")
KNOWS_PAGES = {"main", "router"}
IMPORTED_FROM_BESIDE = r"""(?:\bfrom|\bimport|\bmock|\burl)\s*\(?\s*["'](\.[^"']+)["']"""

Rule = Callable[[Path], list[str]]


def files(root: Path, *suffixes: str) -> Iterator[Path]:
    for folder, inside, names in os.walk(root):
        skipped = SKIPPED | SKIPPED_AT_THE_TOP if Path(folder) == root else SKIPPED
        inside[:] = sorted(name for name in inside if name not in skipped)
        for name in sorted(names):
            if Path(name).suffix in suffixes and name not in GENERATED:
                yield Path(folder, name)


def trees(root: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in files(root, ".py"):
        yield path.relative_to(root), _parsed(path.read_text(encoding="utf-8"))


@cache
def _parsed(text: str) -> ast.Module:
    """Returns a parsed file from a cache: most rules look at the same files, and none changes a tree."""
    return ast.parse(text)


def too_long(root: Path) -> list[str]:
    lengths = [(path, len(path.read_text(encoding="utf-8").splitlines())) for path in files(root, *CODE)]
    scripts = root / "scripts"
    lengths += [
        (path, len(path.read_text().splitlines()))
        for path in sorted(scripts.glob("*"))
        if not path.suffix and path.is_file()
    ]
    return [
        f"{path.relative_to(root)} has {length} lines; split it by verb at {LONGEST}"
        for path, length in lengths
        if length > LONGEST
    ]


def packages_that_speak(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root)} is not empty"
        for path in files(root, ".py")
        if path.name == "__init__.py" and path.read_text(encoding="utf-8").strip()
    ]


def refused_names(root: Path) -> list[str]:
    faults = [
        f"{path.relative_to(root)}: name it for what it does"
        for path in files(root, *CODE)
        if path.stem in REFUSED_FILES
    ]
    for path, tree in trees(root):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name.endswith(REFUSED_ENDINGS):
                faults.append(f"{path}:{node.lineno} {node.name} ends in a word that says nothing")
    for path in files(root, ".ts", ".tsx"):
        for name in re.findall(r"\b(?:class|interface|type)\s+(\w+)", path.read_text(encoding="utf-8")):
            if name.endswith(REFUSED_ENDINGS):
                faults.append(f"{path.relative_to(root)} {name} ends in a word that says nothing")
    return faults


def hidden_imports(root: Path) -> list[str]:
    """Imports inside functions hide an arrow from import-linter."""
    faults = []
    for path, tree in trees(root):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                for node in ast.walk(function):
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        faults.append(f"{path}:{node.lineno} imports inside a function")
    return faults


def sideways_calls(root: Path) -> list[str]:
    """Signals, custom saves and look-ups by name connect rooms behind the reader's back."""
    faults = []
    for path, tree in trees(root):
        if "tests" in path.parts or path.parts[0] not in {"datahub", "surveys", "mechanisms"}:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("signals"):
                faults.append(f"{path}:{node.lineno} imports signals")
            if isinstance(node, ast.FunctionDef) and node.name == "save" and "serializers" not in path.parts:
                faults.append(f"{path}:{node.lineno} defines its own save")
            if not isinstance(node, ast.Attribute | ast.Name):
                continue
            name = node.attr if isinstance(node, ast.Attribute) else node.id
            if (
                name in {"get_model", "import_module", "import_string"}
                and path.parts[:2] not in RESOLVES_SETTINGS | LOADS_AN_EXTRA
            ):
                faults.append(f"{path}:{node.lineno} looks code up by name ({name})")
    return faults


def swallowed_errors(root: Path) -> list[str]:
    faults = []
    for path, tree in trees(root):
        for node in ast.walk(tree):
            if isinstance(node, ast.ExceptHandler):
                broad = node.type is None or (
                    isinstance(node.type, ast.Name) and node.type.id in {"Exception", "BaseException"}
                )
                if broad and all(isinstance(statement, ast.Pass) for statement in node.body):
                    faults.append(f"{path}:{node.lineno} swallows every error")
    return faults


def weak_randomness(root: Path) -> list[str]:
    """`Math.random` anywhere in the pages; NumPy's or Python's generators in the mathematics."""
    faults = [
        f"{path.relative_to(root)} uses Math.random"
        for path in files(root, ".ts", ".tsx", ".html")
        if "frontend" in path.parts and re.search(r"Math\s*\.\s*random", path.read_text(encoding="utf-8"))
    ]
    for path, tree in trees(root):
        if path.parts[0] not in {"mechanisms", "surveys", "datahub"} or "tests" in path.parts:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import) and any(alias.name in {"random", "numpy.random"} for alias in node.names):
                faults.append(f"{path}:{node.lineno} imports a generator that can be predicted")
            if isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name):
                if node.value.id in {"np", "numpy", "random"}:
                    faults.append(f"{path}:{node.lineno} uses a generator that can be predicted")
    return faults


def privacy_imports(root: Path) -> list[str]:
    """`frontend/src/privacy` imports nothing but itself."""
    faults = []
    for path in files(root, ".ts"):
        where = path.relative_to(root)
        if "privacy" not in where.parts or path.name.endswith(".test.ts") or "tests" in where.parts:
            continue
        for target in re.findall(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""", path.read_text(encoding="utf-8")):
            if not target.startswith("./"):
                faults.append(f"{where} imports {target}")
    return faults


def _room_of_studio(path: str) -> str:
    """Returns the folder of the studio that a path lies in; "" for a file beside the folders."""
    folder, inside, _ = path.partition("/")
    return folder if inside else ""


def _reach_of_studio(where: str, target: str) -> str | None:
    """Returns why a file of the studio may not import a target; None where it may."""
    mine, theirs = _room_of_studio(where), _room_of_studio(target)
    if mine == theirs or (not mine and Path(where).stem in KNOWS_PAGES):
        return None
    if not theirs:
        return "what knows the pages" if Path(target).stem in KNOWS_PAGES else None
    if theirs not in SHARED_BY_PAGES:
        return "a page"
    above = mine in SHARED_BY_PAGES and SHARED_BY_PAGES.index(theirs) > SHARED_BY_PAGES.index(mine)
    return f"{theirs}, which is above {mine}" if above and ".test." not in where else None


def imports_between_pages(root: Path) -> list[str]:
    """A page of the studio imports what pages share, never another page or its stylesheet."""
    studio = root / "frontend/src/studio"
    faults = []
    for path in files(root, ".ts", ".tsx", ".css"):
        if not path.is_relative_to(studio):
            continue
        where = path.relative_to(studio).as_posix()
        for written in re.findall(IMPORTED_FROM_BESIDE, path.read_text(encoding="utf-8")):
            target = os.path.normpath(Path(where).parent / written)
            if not target.startswith("..") and (reach := _reach_of_studio(where, target)):
                faults.append(f"{path.relative_to(root)} imports {written}: {reach}")
    return faults


def loose_colours(root: Path) -> list[str]:
    """Only look.css names a colour."""
    colour = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?!\w)|\brgba?\(|\bhsla?\(")
    return [
        f"{path.relative_to(root)}:{number} names a colour; look.css has them"
        for path in files(root, ".css", ".tsx", ".ts")
        if "src" in path.parts and path.name != "look.css" and ".test." not in path.name
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if colour.search(line)
    ]


def third_parties(root: Path) -> list[str]:
    """No page loads anything from elsewhere (names of XML vocabularies are not loads)."""
    return [
        f"{path.relative_to(root)} names {address}"
        for path in files(root, ".ts", ".tsx", ".html", ".css")
        if "frontend" in path.parts and ".test." not in path.name
        for address in re.findall(r"https?://[\w./-]+", path.read_text(encoding="utf-8"))
        if not address.startswith(("http://www.w3.org/", "http://localhost", "http://127.0.0.1"))
    ]


def empty_words(root: Path) -> list[str]:
    pattern = re.compile(r"\b(" + "|".join(REFUSED_WORDS) + r")(ly|ness|s|d)?\b(?!=)", re.IGNORECASE)
    return [
        f"{path.relative_to(root)}:{number} says nothing with {match.group(0)!r}"
        for path in files(root, ".py", ".ts", ".tsx", ".md")
        if path.name not in {"STYLE.md", "words.test.ts"} and "architecture" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := pattern.search(line))
    ]


def bare_locks(root: Path) -> list[str]:
    """Returns the places that lock a row by a bare `get`, which fails if the row is gone; `locking` answers that it is
    not found."""
    faults = []
    for path, tree in trees(root):
        if "tests" in path.parts or path.parts[0] not in {"datahub", "surveys"} or path.name == "locking.py":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                names = {inner.attr for inner in ast.walk(node.func.value) if isinstance(inner, ast.Attribute)}
                if "select_for_update" in names:
                    faults.append(f"{path}:{node.lineno} locks with a bare get; take api.writes.locking.lock_row")
    return faults


RULES: tuple[Rule, ...] = (
    too_long,
    packages_that_speak,
    refused_names,
    hidden_imports,
    sideways_calls,
    bare_locks,
    swallowed_errors,
    weak_randomness,
    privacy_imports,
    imports_between_pages,
    loose_colours,
    third_parties,
    empty_words,
)
