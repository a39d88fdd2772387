"""A draft as a file of another program, with the notes on what that file cannot hold."""

import base64
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from surveys.drafts.exporting.compare import Draft
from surveys.drafts.exporting.surveyjs import exported_questionnaire
from surveys.drafts.exporting.xlsform import MEDIA_TYPE, exported_form
from surveys.drafts.importing.finish import Note

LONGEST_NAME = 60


def _surveyjs(draft: Draft) -> tuple[bytes, list[Note]]:
    questionnaire, notes = exported_questionnaire(draft)
    return json.dumps(questionnaire, ensure_ascii=False, indent=2).encode(), notes


WRITERS: Mapping[str, tuple[Callable[[Draft], tuple[bytes, list[Note]]], str, str]] = {
    "xlsform": (exported_form, ".xlsx", MEDIA_TYPE),
    "surveyjs": (_surveyjs, ".surveyjs.json", "application/json"),
}


def file_name_of(title: str) -> str:
    """Returns a name for a file, without an ending: the letters and digits of the title, with hyphens between words."""
    words = re.findall(r"[^\W_]+", title)
    return "-".join(words)[:LONGEST_NAME].strip("-") or "questionnaire"


def form_of(draft: Draft, kind: str, name: str) -> dict[str, Any]:
    """Returns the file in base64, with its name, its media type and the notes."""
    write, ending, media_type = WRITERS[kind]
    content, notes = write(draft)
    encoded = base64.b64encode(content).decode()
    return {"name": f"{name}{ending}", "media_type": media_type, "content": encoded, "notes": notes}
