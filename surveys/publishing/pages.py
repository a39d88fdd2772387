"""The respondent page is served as static files of a version's own bundle, under the strictest headers a browser knows.

No cookie is read or set and nothing of the request is kept. What the page may do is in its headers: run its own
scripts, and talk to where it came from.
"""

import re
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from datahub.api.codings import reads
from datahub.api.problem import Problem
from surveys.publishing import built_page, selectors
from surveys.publishing.built_page import PAGE

_HASHED = re.compile(r"assets/.+-[A-Za-z0-9_-]{8}\.\w+")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'; frame-ancestors "
)


@require_safe
def respond(request: HttpRequest, slug: str, name: str = PAGE) -> HttpResponse:
    """Returns the page of the version behind the link, and its files."""
    try:
        file = selectors.file_behind_link(slug, name)
    except Problem as refusal:
        return _refused(refusal)
    if file is None:
        raise Http404
    if file.brotli is None:
        return _served(bytes(file.body), file.type, name, framed_by="'none'")
    reads_brotli = reads(request.headers.get("Accept-Encoding", ""), "br")
    answer = _served(bytes(file.brotli if reads_brotli else file.body), file.type, name, framed_by="'none'")
    answer["Vary"] = "Accept-Encoding"
    if reads_brotli:
        answer["Content-Encoding"] = "br"
    return answer


@require_safe
# Django passes these arguments.
def preview(request: HttpRequest, id: UUID, name: str = PAGE) -> HttpResponse:  # noqa: ARG001
    """Returns the page as it is built now, for the studio's frame. What it shows it asks the API for, which asks the
    Door."""
    try:
        body = built_page.files().get(name)
    except Problem as refusal:
        return _refused(refusal)
    if body is None:
        raise Http404
    return _served(body, built_page.media_type(name), name, framed_by="'self'")


def _served(body: bytes, media_type: str, name: str, *, framed_by: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=media_type)
    answer["Content-Security-Policy"] = _POLICY + framed_by
    answer["Integrity-Policy"] = "blocked-destinations=(script)"
    answer["Connection-Allowlist"] = "(response-origin)"
    answer["X-Frame-Options"] = "SAMEORIGIN" if framed_by == "'self'" else "DENY"
    answer["Referrer-Policy"] = "no-referrer"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["Cache-Control"] = "public, max-age=31536000, immutable" if _HASHED.fullmatch(name) else "no-cache"
    return answer


def _refused(refusal: Problem) -> HttpResponse:
    return HttpResponse(refusal.detail, status=refusal.status, content_type="text/plain; charset=utf-8")
