"""A line of the log is one object for a collector, and quotes nothing that was sent."""

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
    found: dict[str, str] = json.loads(OneObject().format(record))
    return found


def test_a_line_has_time_level_logger_and_message() -> None:
    said = line("%s reports\nwere not written", 3)
    assert said["at"].endswith("+00:00")
    assert (said["level"], said["logger"], said["message"]) == (
        "WARNING",
        "datahub.test",
        "3 reports\nwere not written",
    )


def test_a_failure_is_its_kind_and_its_lines_not_its_message() -> None:
    said = line("it failed", failing=True)
    assert said["error"] == "ValueError"
    assert "test_log_lines.py" in said["way"]
    assert "answered" not in json.dumps(said)
