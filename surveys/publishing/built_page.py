"""This module reads the respondent page as it is built now: the files in settings.RESPOND_BUNDLE."""

import hashlib
import mimetypes
from pathlib import Path

from django.conf import settings

from mechanisms.common.canonical import digest
from surveys.errors import PageNotBuilt

PAGE = "respond.html"
_BROTLI = ".br"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
}


def files() -> dict[str, bytes]:
    """Returns the files of the page, read together, so that hash and contents are of one build."""
    return {name: body for name, body in _built().items() if not name.endswith(_BROTLI)}


def files_and_brotli() -> dict[str, tuple[bytes, bytes | None]]:
    """Returns the files of the page, each with itself compressed where the build has written that beside it."""
    built = _built()
    return {name: (body, built.get(name + _BROTLI)) for name, body in built.items() if not name.endswith(_BROTLI)}


def _built() -> dict[str, bytes]:
    folder = Path(settings.RESPOND_BUNDLE)
    if not (folder / PAGE).is_file():
        raise PageNotBuilt(f"The respondent page has not been built: {PAGE} is missing. scripts/run builds it.")
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


def hash_of(files: dict[str, bytes]) -> str:
    return digest({name: hashlib.sha256(body).hexdigest() for name, body in files.items()})


def media_type(name: str) -> str:
    return _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
