"""A hierarchy of a plan is built over the values that its column may have.

Where the domain is declared, a rule is applied to all of it: the hierarchy then says nothing of which values occur.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why
from datahub.releases.read_tables import CONTROL
from mechanisms.anonymity import making
from mechanisms.anonymity.hierarchy import Hierarchy, from_paths

if TYPE_CHECKING:
    from datahub.analyses.anonymise.rules.plan import Declared

KINDS: Mapping[str, tuple[str, ...]] = {  # each kind of hierarchy needs these fields
    "csv": ("text",),
    "intervals": ("start", "widths"),
    "mask": ("at_once",),
    "dates": (),
    "order": ("values", "sizes"),
    "groups": ("groups",),
    "flat": (),
}
MAY_HAVE: Mapping[str, tuple[str, ...]] = {"intervals": ("bottom", "top"), "mask": ("pad",)}
TYPES: Mapping[str, tuple[str, ...]] = {"intervals": ("integer", "number"), "dates": ("date",)}
PADS = ("zeros", "blanks")
MOST_NAMED = 5  # a refusal names at most this many values
PRESET: Mapping[str, Any] = {"at_once": 1}
Fault = tuple[str, str]


def faults(declared: "Declared", hierarchy: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields the faults of a hierarchy that can be told without the data: kind, type, and whether the declared domain
    makes a tree."""
    kind = hierarchy.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        yield "hierarchy.kind", f"is one of {', '.join(KINDS)}."
        return
    for part in KINDS[kind]:
        if part not in hierarchy and part not in PRESET:
            yield f"hierarchy.{part}", f"{kind} needs it."
            return
    for part in hierarchy:
        if part not in {"kind", *KINDS[kind], *MAY_HAVE.get(kind, ())}:
            yield f"hierarchy.{part}", f"{kind} has no {part}."
            return
    if declared.type not in TYPES.get(kind, (declared.type,)):
        yield "hierarchy.kind", f"{declared.name} is of type {declared.type}; {kind} is for {', '.join(TYPES[kind])}."
    elif kind in {"csv", "order", "groups"} or declared.values:
        try:
            tree = build_hierarchy(declared.name, hierarchy, declared.values, declared.values)
        except PlanRefused as refusal:
            yield "hierarchy", refusal.detail
        else:
            unseen = next(filter(CONTROL.search, chain.from_iterable(tree.names[1:])), None)
            if unseen is not None:
                yield "hierarchy", Why("control", value=unseen, column=declared.name)


def build_hierarchy(
    column: str, hierarchy: Mapping[str, Any], domain: Sequence[str], present: Sequence[str]
) -> Hierarchy:
    """Returns a hierarchy over the declared `domain`, or over the values `present` where none is declared. PlanRefused
    for what makes no tree."""
    values = list(domain) or sorted(present)
    makers: Mapping[str, Callable[[], Hierarchy]] = {
        "csv": lambda: making.from_csv(column, hierarchy["text"]),
        "intervals": lambda: making.intervals(
            column,
            values,
            start=hierarchy["start"],
            widths=hierarchy["widths"],
            bottom=hierarchy.get("bottom"),
            top=hierarchy.get("top"),
        ),
        "mask": lambda: making.masks(
            column, values, at_once=hierarchy.get("at_once", PRESET["at_once"]), pad=hierarchy.get("pad", "")
        ),
        "dates": lambda: making.dates(column, values),
        "order": lambda: making.in_order(column, hierarchy["values"], sizes=hierarchy["sizes"]),
        "groups": lambda: making.grouped(column, hierarchy["groups"]),
        "flat": lambda: making.flat(column, values),
    }
    try:
        return with_one_top(makers[hierarchy["kind"]]())
    except ValueError as why:
        raise PlanRefused(str(why)) from None


def with_one_top(hierarchy: Hierarchy) -> Hierarchy:
    """Returns the hierarchy without levels below `*` that cover everything as well: they say nothing, and would be a
    second top."""
    kept = [
        level for level, names in enumerate(hierarchy.names) if level in {0, hierarchy.levels - 1} or len(names) > 1
    ]
    if len(kept) == hierarchy.levels:
        return hierarchy
    paths = paths_of(hierarchy)
    return from_paths(hierarchy.column, [[path[level] for level in kept] for path in paths])


def paths_of(hierarchy: Hierarchy) -> list[list[str]]:
    """Returns for each value the path from itself to `*`."""
    return [[names[node] for names, node in zip(hierarchy.names, leaf, strict=True)] for leaf in hierarchy.nodes.T]


def only(hierarchy: Hierarchy, values: Sequence[str]) -> Hierarchy:
    """Returns the hierarchy reduced to `values`, in their order; the levels stay."""
    lines = {path[0]: path for path in paths_of(hierarchy)}
    return from_paths(hierarchy.column, [lines[value] for value in values])


def with_policy(hierarchy: Hierarchy, unlisted: str, present: Sequence[str]) -> Hierarchy:
    """Returns the hierarchy with a branch for each value it does not list, where the plan says so. PlanRefused names
    what it does not list, unless rows of such values are suppressed."""
    try:
        if unlisted == "own branch":
            return hierarchy.with_unlisted(list(present))
        if unlisted == "refuse":
            hierarchy.encode(list(present))
    except ValueError as why:
        lacking = sorted(set(present) - set(hierarchy.leaves))
        values = ", ".join(lacking[:MOST_NAMED])
        reason = Why("unlisted", why=why, column=hierarchy.column, values=values, many=len(lacking))
        raise PlanRefused(reason if lacking else str(why)) from None
    return hierarchy
