"""A difference lists what changed between two definitions, each change at a path of names:
`questions.q1.options.no.label`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

NAMES = ("id", "block", "field")  # Entries of a list are matched by these names, whatever their order.
# These fields follow from the others, so the comparison leaves them out.
DERIVED = {"survey", "number", "spec", "bytes", "words", "record_bytes", "row_bytes"}

Change = dict[str, Any]


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Returns the changes in the order of the paths' first appearance. Equal definitions give an empty list."""
    return list(_of_values("", before, after))


def _of_values(path: str, before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _of_entries(path, before, after)
    elif _named(before) and _named(after):
        old, new = _by_name(before), _by_name(after)
        yield from _of_entries(path, old, new)
        yield from _moved(path, [name for name in old if name in new], [name for name in new if name in old])
    elif before != after:
        yield {"path": path, "what": "changed", "before": before, "after": after}


def _of_entries(path: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    for name in dict.fromkeys([*before, *after]):
        at = f"{path}.{name}" if path else name
        if name in DERIVED:
            continue
        if name not in after:
            yield {"path": at, "what": "removed", "before": before[name], "after": None}
        elif name not in before:
            yield {"path": at, "what": "added", "before": None, "after": after[name]}
        else:
            yield from _of_values(at, before[name], after[name])


def _moved(path: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    if before != after:
        yield {"path": path, "what": "moved", "before": list(before), "after": list(after)}


def _named(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, Mapping) and _name_of(entry) for entry in value)


def _by_name(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns the entries by name, without the name itself: it is in the path."""
    return {
        str(entry[_name_of(entry)]): {key: value for key, value in entry.items() if key != _name_of(entry)}
        for entry in entries
    }


def _name_of(entry: Mapping[str, Any]) -> str:
    return next((name for name in NAMES if name in entry), "")
