"""This module is about small faults that somebody could make, one at a time, in the text of a module."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
TWINS = {"all": "any", "any": "all"}  # Names that are easily confused; each module adds its own.
TEXT = "mutant"


@dataclass(frozen=True)
class Mutant:
    line: int
    fault: str
    source: str


@dataclass(frozen=True)
class Fault:
    """A fault says what to do to one node; `apply` changes a copy of the node's tree in place."""

    text: str
    apply: Callable[[ast.AST], ast.AST | None]  # It returns the replacement of the node; None removes it.


def mutants(source: str, twins: dict[str, str]) -> Iterator[Mutant]:
    """Yields every fault at every place where it can stand; annotations and docstrings are no behaviour and are left
    out."""
    tree = ast.parse(source)
    as_it_is = ast.unparse(tree)
    for index, node in enumerate(_child_nodes(tree)):
        for fault in _faults(node, TWINS | twins):
            changed = copy.deepcopy(tree)
            target = list(_child_nodes(changed))[index]
            replacement = fault.apply(target)
            if replacement is not target:
                _Replace(target, replacement).visit(changed)
            text = ast.unparse(ast.fix_missing_locations(changed))
            if text != as_it_is:  # A function without a return value is unchanged by this fault.
                yield Mutant(getattr(node, "lineno", 0), fault.text, text)


def _child_nodes(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"} or (name == "decorator_list" and not isinstance(node, ast.ClassDef)):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_docstring(child):
                yield child
                yield from _child_nodes(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _faults(node: ast.AST, twins: dict[str, str]) -> Iterator[Fault]:
    shown = ast.unparse(node)[:70].split("\n")[0] if isinstance(node, ast.expr | ast.stmt) else ""
    if isinstance(node, ast.Compare):
        yield Fault(f"`{shown}`: comparison turned round", _swap_comparison)
    elif isinstance(node, ast.BoolOp):
        yield Fault(f"`{shown}`: and taken for or", _swap_operator)
        for place in range(len(node.values)):
            yield Fault(f"`{shown}`: part {place + 1} forgotten", _without("values", place))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        # The node is a UnaryOp.
        yield Fault(f"`{shown}`: not forgotten", lambda node: node.operand)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and node.value is not Ellipsis:
        other = _other_constant(node.value)
        yield Fault(f"`{shown}` written as `{other!r}`", lambda _: ast.Constant(other))
    elif isinstance(node, ast.Tuple | ast.Set):
        for place, item in enumerate(node.elts):
            yield Fault(f"`{ast.unparse(item)[:70]}` left out", _without("elts", place))
    elif isinstance(node, ast.Dict):
        for place, key in enumerate(node.keys):
            yield Fault(f"`{ast.unparse(key)[:60] if key else ''}` left out of a map", _without_entry(place))
    elif isinstance(node, ast.Return) and node.value is not None:
        yield Fault(f"`{shown}`: answer turned round", _negate_value)
        yield Fault(f"`{shown}`: answer forgotten", lambda _: ast.Return(ast.Constant(None)))
    elif isinstance(node, ast.Lambda):
        yield Fault(f"`{shown}`: always true", _lambda_of(True))
        yield Fault(f"`{shown}`: always false", _lambda_of(False))
    elif isinstance(node, ast.If):
        yield Fault(f"`if {ast.unparse(node.test)[:60]}`: step left out", lambda _: ast.Pass())
        yield Fault(f"`if {ast.unparse(node.test)[:60]}`: condition turned round", _negate_test)
    elif isinstance(node, ast.IfExp):
        yield Fault(f"`{shown}`: branches exchanged", _negate_test)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield Fault(f"`if {ast.unparse(node.ifs[0])[:60]}` forgotten in a loop", _without("ifs", 0))
    elif isinstance(node, ast.Name) and node.id in twins and isinstance(node.ctx, ast.Load):
        yield Fault(f"`{node.id}` taken for `{twins[node.id]}`", lambda _: ast.Name(twins[node.id], ast.Load()))
    elif isinstance(node, ast.Attribute) and node.attr in twins:
        yield Fault(f"`{shown}` taken for `{twins[node.attr]}`", _with_attribute(twins[node.attr]))


def _swap_comparison(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    # Each comparison becomes another comparison.
    node.ops[0] = SWAPPED[type(node.ops[0])]()  # type: ignore[call-overload]
    return node


def _swap_operator(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    node.op = SWAPPED[type(node.op)]()  # type: ignore[assignment]  # `and` becomes `or`, `or` becomes `and`
    return node


def _without(field: str, place: int) -> Callable[[ast.AST], ast.AST]:
    def apply(node: ast.AST) -> ast.AST:
        del getattr(node, field)[place]
        return node

    return apply


def _without_entry(place: int) -> Callable[[ast.AST], ast.AST]:
    def apply(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.Dict)
        del node.keys[place], node.values[place]
        return node

    return apply


def _negate_value(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Return)
    assert node.value is not None
    node.value = ast.UnaryOp(ast.Not(), node.value)
    return node


def _negate_test(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.If | ast.IfExp)
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return node


def _lambda_of(answer: bool) -> Callable[[ast.AST], ast.AST]:
    def apply(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.Lambda)
        node.body = ast.Constant(answer)
        return node

    return apply


def _with_attribute(name: str) -> Callable[[ast.AST], ast.AST]:
    def apply(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.Attribute)
        node.attr = name
        return node

    return apply


def _other_constant(value: object) -> bool | int | str:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return TEXT if isinstance(value, str) else False


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, replacement: ast.AST | None) -> None:
        self._target, self._replacement = target, replacement

    def visit(self, node: ast.AST) -> ast.AST | None:
        return self._replacement if node is self._target else self.generic_visit(node)
