"""Numbered reports are numbers below a limit: one byte up to a limit of 256, else two bytes, the high byte first."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.ldp.shapes.channel import Counts, Packed, Report

Numbers = NDArray[np.unsignedinteger[Any]]


def bytes_below(limit: int) -> int:
    return 1 if limit <= 256 else 2


def pack_number(report: Report, limit: int) -> bytes:
    """Returns the report as bytes. Errors: ValueError unless the report is an int from 0 and below the limit."""
    if not isinstance(report, int):
        raise ValueError("the report of this question is a number, not bytes")
    if not 0 <= report < limit:
        raise ValueError(f"the report is not one of the {limit} numbers of this question")
    return report.to_bytes(bytes_below(limit), "big")


def check_number(record: bytes, limit: int) -> None:
    """Raises ValueError unless the record holds a number below the limit and nothing else."""
    if len(record) != bytes_below(limit):
        raise ValueError(f"the report has {len(record)} bytes; this question needs {bytes_below(limit)}")
    if int.from_bytes(record, "big") >= limit:
        raise ValueError(f"the report is not one of the {limit} numbers of this question")


def pack_numbers(numbers: NDArray[np.integer[Any]], limit: int) -> Packed:
    """Packs numbers, [people] to [people, bytes]; nothing is checked, the numbers are ours."""
    width = bytes_below(limit)
    return numbers.astype(f">u{width}").view(np.uint8).reshape(len(numbers), width)


def read_numbers(packed: Packed) -> Numbers:
    """Reads packed numbers, [people, one or two bytes] to [people]."""
    if packed.shape[1] == 1:
        return packed[:, 0]
    return np.asarray(packed[:, 0].astype(np.uint16) << 8 | packed[:, 1], dtype=np.uint16)


def count_numbers(packed: Packed, limit: int) -> Counts:
    """Returns how often each number below the limit was sent."""
    histogram = np.bincount(read_numbers(packed), minlength=limit)
    if len(histogram) > limit:
        raise ValueError(f"a report is not one of the {limit} numbers of this question")
    return histogram.astype(np.int64, copy=False)
