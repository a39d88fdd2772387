from django.apps import AppConfig


class DatasetsConfig(AppConfig):
    name = "datahub.datasets"
    label = "datasets"
