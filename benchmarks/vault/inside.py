"""`python -m benchmarks.vault.inside record|embedded|mongo ROWS`: acts on the bench's DataHub and prints JSON."""

import json
import os
import resource
import secrets
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "datahub.settings")
django.setup()

# Settings are ready only after django.setup().
from django.conf import settings  # noqa: E402

from datahub.api.ref import Ref  # noqa: E402
from datahub.policies.services import Permit  # noqa: E402
from datahub.vault.collections.records import Records  # noqa: E402
from datahub.vault.collections.rules.plan import Field, Plan  # noqa: E402
from datahub.vault.services import Collection, create_collection  # noqa: E402
from datahub.vault.store.mongo import client  # noqa: E402
from tests.adult.rows import NUMBERS, columns, longest, rows  # noqa: E402

TURNS = 3
AT_ONCE = 1000
RECORDS = 2000
KINDS = {"education": "eq", "age": "range"}
EQUAL, BETWEEN = "Doctorate", (30, 31)

Deed = Callable[[], object]


def permit(ref: Ref) -> Permit:
    person = Ref("person", str(uuid4()))
    return Permit(person, "dataset.administer", ref, None, "the bench's own data set", administrator=False)


def collection_of(plan: Plan) -> Collection:
    ref = Ref("dataset", str(uuid4()))
    return create_collection(permit(ref), ref, plan)


def adult_plan() -> Plan:
    return Plan(
        tuple(
            Field(name=name, type="int", kind=KINDS.get(name, "rnd"))
            if name in NUMBERS
            else Field(name=name, type="text", width=longest(at), kind=KINDS.get(name, "rnd"))
            for at, name in enumerate(columns())
        )
    )


def record(most: int) -> dict[str, float]:
    """Measures a record of ten numbers and ten texts, each sealed under its own key, and the HMAC of the whole."""
    fields = [Field(name=f"number {n}", type="int") for n in range(10)]
    fields += [Field(name=f"text {n}", type="text", width=20) for n in range(10)]
    records: Records = collection_of(Plan(tuple(fields)))._records  # The bench measures below the services.
    row = [*range(10), *("some words" for _ in range(10))]
    ids = [secrets.token_bytes(16) for _ in range(min(most, RECORDS))]
    documents = [records.document(id, 1, row) for id in ids]
    encrypt = [cpu(lambda: [records.document(id, 1, row) for id in ids]) for _ in range(TURNS)]
    decrypt = [
        cpu(lambda: [(records.element(document), records.opened(document)) for document in documents])
        for _ in range(TURNS)
    ]
    return {
        "encrypt": 1000 * statistics.median(encrypt) / len(ids),
        "decrypt": 1000 * statistics.median(decrypt) / len(ids),
    }


def embedded(most: int) -> dict[str, float]:
    adult = rows()[:most]
    collection = collection_of(adult_plan())
    before = time.process_time()
    load = wall(lambda: collection.bulk_load(adult))
    load_cpu = time.process_time() - before
    scan = statistics.median(cpu(lambda: list(collection.scan())) for _ in range(TURNS))
    return {
        "rows": len(adult),
        "load": load,
        "load_cpu": load_cpu,
        "fields": len(adult) * len(columns()) / scan,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        "equality": median_ms(lambda: collection.find(equal={"education": EQUAL})),
        "range": median_ms(lambda: collection.find(between={"age": BETWEEN})),
    }


def mongo(most: int) -> dict[str, float]:
    """Returns the figures of runs that alternate with pymongo, which holds the same rows in clear, equally durable and
    indexed."""
    name = f"bench_{secrets.token_hex(6)}"
    connected = client(settings.MONGO_URL)
    settings.MONGO_URL = settings.MONGO_URL.rsplit("/", 1)[0] + "/" + name
    try:
        return _mongo(connected[name], rows()[:most])
    finally:
        connected.drop_database(name)


def _mongo(database: Any, adult: Sequence[Sequence[Any]]) -> dict[str, float]:
    names = columns()
    plain_loads, loads = [], []
    collection = collection_of(adult_plan())
    for turn in range(2):
        plain = database[f"plain{turn}"]
        documents = [dict(zip(names, row, strict=True)) for row in adult]
        plain_loads.append(wall(lambda: plain_load(plain, documents)))  # noqa: B023 - the lambda is called at once
        collection = collection_of(adult_plan())
        loads.append(wall(lambda: collection.bulk_load(adult)))  # noqa: B023 - the lambda is called at once
    low, high = BETWEEN
    deeds: dict[str, tuple[Deed, Deed]] = {
        "equality": (
            lambda: list(plain.find({"education": EQUAL})),
            lambda: collection.find(equal={"education": EQUAL}),
        ),
        "range": (
            lambda: list(plain.find({"age": {"$gte": low, "$lte": high}})),
            lambda: collection.find(between={"age": BETWEEN}),
        ),
    }
    measured: dict[str, float] = {"rows": len(adult), "plain_load": min(plain_loads), "load": min(loads)}
    for what, (in_the_clear, sealed) in deeds.items():
        turns = [(wall(in_the_clear), wall(sealed)) for _ in range(TURNS)]
        measured[f"plain_{what}"] = 1000 * statistics.median(duration for duration, _ in turns)
        measured[what] = 1000 * statistics.median(duration for _, duration in turns)
    return measured


def plain_load(plain: Any, documents: list[dict[str, Any]]) -> None:
    for name in KINDS:
        plain.create_index(name)
    for start in range(0, len(documents), AT_ONCE):
        plain.insert_many(documents[start : start + AT_ONCE])


def wall(deed: Deed) -> float:
    before = time.perf_counter()
    deed()
    return time.perf_counter() - before


def cpu(deed: Deed) -> float:
    before = time.process_time()
    deed()
    return time.process_time() - before


def median_ms(deed: Deed) -> float:
    return 1000 * statistics.median(wall(deed) for _ in range(TURNS))


if __name__ == "__main__":
    print(json.dumps({"record": record, "embedded": embedded, "mongo": mongo}[sys.argv[1]](int(sys.argv[2]))))
