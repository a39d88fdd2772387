"""The shared address is where others reach what is asked for here."""

import re

from django.conf import settings
from django.http import HttpRequest

_HERE = re.compile(r"localhost\b|127\.|\[::1\]")


def shared_address(request: HttpRequest, path: str) -> str:
    """Returns the address as it was asked for, unless that is one that only this machine has and others have one of
    their own."""
    if settings.SHARED_AT and _HERE.match(request.get_host()):
        return f"{settings.SHARED_AT}{path}"
    return request.build_absolute_uri(path)
