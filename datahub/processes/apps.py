from django.apps import AppConfig


class ProcessesConfig(AppConfig):
    name = "datahub.processes"
    label = "processes"
