"""All URLs of the platform are put together here from those of its rooms."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from datahub import pages
from datahub.accounts import urls as accounts
from surveys import urls as surveys

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("datahub.api.urls")),
    path("api/v1/", include("datahub.audit.urls")),
    path("api/v1/", include("datahub.jobs.urls")),
    path("api/v1/", include("datahub.accounts.urls")),
    path("api/v1/", include("datahub.policies.urls")),
    path("api/v1/", include("datahub.ledger.urls")),
    path("api/v1/", include("datahub.datasets.urls")),
    path("api/v1/", include("datahub.vault.urls")),
    path("api/v1/", include("datahub.releases.urls")),
    path("api/v1/", include("datahub.analyses.urls")),
    path("api/v1/", include("datahub.evaluations.urls")),
    path("api/v1/", include("surveys.urls")),
    path("", include(accounts.pages)),
    path("", include(surveys.pages)),
    path("metrics", pages.metrics),
    path(".well-known/security.txt", pages.security_txt),
    re_path(r"^(?!api/|static/|s/|check/|preview/)(?!.*\.\w+/?$).*$", pages.studio),  # the studio has routes of its own
]

handler400 = "datahub.api.handlers.bad_request"
handler403 = "datahub.api.handlers.permission_denied"
handler404 = "datahub.api.handlers.not_found"
handler500 = "datahub.api.handlers.server_error"
