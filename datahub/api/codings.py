"""A browser names the codings in which it reads an answer."""

import re
from typing import Literal

Coding = Literal["br", "gzip"]
WEIGHT = r"(;q=(1|0?\.\d*[1-9]\d*|1\.0*))?"
NAMED: dict[Coding, re.Pattern[str]] = {"br": re.compile("br" + WEIGHT), "gzip": re.compile("gzip" + WEIGHT)}


def reads(accepted: str, coding: Coding) -> bool:
    """Returns whether a header `Accept-Encoding` names a coding with a weight that is not nought."""
    codings = [part.replace(" ", "").lower() for part in accepted.split(",")]
    return any(NAMED[coding].fullmatch(part) for part in codings)
