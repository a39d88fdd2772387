"""This is a pytest plugin, loaded before Django: tests keep to a data folder and a cache of their own."""

import gc
import os
import tempfile
from urllib.parse import urlsplit

_folder = tempfile.TemporaryDirectory(prefix="datahub-tests-")
os.environ["DATAHUB_DATA"] = _folder.name

os.environ.pop("DATAHUB_AIM_PYTHON", None)  # Each test offers the programs that it needs.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
if os.environ.get("REDIS_URL"):
    # Emptying a cache empties a whole Redis database: two workers that shared one would reset each other's limits.
    _number = 1 + int(_worker.removeprefix("gw"))
    os.environ["REDIS_URL"] = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{_number}").geturl()
if os.environ.get("MONGO_URL"):
    os.environ["MONGO_URL"] = urlsplit(os.environ["MONGO_URL"])._replace(path=f"/tests_{_worker}").geturl()

gc.set_threshold(50_000, 20, 20)  # Starting and collecting tests makes millions of objects that stay.


def pytest_collection_finish() -> None:
    """Excludes the collected tests from later garbage collections, which saves a tenth of the time of the tests."""
    gc.collect()
    gc.freeze()
