"""The documents are in MongoDB where MONGO_URL names one, else in the SQL database."""

from django.conf import settings

from datahub.vault.errors import StoreAway
from datahub.vault.store.embedded import EmbeddedStore
from datahub.vault.store.mongo import RETRY_AFTER_SECONDS, MongoStore
from datahub.vault.store.port import DocumentStore

MONGO, EMBEDDED = "mongo", "embedded"


def name_for_new_collections() -> str:
    return MONGO if settings.MONGO_URL else EMBEDDED


def store_named(name: str) -> DocumentStore:
    """Returns the store of this name: a collection stays in the store it was made in, whatever the settings say of new
    ones."""
    if name == EMBEDDED:
        return EmbeddedStore()
    if not settings.MONGO_URL:
        detail = "This data set is kept in MongoDB, and MONGO_URL is not set."
        raise StoreAway(detail, retry_after_seconds=RETRY_AFTER_SECONDS)
    return MongoStore(settings.MONGO_URL)
