"""This module is about the peer of the intake: a report as a Django REST framework tutorial would take it.

The same five fields, the same unique key, the same database, connections, server and threads. What it leaves out is
in its favour: it looks up no version, checks no record, seals nothing.

`python -m benchmarks.naive_drf create | count`
"""

import sys

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.urls import path

from datahub import settings as product
from datahub.processes.family import end_with_parent

settings.configure(
    SECRET_KEY=product.SECRET_KEY,
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES=product.DATABASES,
    DEFAULT_AUTO_FIELD=product.DEFAULT_AUTO_FIELD,
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "rest_framework",
    ],
    MIDDLEWARE=[  # These are the middlewares of startproject.
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    REST_FRAMEWORK={"DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"]},
    USE_TZ=True,
)
django.setup()

# Models and views can be imported only after django.setup().
from rest_framework import generics, serializers  # noqa: E402


class NaiveReport(models.Model):
    key = models.CharField(max_length=22, unique=True)
    level = models.PositiveSmallIntegerField()
    proof = models.CharField(max_length=500, blank=True)
    record = models.TextField()
    version = models.CharField(max_length=64)
    # The type check reads the app list of another project, so the manager is declared.
    objects: models.Manager["NaiveReport"] = models.Manager()

    class Meta:
        app_label = "naive"

    def __str__(self) -> str:
        return f"naive report {self.pk}"


class NaiveReportSerializer(serializers.ModelSerializer[NaiveReport]):
    class Meta:
        model = NaiveReport
        fields = ["key", "level", "proof", "record", "version"]


class NaiveReports(generics.CreateAPIView[NaiveReport]):
    queryset = NaiveReport.objects.all()
    serializer_class = NaiveReportSerializer


urlpatterns = [path("api/v1/reports/", NaiveReports.as_view())]
application = get_wsgi_application()
end_with_parent()

if __name__ == "__main__":
    if sys.argv[1:] == ["create"]:
        with connection.schema_editor() as editor:
            editor.create_model(NaiveReport)
    print(NaiveReport.objects.count())
