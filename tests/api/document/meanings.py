"""Refusals of what the document allows: what they are about is in no JSON schema."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Meaning:
    operations: str
    texts: str
    reason: str

    def covers(self, operation: str, text: str) -> bool:
        return re.search(self.operations, operation) is not None and re.search(self.texts, text) is not None


OF_PLANS = r"POST /api/v1/datasets/\{id\}/(versions/\{number\}/)?(joined-)?(syntheses|anonymisations)/|/appraisals/"
MEANINGS = (
    Meaning("^GET ", "^This is no cursor of DataHub", "A cursor is opaque: only the server can tell one."),
    Meaning("", r"(organisation|person|team|people\.\d+|data_set): .*(is not known here|no data set)", "Who exists."),
)


def is_of_meaning(operation: str, text: str) -> bool:
    return any(meaning.covers(operation, text) for meaning in MEANINGS)
