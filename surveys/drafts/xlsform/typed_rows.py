"""The words in which a form says the type of a question: `select_one yes_no or_other`, or as older forms write it."""

import re
from dataclasses import dataclass

from surveys.drafts.xlsform.sheets import Row

_FROM_FILE = re.compile(r"select[ _](one|multiple) from file\b", re.IGNORECASE)
_FROM_LIST = re.compile(
    r"(?:add )?select[ _](one|multiple|all that apply)(?: prompt)?(?: (?:from|using)(?= \S))?(?= |$)", re.IGNORECASE
)
_KINDS = {"select1": "select_one", "select_all": "select_multiple", "int": "integer"}


@dataclass(frozen=True)
class TypedRow:
    """This is a row of a question with the words of its type."""

    row: Row
    kind: str
    list: str
    has_other: bool


def typed_row_of(row: Row) -> TypedRow:
    words = _in_one_spelling(" ".join(row.get("type").split())).split()
    has_other = len(words) > 2 and words[-1].lower() in ("or_other", "other")
    kind = words[0].lower() if words else ""
    return TypedRow(row, _KINDS.get(kind, kind), words[1] if len(words) > 1 else "", has_other)


def _in_one_spelling(type: str) -> str:
    """Returns `select all that apply from colours` as `select_multiple colours`."""
    by_file = _FROM_FILE.match(type)
    if by_file:
        return f"select_{by_file[1].lower()}_from_file{type[by_file.end() :]}"
    match = _FROM_LIST.match(type)
    if not match:
        return type
    kind = "select_one" if match[1].lower() == "one" else "select_multiple"
    return f"{kind}{type[match.end() :]}"
