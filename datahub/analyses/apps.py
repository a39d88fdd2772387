from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    name = "datahub.analyses"
    label = "analyses"
