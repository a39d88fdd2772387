"""A questionnaire of another program, as a file: the ending of its name says which program reads it."""

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any

from surveys.drafts.importing.finish import Note
from surveys.drafts.limesurvey import survey as limesurvey
from surveys.drafts.xlsform import survey as xlsform
from surveys.errors import DraftRefused

MOST_BYTES = 3 * 1024**2
Draft = dict[str, Any]

READERS: Mapping[str, Callable[[bytes], tuple[Draft, list[Note]]]] = {
    "xlsx": lambda content: xlsform.draft_of(content, is_workbook=True),
    "csv": lambda content: xlsform.draft_of(content, is_workbook=False),
    "lss": lambda content: limesurvey.draft_of(content, is_xml=True),
    "txt": lambda content: limesurvey.draft_of(content, is_xml=False),
}


def draft_of(file: Mapping[str, Any]) -> tuple[Draft, list[Note]]:
    """Returns the draft in a file and the notes on it, from `{"name": "form.xlsx", "content": "<base64>"}`."""
    name, content = file.get("name"), file.get("content")
    if set(file) != {"name", "content"} or not isinstance(name, str) or not isinstance(content, str):
        raise DraftRefused("A file has a name and a content.", fields={"content": "is missing, or more is there"})
    ending = name.rpartition(".")[2].lower()
    if ending not in READERS:
        endings = ", ".join(f".{known}" for known in READERS)
        raise DraftRefused(f"Files that end in {endings} are read.", fields={"name": f"ends in none of {endings}"})
    return READERS[ending](_decoded(content))


def _decoded(content: str) -> bytes:
    try:
        decoded = base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise DraftRefused("The content is no base64.", fields={"content": "is no base64"}) from error
    if len(decoded) > MOST_BYTES:
        rule = f"has {len(decoded)} bytes; at most {MOST_BYTES} are read"
        raise DraftRefused(f"The file {rule}.", fields={"content": rule})
    return decoded
