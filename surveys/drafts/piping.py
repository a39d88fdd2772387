"""Later texts may quote earlier answers: `You said {q1}.` The page inserts the answers on the device; this module
defines their meaning.

Twin: frontend/src/respond/version/piping.ts; tests/vectors/piping.json holds both to one meaning. `{q1}` is an answer,
`{q3.r1}` that of a row of a matrix, `{{` a brace; a closing brace alone is itself.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from surveys.drafts.expressions import TextRefused
from surveys.drafts.references import referred

NONE = "\u2026"  # This text replaces a missing answer.

_BRACE = re.compile(r"\{(?:(?P<brace>\{)|(?P<of>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}|)")


def check_piping(text: str, items: Sequence[Mapping[str, Any]], asking: str) -> None:
    """Refuses a brace that begins no reference, and a reference to what is not answered before the item `asking`."""
    for match in _BRACE.finditer(text):
        if match["of"] is not None:
            referred(match["of"], items, asking, match.start() + 1)
        elif match["brace"] is None:
            raise TextRefused(
                match.start() + 1, "open_brace", "{ begins the id of an earlier question, as in {q1}; {{ is a brace"
            )


def piped(text: str, answers: Mapping[str, Sequence[str]]) -> str:
    """Returns the text with answers in it. `answers` has, for each answered question, labels in the order of the
    options."""
    return _BRACE.sub(
        lambda match: "{" if match["of"] is None else ", ".join(answers.get(match["of"], ())) or NONE, text
    )
