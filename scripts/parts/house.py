"""`python -m scripts.parts.house [--check | --write]`: prints how the house stands, in numbers.

Files and lines by part, folders of more than 25 files, names that are participles or pronouns, and docstrings that
begin with a preposition. `--check` fails where one of the last three is above its ceiling in house.json; `--write`
lowers ceilings to what is there. No ceiling rises.
"""

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CEILINGS = Path(__file__).with_name("house.json")
MOST_FILES = 25
REFUSED = ("said", "found", "held", "made", "asked", "one")
PREPOSITIONS = (
    "about|above|across|after|against|among|around|as|at|before|behind|below|beside|between|beyond|by|despite|down|during|"
    "for|from|in|inside|into|like|of|off|onto|on|outside|out|over|per|since|than|through|towards?|to|under|until|upon|up|"
    "within|without|with"
)
BEGINS_WITH_PREPOSITION = re.compile(rf"(?:{PREPOSITIONS})\b", re.IGNORECASE)
GENERATED = ("frontend/src/api/schema.d.ts", "frontend/src/api/auth.d.ts")
MAY_BE_FULL = {"words", "vectors", "migrations", "mail", "cases"}  # folders of texts, and of what is generated
CODE = {".py", ".ts", ".tsx", ".css"}
PRODUCT = ("datahub", "surveys", "mechanisms", "frontend", "client")
SOURCES = (*PRODUCT, "scripts", "tests", "benchmarks", "reproductions")
DECLARED = re.compile(r"\b(?:const|let|var)\s+(\w+|\{[^}=]*\}|\[[^\]=]*\])")
PARAMETERS = re.compile(r"[(,{]\s*(\w+)(?=\??\s*:\s*[A-Za-z({\[\"])|\(([\w, ]*)\)\s*=>|\b(\w+)\s*=>")
COMMENT = re.compile(r"/\*\*\s*(.*?)\*/", re.DOTALL)

Numbers = dict[str, int]


def tracked(root: Path) -> list[str]:
    """Returns the files that git knows of."""
    run = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    return [name for name in run.stdout.splitlines() if (root / name).is_file()]


def part_of(name: str) -> str:
    """Returns the part of the project that a file of code belongs to."""
    if "/tests/" in f"/{name}" or re.search(r"(\.test|\.spec)\.tsx?$|^conftest", name):
        return "tests"
    return name.partition("/")[0] if name not in GENERATED else "generated"


def bound_names(tree: ast.Module) -> Iterator[str]:
    """Yields each name that a module binds: variables, parameters and fields, once for each binding."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname


def names_in_typescript(text: str) -> Iterator[str]:
    """Yields each name that is declared or taken as a parameter, as far as regular expressions see it."""
    for match in DECLARED.finditer(text):
        yield from re.findall(r"\w+(?=\s*(?:[,}\]=]|$))", match.group(1))
    for match in PARAMETERS.finditer(text):
        yield from re.findall(r"\w+", match.group(1) or match.group(2) or match.group(3) or "")


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yields the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield text


def begins_with_preposition(text: str) -> bool:
    return bool(BEGINS_WITH_PREPOSITION.match(text.lstrip("* \n")))


def counted(root: Path, names: Iterable[str]) -> tuple[Numbers, Counter[str], Counter[str], Counter[str]]:
    """Returns the numbers that may not grow; and by part the files, the lines, and by folder the files."""
    numbers: Counter[str] = Counter()
    part_files: Counter[str] = Counter()
    part_lines: Counter[str] = Counter()
    folders: Counter[str] = Counter()
    for name in names:
        path = root / name
        if name.partition("/")[0] in SOURCES and MAY_BE_FULL.isdisjoint(Path(name).parts):
            folders[str(Path(name).parent)] += 1
        if path.suffix not in CODE:
            continue
        text = path.read_text(encoding="utf-8")
        part_files[part_of(name)] += 1
        part_lines[part_of(name)] += len(text.splitlines())
        if name not in GENERATED:
            numbers.update(of_text(text, path.suffix))
    numbers["folders of more than 25 files"] = sum(files > MOST_FILES for files in folders.values())
    return dict(numbers), part_files, part_lines, folders


def of_text(text: str, suffix: str) -> Numbers:
    """Returns the names and docstrings of one file that count."""
    if suffix == ".py":
        tree = ast.parse(text)
        names, texts = list(bound_names(tree)), list(docstrings(tree))
    elif suffix in (".ts", ".tsx"):
        names, texts = list(names_in_typescript(text)), COMMENT.findall(text)
    else:
        return {}
    return {
        f"names that are {', '.join(REFUSED)}": sum(name in REFUSED for name in names),
        "docstrings that begin with a preposition": sum(map(begins_with_preposition, texts)),
    }


def main(arguments: list[str]) -> int:
    numbers, part_files, part_lines, folders = counted(ROOT, tracked(ROOT))
    for part in sorted(part_files):
        print(f"{part:16} {part_files[part]:5} files {part_lines[part]:7} lines")
    print(
        f"{'product':16} {sum(part_files[part] for part in PRODUCT):5} files "
        f"{sum(part_lines[part] for part in PRODUCT):7} lines"
    )
    for folder, files in sorted(folders.items()):
        if files > MOST_FILES:
            print(f"{folder} has {files} files; a folder has at most {MOST_FILES}")
    ceilings: Numbers = json.loads(CEILINGS.read_text(encoding="utf-8")) if CEILINGS.is_file() else {}
    grown = [what for what, number in numbers.items() if number > ceilings.get(what, 0)]
    for what, number in sorted(numbers.items()):
        print(f"{number:7} {what}{f': too many, at most {ceilings.get(what, 0)}' if what in grown else ''}")
    if "--write" in arguments:
        lowered = {what: min(number, ceilings.get(what, number)) for what, number in sorted(numbers.items())}
        CEILINGS.write_text(json.dumps(lowered, indent=2) + "\n", encoding="utf-8")
    return int("--check" in arguments and bool(grown))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
