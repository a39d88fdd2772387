"""Reads a report in the spelling that pages send, without a JSON parser; whatever else arrives goes to the rules.

The spelling is the canonical one, so the bytes that came are the bytes that are marked. Tests hold that these ways of
reading and those of the rules agree on everything they are given.
"""

import re
from binascii import a2b_base64
from typing import Any

from surveys.intake import report as rules
from surveys.intake.report import FIELDS, Report

_CANONICAL = re.compile(
    rb'\{"key":"([A-Za-z0-9_-]{21}[AQgw])","level":'
    rb'([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]|"[0-2]{1,50}"),"proof":"",'
    rb'"record":"((?:[A-Za-z0-9_-]{4})*)([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?",'
    rb'"version":"([0-9a-f]{64})"\}'
)  # The unused bits of the last base64 letter are zero in these letters only.
_IN_ORDER = sorted(FIELDS)
_STANDARD = bytes.maketrans(b"-_", b"+/")


def read(body: bytes) -> Report:
    """Returns the report in a body of at most BODY_LIMIT bytes, else the Problem that `report.parse` raises."""
    return _canonical(body) or rules.parse(body)


def read_value(value: Any) -> Report:
    """Returns the report in a JSON value that has been read already, else the Problem that `report.from_value`
    raises."""
    if type(value) is dict and value.keys() == FIELDS:
        key, level, proof, record, version = map(value.__getitem__, _IN_ORDER)
        if type(key) is type(record) is type(version) is str and proof == "":
            stated = f'"{level}"' if type(level) is str else level if type(level) is int else None
            text = f'{{"key":"{key}","level":{stated},"proof":"","record":"{record}","version":"{version}"}}'
            report = _canonical(text.encode("utf-8", "surrogatepass"))
            if report is not None:
                return report
    return rules.from_value(value)


def _canonical(body: bytes) -> Report | None:
    match = _CANONICAL.fullmatch(body)
    if match is None:
        return None
    key, level, whole, rest, version = match.groups(b"")
    return Report(
        version=version.decode("ascii"),
        level=level[1:-1].decode("ascii") if level.startswith(b'"') else int(level),
        key=_bytes(key),
        proof="",
        record=_bytes(whole + rest),
        body=body,
    )


def _bytes(text: bytes) -> bytes:
    return a2b_base64(text.translate(_STANDARD) + b"=" * (-len(text) % 4))
