"""The shared address is the address under which other people reach the pages of this installation."""

import re

from django.conf import settings
from django.http import HttpRequest

_HERE = re.compile(r"localhost\b|127\.|\[::1\]")


def shared_address(request: HttpRequest, path: str) -> str:
    """Returns the requested address, unless only this machine can use it and a shared address is configured."""
    if settings.SHARED_AT and _HERE.match(request.get_host()):
        return f"{settings.SHARED_AT}{path}"
    return request.build_absolute_uri(path)
