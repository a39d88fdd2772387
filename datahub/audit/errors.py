"""These are the errors that the audit log raises. They are mistakes of the code that calls it, never of a person."""


class DetailRefused(ValueError):
    """The detail of an entry holds what a log must not keep."""


class EntriesAreFinal(TypeError):
    """The code tried to change or delete an entry of the audit log."""
