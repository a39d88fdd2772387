"""Finds what a process makes while it runs and keeps for all its threads: `module:name` of each such value.

Four forms are known: a name that a function declares `global`; a function or method at the top of a module that keeps
its answers (`once`, `cache`, `lru_cache`); a module's container that a function fills; a module's instance of a class
of ours that changes after it was made, by itself or by a `cached_property`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.rules import trees

KEEPING = {"once", "cache", "lru_cache"}
CONTAINERS = {
    "dict", "list", "set", "deque", "Counter", "OrderedDict", "defaultdict", "WeakKeyDictionary", "WeakValueDictionary",
}  # fmt: skip
FILLING = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove",
    "setdefault", "update",
}  # fmt: skip
ROOMS = ("datahub", "surveys", "mechanisms", "client")


def values(root: Path) -> dict[str, str]:
    """Returns the form of each value by `module:name`."""
    modules = {path: tree for path, tree in trees(root) if path.parts[0] in ROOMS and "tests" not in path.parts}
    changing = {name for tree in modules.values() for name in _changing_classes(tree)}
    forms: dict[str, str] = {}
    for path, tree in modules.items():
        module = ".".join(path.with_suffix("").parts).removeprefix("client.")
        for name, form in (*_globals(tree), *_kept(tree), *_filled(tree), *_instances(tree, changing)):
            forms.setdefault(f"{module}:{name}", form)
    return forms


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _globals(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from ((name, "global") for name in node.names)


def _kept(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yields each cached function of a module or of its classes, with the name of its decorator. A cache inside a
    function is made with each call, and belongs to its caller."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    holders: list[ast.Module | ast.ClassDef] = [tree, *classes]
    for holder in holders:
        prefix = f"{holder.name}." if isinstance(holder, ast.ClassDef) else ""
        for node in holder.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from (
                    (prefix + node.name, name) for name in map(_last_name, node.decorator_list) if name in KEEPING
                )


def _filled(tree: ast.Module) -> Iterator[tuple[str, str]]:
    containers = {name for name, value in _assigned(tree) if _is_container(value)}
    for function in _functions(tree):
        for node in ast.walk(function):
            if (name := _filled_name(node)) in containers:
                yield str(name), "container"


def _filled_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FILLING:
        return _name(node.func.value)
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        return _name(node.value)
    return None


def _instances(tree: ast.Module, changing: set[str]) -> Iterator[tuple[str, str]]:
    for name, value in _assigned(tree):
        if isinstance(value, ast.Call) and _last_name(value.func) in changing:
            yield name, "instance"


def _changing_classes(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(map(_changes_itself, _functions(node))):
            yield node.name


def _changes_itself(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    if "cached_property" in map(_last_name, method.decorator_list):
        return True
    if method.name in {"__init__", "__post_init__", "__new__"}:
        return False
    return any(
        (isinstance(node, ast.Attribute) and _name(node.value) == "self" and isinstance(node.ctx, ast.Store | ast.Del))
        or (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store | ast.Del)
            and isinstance(node.value, ast.Attribute)
            and _name(node.value.value) == "self"
        )
        for node in ast.walk(method)
    )


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from ((name, node.value) for name in map(_name, node.targets) if name)
        elif isinstance(node, ast.AnnAssign) and node.value is not None and (name := _name(node.target)):
            yield name, node.value


def _is_container(value: ast.expr) -> bool:
    if isinstance(value, ast.Dict | ast.List | ast.Set):
        return True
    return isinstance(value, ast.Call) and _last_name(value.func) in CONTAINERS


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _last_name(node: ast.expr) -> str:
    """Returns the last name of an expression: `cache` of `cache`, `functools.cache` and
    `functools.lru_cache(maxsize=1)`, and of a subscripted class."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
