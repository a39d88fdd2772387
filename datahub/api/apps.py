from django.apps import AppConfig
from django.core.checks import register

from datahub.api.checks import resolve_dotted_paths


class ApiConfig(AppConfig):
    name = "datahub.api"

    def ready(self) -> None:
        register(resolve_dotted_paths)
