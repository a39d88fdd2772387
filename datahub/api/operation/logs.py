"""The log records of a failed request its route, the kind of failure, and the lines it passed."""

import json
import logging
import traceback
from datetime import UTC, datetime

_SAYS = ("%s at %s", "%s at %s: %s")


def way_of(error: BaseException) -> str:
    """Returns the lines of code that an error passed, the innermost first."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    return " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))


class OneObject(logging.Formatter):
    """The log is written as one JSON object a line. An exception is its type and lines: its message may quote what was
    sent."""

    def format(self, record: logging.LogRecord) -> str:
        about = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            about |= {"error": type(error).__qualname__, "way": way_of(error)}
        return json.dumps(about)


class NothingSent(logging.Filter):
    """This filter takes out of the log what somebody sent. Django would write the address and the error's message; one
    may sign in, the other may quote what was sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.msg in _SAYS:  # a second filter would process a record that the first has already changed
            return True
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        route = "no route" if match is None else match.route
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            record.msg, record.args = _SAYS[0], (getattr(record, "status_code", "failed"), route)
        else:
            record.msg, record.args = _SAYS[1], (type(error).__qualname__, route, way_of(error))
        record.exc_info = record.exc_text = None
        return True
