"""These are the errors that the engine raises. A text may name a column and a rule; it never holds a value, and none of
DuckDB's words."""


class EngineRefused(Exception):
    """The engine refused the work; its caller gives `code` to the person, because the engine knows no HTTP."""

    code = "engine_refused"


class ColumnRefused(EngineRefused):
    """A column is missing, named twice, or of a type that cannot be counted exactly."""

    code = "column_refused"


class UndeclaredValue(EngineRefused):
    """A column holds a value that its declared list does not have."""

    code = "undeclared_value"


class RowsChanged(EngineRefused):
    """The rows are not those that were counted: a tuple appeared, or their number is another."""

    code = "rows_changed"


class OutOfRoom(EngineRefused):
    """The work needs more memory, or more room for spilling, than it was given."""

    code = "out_of_room"


class CalledOff(EngineRefused):
    """The caller said that the work should not go on. Nothing was left behind."""

    code = "called_off"


class EngineBroken(Exception):
    """DuckDB failed for another reason. Names the kind of its error; its text may quote data."""
