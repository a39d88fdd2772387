"""What everybody may see of a data set that was destroyed."""

from typing import Any
from uuid import UUID

from datahub.datasets.errors import NothingDestroyed
from datahub.datasets.models import Destruction


def destruction_of(data_set_id: UUID) -> dict[str, Any]:
    found = Destruction.objects.filter(data_set=data_set_id).first()
    if found is None:
        raise NothingDestroyed("No data set with this id was deleted here.")
    return {
        "state": "destroying" if found.record is None else "destroyed",
        "record": found.record,
        "signature": found.signature,
        "public_key": found.public_key,
    }
