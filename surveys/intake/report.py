"""This module is about a report as it arrives: `{"key", "level", "proof", "record", "version"}`, one flat object of
ASCII JSON.

`level` is the number of one level; or, where levels are chosen by question, a text with a digit for each block.

Every value has one spelling only, so that a program cannot hide a mark of its own in a report, and so that the same
report always has the same bytes.
"""

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from datahub.api.errors import Malformed, TooLarge
from mechanisms.common.canonical import canonical
from surveys.errors import BadRecord, UnknownDraw, WrongLength
from surveys.publishing.definition import Definition
from surveys.publishing.layout import Layout, Level
from surveys.publishing.level_choice import layout_of

BODY_LIMIT = 8192  # The limit is in bytes: four times the longest record that a questionnaire's limits allow.
KEY_BYTES = 16
FIELDS = {"key", "level", "proof", "record", "version"}

_HASH = re.compile(r"[0-9a-f]{64}")
_LEVELS = re.compile(r"[0-2]{1,50}")
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Report:
    """This is a report as it was received; it has no repr: neither key nor record may reach a log by accident."""

    version: str
    level: int | str
    key: bytes
    proof: str
    record: bytes
    body: bytes  # The body is canonical JSON.

    @property
    def receipt(self) -> bytes:
        return hashlib.sha256(self.key).digest()


def parse(body: bytes) -> Report:
    if len(body) > BODY_LIMIT:
        raise TooLarge(f"The report has {len(body)} bytes; at most {BODY_LIMIT} are read.")
    if b"[" in body or body.count(b"{") > 1:  # Deep nesting is refused before parsing, so no recursion occurs.
        raise Malformed("A report is one flat JSON object.")
    try:
        value = json.loads(body.decode("ascii"), object_pairs_hook=_object, parse_constant=_refuse_constant)
    except (UnicodeDecodeError, ValueError):  # The messages of both errors may quote the body.
        raise Malformed("The report is not ASCII JSON.") from None
    return from_value(value)


def from_value(value: Any) -> Report:
    """Returns the report in a JSON value that has been read already."""
    if not isinstance(value, dict) or set(value) != FIELDS:
        raise Malformed(f"A report has exactly the fields {', '.join(sorted(FIELDS))}.")
    level, version, proof = value["level"], value["version"], value["proof"]
    if not _is_level(level):
        raise Malformed("The level of a report is a small whole number, or a text with a digit for each block.")
    if not isinstance(version, str) or not _HASH.fullmatch(version):
        raise Malformed("The version of a report is 64 hexadecimal digits in lower case.")
    if proof != "":
        raise Malformed("The proof of a report to an open link is empty.")
    key, record = _bytes(value["key"], "key"), _bytes(value["record"], "record")
    if len(key) != KEY_BYTES:
        raise Malformed(f"The key of a report to an open link has {KEY_BYTES} bytes.")
    return Report(version=version, level=level, key=key, proof=proof, record=record, body=canonical(value))


def check(report: Report, definition: Definition) -> None:
    """Raises a Problem unless the page of this version could have sent this record at this level."""
    layout = layout_of(definition, report.level)
    if len(report.record) != layout.record_bytes:
        raise WrongLength(f"A record of this level has {layout.record_bytes} bytes, not {len(report.record)}.")
    if isinstance(layout, Level) and layout.draws:
        layout = _drawn(report.record, layout)
    for part in layout.parts:
        try:
            part.mechanism.check_report(report.record[part.start : part.stop])
        except ValueError:
            raise BadRecord(f"Field {part.field} of the record is no report of its mechanism.") from None


def _drawn(record: bytes, level: Level) -> Layout:
    """Returns the layout that the head of the record names; what lies behind its blocks must be zeros."""
    draw = level.draw_in(record)
    if draw >= len(level.draws):
        raise UnknownDraw(f"The level has {len(level.draws)} draws, counted from 0.")
    layout = level.drawn(draw)
    if any(record[layout.parts[-1].stop :]):
        raise BadRecord("A record ends in zeros behind the blocks that were drawn.")
    return layout


def _is_level(value: Any) -> bool:
    if isinstance(value, str):
        return _LEVELS.fullmatch(value) is not None
    return type(value) is int and 0 <= value <= 255


def _bytes(text: Any, name: str) -> bytes:
    """Returns the bytes of base64url without padding, and only of the one spelling whose unused bits are zero."""
    if not isinstance(text, str) or not _BASE64URL.fullmatch(text) or len(text) % 4 == 1:
        raise Malformed(f"The {name} of a report is base64url without padding.")
    value = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(value).rstrip(b"=").decode("ascii") != text:
        raise Malformed(f"The {name} of a report is base64url whose unused bits are zero.")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Malformed("The report names a field twice.")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"The report holds {name}, which is not JSON.")
