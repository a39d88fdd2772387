"""What a form has wrong by the rules of XLSForm, and is taken here all the same: a note names it."""

import re
from collections.abc import Mapping
from typing import Any

from surveys.drafts.importing.reading import Reading
from surveys.drafts.xlsform.sheets import Row

_NAME = re.compile(r"[^\W\d][\w.-]*")
_OPEN_REFERENCE = re.compile(r"\$\{(?![^{}]{1,200}\})")
NO_NAME = "it has no name, so conditions and texts cannot mean it"
NO_PROPER_NAME = "a name has letters, digits and _ alone and begins with no digit; it has another name here"
NO_LABEL = "it has no label, so its name stands there"
OPEN_REFERENCE = "a reference that begins with ${ has no end; the words are kept as they stand"
ANOTHER_END = "it ends a group of another kind; the group ends here"
BLANK_IN_ANSWER = "the name of an answer of a multiple choice has no blank; it has another name here"
REASONS = (NO_NAME, NO_PROPER_NAME, NO_LABEL, OPEN_REFERENCE, ANOTHER_END, BLANK_IN_ANSWER)


def note_faults_of_question(row: Row, reading: Reading) -> None:
    name = row.get("name")
    if not name:
        reading.note(row.place, row.get("type"), NO_NAME)
    elif not _NAME.fullmatch(name):
        reading.note(f"{row.place}.name", name, NO_PROPER_NAME)
    if not any(text.strip() for text in row.texts.get("label", {}).values()):
        reading.note(f"{row.place}.label", name or row.get("type"), NO_LABEL)
    for column, texts in row.texts.items():
        for text in texts.values():
            if _OPEN_REFERENCE.search(text):
                reading.note(f"{row.place}.{column}", text, OPEN_REFERENCE)


def note_blanks_of_answers(row: Row, ids: Mapping[str, Any], reading: Reading) -> None:
    for name in ids:
        if " " in name.strip():
            reading.note(row.place, name, BLANK_IN_ANSWER)
