"""What a release can become, and what may be said of it in words."""

from collections.abc import Mapping, Sequence
from typing import Any

PROMISED_NOT = (
    "It says nothing about two releases together: whoever has another table about the same people may single one out.",
    "It says nothing against somebody who knows a column that was called insensitive.",
    "What is true of a whole class is told of everybody in it, unless a model on a sensitive column says otherwise.",
    "A table that is generalised no more than necessary tells something of what was generalised (downcoding).",
    "It is a syntactic model and not by itself an anonymisation in the sense of a law.",
)
MOST_QUASI_IN_PUBLIC = 6


def against_public(
    columns: Sequence[Mapping[str, Any]], models: Sequence[Mapping[str, Any]], *, released_before: bool
) -> list[str]:
    """Why rows are not the way to give these data to everybody; empty: they may be."""
    quasi = [column["name"] for column in columns if column["role"] == "quasi"]
    guarded = {model.get("column") for model in models}
    bare = [column["name"] for column in columns if column["role"] == "sensitive" and column["name"] not in guarded]
    why = []
    if len(quasi) > MOST_QUASI_IN_PUBLIC:
        why.append(f"{len(quasi)} columns are quasi-identifying; in public at most {MOST_QUASI_IN_PUBLIC} may be.")
    if bare:
        why.append(f"No model guards {', '.join(bare)}: all of a class may share one value there.")
    if released_before:
        why.append("Rows about the same people were released before.")
    return why
