"""A job of one of two kinds looks at a file: a large file takes minutes, and has the worker of long jobs."""

LOOK, LOOK_LONG = "datasets.look", "datasets.look_long"
LOOKS = (LOOK, LOOK_LONG)
LARGE_BYTES = 16 * 1024 * 1024  # Python's own CSV reader takes about a second and a half for this many bytes


def kind_of_look(size: int) -> str:
    return LOOK_LONG if size > LARGE_BYTES else LOOK
