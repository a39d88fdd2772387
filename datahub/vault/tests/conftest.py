from pathlib import Path

import pytest
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.vault.keys import keyring
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.services import Collection, create_collection
from datahub.vault.store.chosen import EMBEDDED, MONGO, store_named
from datahub.vault.store.port import DocumentStore
from datahub.vault.tests.factories import PAY, PAY_ROWS, a_data_set, a_permit, quick_keys


@pytest.fixture(autouse=True)
def key_folder(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Path:
    folder = tmp_path / "keys"
    settings.DATA = tmp_path  # the file of log heads would otherwise hold those of another test
    quick_keys(monkeypatch, settings, folder)
    return folder


@pytest.fixture
def data_set(db: None) -> Ref:
    ref = a_data_set()
    keyring.create(ref)
    return ref


@pytest.fixture
def ring(data_set: Ref) -> KeyRing:
    return keyring.keys_of(a_permit(data_set), data_set)


@pytest.fixture(params=[EMBEDDED, MONGO])
def store_name(request: pytest.FixtureRequest, settings: Settings, db: None) -> str:
    """Returns the name of each store; tests on MongoDB are skipped where no server is given."""
    name: str = request.param
    if name == MONGO and not settings.MONGO_URL:
        pytest.skip('the MongoDB half needs MONGO_URL: eval "$(scripts/services start)"')
    if name == EMBEDDED:
        settings.MONGO_URL = ""
    return name


@pytest.fixture
def store(store_name: str) -> DocumentStore:
    return store_named(store_name)


@pytest.fixture
def ref(store: DocumentStore) -> Ref:
    return a_data_set()


@pytest.fixture
def collection(ref: Ref) -> Collection:
    collection = create_collection(a_permit(ref), ref, PAY)
    collection.bulk_load(PAY_ROWS)
    return collection
