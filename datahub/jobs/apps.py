from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "datahub.jobs"
    label = "jobs"
