"""A line of the log is one JSON object, and quotes nothing of a request."""

import json
import logging
import sys

from datahub.api.operation.logs import OneObject


def line(message: str, *values: object, failing: bool = False) -> dict[str, str]:
    error = None
    if failing:
        try:
            raise ValueError("what somebody answered")
        except ValueError:
            error = sys.exc_info()
    record = logging.LogRecord("datahub.test", logging.WARNING, __file__, 1, message, values, error)
    fields: dict[str, str] = json.loads(OneObject().format(record))
    return fields


def test_a_line_has_time_level_logger_and_message() -> None:
    fields = line("%s reports\nwere not written", 3)
    assert fields["at"].endswith("+00:00")
    assert (fields["level"], fields["logger"], fields["message"]) == (
        "WARNING",
        "datahub.test",
        "3 reports\nwere not written",
    )


def test_a_failure_is_its_kind_and_its_lines_not_its_message() -> None:
    fields = line("it failed", failing=True)
    assert fields["error"] == "ValueError"
    assert "test_log_lines.py" in fields["way"]
    assert "answered" not in json.dumps(fields)
