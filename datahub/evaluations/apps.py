from django.apps import AppConfig


class EvaluationsConfig(AppConfig):
    name = "datahub.evaluations"
    label = "evaluations"
