"""This module tells Django about the checks of accounts."""

from django.apps import AppConfig
from django.core.checks import register

from datahub.accounts.checks import check_sign_in


class AccountsConfig(AppConfig):
    name = "datahub.accounts"

    def ready(self) -> None:
        register(check_sign_in, "security")
