"""A browser names the codings in which it reads an answer."""

import re


def reads(accepted: str, coding: str) -> bool:
    """Returns whether a header `Accept-Encoding` names a coding with a weight that is not nought."""
    codings = [part.replace(" ", "").lower() for part in accepted.split(",")]
    return any(re.fullmatch(rf"{coding}(;q=(1|0?\.\d*[1-9]\d*|1\.0*))?", part) for part in codings)
