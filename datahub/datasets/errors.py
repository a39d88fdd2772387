"""Data sets raise these errors. A text names place and rule, and never a value that stood in a file."""

from datahub.api.problem import Problem


class FileRefused(Problem):
    """A file cannot be read as the format that it is stated to have. `rule` and `place` say why and where;
    `reason` is the sentence without the place."""

    code = "file_refused"

    def __init__(self, rule: str, place: str, detail: str) -> None:
        super().__init__(f"{place}: {detail}", fields={place: rule})
        self.rule, self.place, self.reason = rule, place, detail


class SchemaRefused(Problem):
    """The columns are not declared as they have to be; `fields` names the wrong ones, by dotted path."""

    code = "invalid"


class WishRefused(Problem):
    """The fields of an upload, a version or a request are not valid; `fields` names the wrong ones."""

    code = "invalid"


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
