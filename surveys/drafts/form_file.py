"""A questionnaire of another program, as a file: the ending of its name says which program reads it."""

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any

from surveys.drafts.importing.finish import Note
from surveys.drafts.limesurvey import survey as limesurvey
from surveys.drafts.translations import TITLE
from surveys.drafts.unfit import unfit
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
        raise unfit(
            "A file with this ending is not read here. Choose an XLSForm (.xlsx, .csv), a survey of LimeSurvey "
            "(.lss, .txt), or a questionnaire of DataHub or SurveyJS (.json)."
        )
    draft, notes = READERS[ending](_decoded(content))
    return titled(draft, name), notes


def titled(draft: Draft, name: str) -> Draft:
    """Returns the draft with a title; where the file has none, its name without the ending is the title."""
    stem = name.rpartition(".")[0] or name
    own = " ".join("".join(sign if sign.isprintable() else " " for sign in stem.replace("_", " ")).split())
    return draft if draft["title"] else draft | {"title": own[:TITLE]}


def _decoded(content: str) -> bytes:
    try:
        decoded = base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise DraftRefused("The content is no base64.", fields={"content": "is no base64"}) from error
    if len(decoded) > MOST_BYTES:
        raise unfit("This file is larger than 3 MB. Take out pictures and sheets that are no part of the form.")
    return decoded
