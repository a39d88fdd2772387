"""A browser names the codings in which it reads an answer."""

import re
from typing import Literal

WEIGHT = r"(;q=(1|0?\.\d*[1-9]\d*|1\.0*))?"
NAMED = {"br": re.compile("br" + WEIGHT), "gzip": re.compile("gzip" + WEIGHT)}


def reads(accepted: str, coding: Literal["br", "gzip"]) -> bool:
    """Returns whether a header `Accept-Encoding` names a coding with a weight that is not nought."""
    codings = [part.replace(" ", "").lower() for part in accepted.split(",")]
    return any(NAMED[coding].fullmatch(part) for part in codings)
