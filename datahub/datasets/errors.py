"""Data sets raise these errors. A text names place and rule, and never a value that stood in a file."""

from typing import Any

from datahub.api.problem import Problem
from datahub.api.sentences import Sentence, coded, coded_fields
from datahub.datasets.file_texts import SENTENCES, TEXTS, Place


class FileRefused(Problem):
    """A file cannot be read as the format that it is stated to have. `rule` and `place` say why and where;
    `reason` is the sentence without the place."""

    code = "file_refused"

    def __init__(self, text: str, at: Place, **about: object) -> None:
        self.rule, self.at = TEXTS[text][0], at
        self.place, self.reason = at.sentence(), Sentence(SENTENCES, text, **about)
        super().__init__(f"{self.place}: {self.reason}", fields={self.place: self.rule})

    def reasons(self) -> list[dict[str, Any]]:
        """Returns place and sentence as codes."""
        return [*coded(self.place, "place"), *coded(self.reason, "detail")]

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "reasons": self.reasons()}


class FieldsRefused(Problem):
    """Fields of a request are not valid; `fields` names the wrong ones, and `reasons` gives the same in codes."""

    code = "invalid"

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "reasons": [*coded_fields(self.fields), *coded(self.detail)]}


class SchemaRefused(FieldsRefused):
    """The columns are not declared as they have to be; `fields` names the wrong ones, by dotted path."""


class WishRefused(FieldsRefused):
    """The fields of an upload, a version or a request are not valid; `fields` names the wrong ones."""


class NotInThisState(Problem):
    """The state of the version, the upload or the request does not allow this step."""

    code = "not_in_this_state"
    status = 409


class ChunkRefused(Problem):
    """The bytes do not have the stated checksum, or are not as many as this chunk has."""

    code = "chunk_refused"


class ChunksMissing(Problem):
    code = "chunks_missing"
    status = 409


class NameDiffers(Problem):
    code = "name_differs"


class BeingDestroyed(Problem):
    code = "being_deleted"
    status = 409


class NothingDestroyed(Problem):
    code = "nothing_deleted"
    status = 404


class NothingLoaded(Problem):
    code = "nothing_loaded"
    status = 404
