"""These views serve the studio, one page for all its addresses, which gets its content from the API."""

from datetime import timedelta
from hmac import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from datahub.api.operation import metrics as numbers

SHELL = "studio.html"


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answers with the metrics if the request has the token, and as if there were no such page otherwise."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
    if not settings.METRICS_TOKEN or not compare_digest(given, settings.METRICS_TOKEN.encode()):
        raise Http404
    return HttpResponse(numbers.page(), content_type="text/plain; version=0.0.4; charset=utf-8")


CONTACT_LASTS = timedelta(days=180)


@require_safe
@cache_control(max_age=24 * 3600)
def security_txt(request: HttpRequest) -> HttpResponse:
    """Returns the file of RFC 9116, which says where to report a weakness. Without a contact the file does not
    exist."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + CONTACT_LASTS).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, zh",
        f"Canonical: {request.build_absolute_uri()}",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
@ensure_csrf_cookie
def studio(request: HttpRequest) -> HttpResponse:
    """Renders the studio's page. It is a template only for the nonce of this answer, without which none of its scripts
    runs."""
    if not (settings.STUDIO_BUNDLE / SHELL).is_file():
        message = "The studio has not been built. scripts/run builds it."
        return HttpResponse(message, status=503, content_type="text/plain; charset=utf-8")
    return render(request, SHELL, {"shared_at": settings.SHARED_AT})
