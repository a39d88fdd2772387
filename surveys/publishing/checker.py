"""The checker is one file that tells, without a network, whether the respondent page does what its version declares."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]+)"')


@require_safe
def check(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django passes the request
    return _served()


@require_safe
def download(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django passes the request
    answer = _served()
    answer["Content-Disposition"] = f'attachment; filename="{settings.CHECKER_PAGE.name}"'
    return answer


def _served() -> HttpResponse:
    """Returns the checker's page under the policy that the file names itself, and what only a header can say."""
    page = settings.CHECKER_PAGE.read_bytes() if settings.CHECKER_PAGE.is_file() else b""
    own = _POLICY.search(page)
    if own is None:
        text = "The checker has not been built. scripts/run builds it."
        return HttpResponse(text, status=503, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(page, content_type="text/html; charset=utf-8")
    answer["Content-Security-Policy"] = f"{own[1].decode('ascii')}; frame-ancestors 'none'"
    answer["Connection-Allowlist"] = "()"
    answer["Cache-Control"] = "no-cache"
    return answer
