from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    name = "datahub.releases"
    label = "releases"
