from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "datahub.ledger"
    label = "ledger"
