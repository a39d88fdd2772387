"""A process refuses a data folder that is not the one of its database, or in which locks do not hold."""


class FolderRefused(Exception):
    """The folder cannot be used. The text says why and what to do, for whoever started the process."""
