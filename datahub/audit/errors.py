"""What the log refuses. These are mistakes of the code that calls it, never of a person."""


class DetailRefused(ValueError):
    """The detail of an entry holds what a log must not keep."""


class EntriesAreFinal(TypeError):
    """Somebody tried to change or delete an entry."""
