"""These rules say which states a release can have, and what may be said of it in words."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

PROMISED_NOT = (
    "It says nothing about two releases together: whoever has another table about the same people may single one out.",
    "It says nothing against somebody who knows a column that was called insensitive.",
    "What is true of a whole class is told of everybody in it, unless a model on a sensitive column says otherwise.",
    "A table that is generalised no more than necessary tells something of what was generalised (downcoding).",
    "It is a syntactic model and not by itself an anonymisation in the sense of a law.",
)
PROMISED_NOT_OF_PEOPLE = (
    "What is promised against a population does not hold off somebody who knows who took part: unless k-anonymity is "
    "promised beside it, a class may be a single row.",
    "Nobody checked that the population is complete or real: its owner said so.",
)
MOST_QUASI_IN_PUBLIC = 6


class Reason(TypedDict):
    """A reason says why data may not be released to everybody. `detail` is in English; `about` has the names and
    figures in it, for words in other languages."""

    code: str
    detail: str
    about: list[str]


def promised_not(*, of_people: bool) -> list[str]:
    """Returns what is not promised, for readers of a report or a card; `of_people` is true where something is promised
    against a population."""
    return [*PROMISED_NOT, *(PROMISED_NOT_OF_PEOPLE if of_people else ())]


def against_public(
    columns: Sequence[Mapping[str, Any]], models: Sequence[Mapping[str, Any]], *, released_before: bool
) -> list[Reason]:
    """Returns why these data may not be released to everybody as rows; an empty list if they may."""
    quasi = [column["name"] for column in columns if column["role"] == "quasi"]
    guarded = {model.get("column") for model in models}
    bare = [column["name"] for column in columns if column["role"] == "sensitive" and column["name"] not in guarded]
    why = []
    if len(quasi) > MOST_QUASI_IN_PUBLIC:
        detail = f"{len(quasi)} columns are quasi-identifying; in public at most {MOST_QUASI_IN_PUBLIC} may be."
        why.append(Reason(code="many_quasi", detail=detail, about=[str(len(quasi)), str(MOST_QUASI_IN_PUBLIC)]))
    if bare:
        detail = f"No model guards {', '.join(bare)}: all of a class may share one value there."
        why.append(Reason(code="unguarded", detail=detail, about=bare))
    if released_before:
        detail = "Rows about the same people were released before."
        why.append(Reason(code="released_before", detail=detail, about=[]))
    return why
