from django.apps import AppConfig


class VaultConfig(AppConfig):
    name = "datahub.vault"
    label = "vault"
