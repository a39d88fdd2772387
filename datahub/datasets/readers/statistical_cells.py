"""Values of files of statistics programs become texts of cells.

Numbers are written with as many digits as they need. A day is 2005-06-07, a moment 2005-06-07T09:30:00, a time of day
09:30:00, and a duration its seconds. What is no such day stays the number that the file holds.
"""

import math
import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from datahub.datasets.readers.statistical_kinds import DTA, POR, SAV

Value: TypeAlias = float | int | str | None
TextOf = Callable[[float], str]

LARGEST_WHOLE = 2.0**53
DAY_SECONDS = 86_400
ORIGIN_OF_SPSS, ORIGIN = date(1582, 10, 14), date(1960, 1, 1)
SPSS_DAYS = {"DATE", "ADATE", "EDATE", "JDATE", "SDATE", "MOYR", "QYR", "WKYR"}
SPSS_MOMENTS, SPSS_TIMES = {"DATETIME", "YMDHMS"}, {"TIME", "MTIME"}
SAS_DAYS = re.compile(r"DATE|WEEKDAT[EX]|(?:DD|MM|YY)(?:DD|MM|YY)(?:DD|MM|YY)[BCDNPS]?|YYMMDD[BDNPS]?|MONYY|YYQ|JULIAN"
                      r"|(?:IS|E|B)8601DA|WORDDAT[EX]|YYMM|MMYY|NENGO")  # fmt: skip
SAS_MOMENTS = re.compile(r"DATETIME|DATEAMPM|MDYAMPM|(?:IS|E|B)8601D[TN]")
CLOCK = re.compile("%-?[0-9]*t[cC][Hh]{1,2}(?::MM(?::SS(?:[.]s+)?)?)?")  # a moment of Stata of which the hour is shown
SAS_TIMES = re.compile(r"TIME|TIMEAMPM|TOD|HHMM|(?:IS|E|B)8601TM")


def number_texts(values: Sequence[Value], *, is_single: bool) -> pa.StringArray:
    """Returns the texts of numbers. `is_single`: they were stored in four bytes, and have the digits of these."""
    numbers = pa.array(values, pa.float64(), from_pandas=True)  # what is no number is missing
    whole = pc.and_(pc.equal(pc.floor(numbers), numbers), pc.less(pc.abs(numbers), LARGEST_WHOLE)).fill_null(False)
    wholes = pc.cast(pc.cast(pc.if_else(whole, numbers, None), pa.int64()), pa.string())
    if pc.all(pc.or_kleene(whole, numbers.is_null())).as_py() is not False:
        return wholes.fill_null("")
    others = pc.cast(pc.cast(numbers, pa.float32()) if is_single else numbers, pa.string())
    return pc.if_else(whole, wholes, others).fill_null("")


def number_text(value: float, *, is_single: bool) -> str:
    text: str = number_texts([value], is_single=is_single)[0].as_py()
    return text


def time_format(kind: str, format: str) -> TextOf | None:
    """Returns the function that writes a number in a format of days or times; None for any other format. It returns the
    empty text for a number that is no such day."""
    if kind == DTA:
        return _of_stata(format)
    name = re.sub(r"[0-9.]+$", "", format.upper())
    if kind in {SAV, POR}:
        if name in SPSS_DAYS:
            return lambda value: _day(ORIGIN_OF_SPSS, value // DAY_SECONDS)
        if name in SPSS_MOMENTS:
            return lambda value: _moment(ORIGIN_OF_SPSS, value)
        return _time if name in SPSS_TIMES else None
    if SAS_MOMENTS.fullmatch(name):
        return lambda value: _moment(ORIGIN, value)
    if SAS_TIMES.fullmatch(name):
        return _time
    return (lambda value: _day(ORIGIN, value)) if SAS_DAYS.fullmatch(name) else None


def _of_stata(format: str) -> TextOf | None:
    """Weeks, months, quarters and half years are written as the day on which they begin."""
    unit = re.match(r"%-?[0-9]*(?:t([cCdwmqh])|(d))", format)
    if unit is None:
        return None
    letter = unit[1] or unit[2]
    if letter in {"c", "C"} and CLOCK.fullmatch(format):
        return lambda value: _time(value / 1000)
    if letter in {"c", "C"}:
        return lambda value: _moment(ORIGIN, value / 1000)
    if letter == "d":
        return lambda value: _day(ORIGIN, value)
    if letter == "w":
        return lambda value: _day(date(1, 1, 1), _days_before(1960 + value // 52) + 7 * (value % 52))
    months = {"m": 1, "q": 3, "h": 6}[letter]
    return lambda value: _month(value * months)


def _days_before(year: float) -> float:
    """Returns the days between the first day of the calendar and this year."""
    return float(date(int(year), 1, 1).toordinal() - 1) if 1 <= year <= 9999 else float("nan")


def _month(months: float) -> str:
    if not abs(months) < 12 * 9999:
        return ""
    year, month = divmod(math.floor(months), 12)
    return date(1960 + year, month + 1, 1).isoformat() if 1 <= 1960 + year <= 9999 else ""


def _day(origin: date, days: float) -> str:
    try:
        return (origin + timedelta(days=float(np.floor(days)))).isoformat()
    except (OverflowError, ValueError):
        return ""


def _moment(origin: date, seconds: float) -> str:
    try:
        start = datetime(origin.year, origin.month, origin.day, tzinfo=UTC)
        moment = (start + timedelta(seconds=round(seconds, 3))).replace(tzinfo=None)
    except (OverflowError, ValueError):
        return ""
    return moment.isoformat() if moment.time().isoformat() != "00:00:00" else moment.date().isoformat()


def _time(seconds: float) -> str:
    """Returns a time of day; one of more than a day, or below zero, is a duration, and stays a number of seconds."""
    if not 0 <= seconds < DAY_SECONDS:
        return ""
    return (
        (datetime(1, 1, 1, tzinfo=UTC) + timedelta(seconds=min(round(seconds, 3), DAY_SECONDS - 0.001)))
        .time()
        .isoformat()
    )
