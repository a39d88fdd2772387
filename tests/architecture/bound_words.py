"""Words of the product that stored things are bound to: labels under a seal, formats, and the beginnings of keys."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOMS = ("datahub", "surveys", "mechanisms")
LEFT_OUT = {"tests", "migrations", "vectors", "demonstration", "management"}
# The texts that these functions receive are bound into sealed data.
SEALING = {"sealed", "context", "seal", "unseal", "keyed_digest", "field"}
LABEL = re.compile(rb"[a-z][a-z0-9-]{2,}")
FORMAT = re.compile(r"datahub[- ][a-z][a-z :-]*(/\d+)?")
BEGINNING = re.compile(r"[a-z][a-z._-]*:")


def trees(root: Path) -> Iterator[ast.Module]:
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if not LEFT_OUT & set(path.parts):
                yield ast.parse(path.read_text(encoding="utf-8"))


def labels(root: Path) -> set[bytes]:
    """Returns every text in bytes that begins with a word."""
    return {
        node.value
        for tree in trees(root)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, bytes) and LABEL.match(node.value)
    }


def formats(root: Path) -> set[str]:
    """Returns every text that begins with the name of the product, and is nothing else than a label."""
    return {
        node.value
        for tree in trees(root)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and FORMAT.fullmatch(node.value)
    }


def beginnings(root: Path) -> set[str]:
    """Every text that names a thing by its kind and id begins so: requests of the ledger, keys of jobs, references."""
    return {
        str(first.value)
        for tree in trees(root)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and len(node.values) > 1
        for first in node.values[:1]
        if isinstance(first, ast.Constant) and BEGINNING.fullmatch(str(first.value))
    }


def bound(root: Path) -> set[tuple[str, str]]:
    """Returns the texts that calls of sealing functions are given, by the function; of an f-string the beginning."""
    return {
        (name, text)
        for tree in trees(root)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for name in [node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")]
        if name in SEALING
        for text in map(_text, node.args)
        if text
    }


def _text(node: ast.expr) -> str:
    first = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
