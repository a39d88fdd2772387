"""This module tells Django about the checks of processes."""

from django.apps import AppConfig
from django.core.checks import register
from django.utils.module_loading import import_string


class ProcessesConfig(AppConfig):
    name = "datahub.processes"
    label = "processes"

    def ready(self) -> None:
        check = import_string("datahub.processes.checks.check_folders")  # models can be imported only now
        register(check, "security", deploy=True)
