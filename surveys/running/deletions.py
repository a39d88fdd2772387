"""This selector returns what everybody may see of a deleted survey."""

from typing import Any
from uuid import UUID

from surveys.errors import NothingDeleted
from surveys.models import Deletion


def deletion_of(survey_id: UUID) -> dict[str, Any]:
    deletion = Deletion.objects.filter(survey=survey_id).first()
    if deletion is None:
        raise NothingDeleted("No published survey with this id was deleted here.")
    return {
        "state": "destroying" if deletion.record is None else "destroyed",
        "record": deletion.record,
        "signature": deletion.signature,
        "public_key": deletion.public_key,
    }
