"""An owner sees true rows of a release only through this function, and the log records it."""

from typing import Any

from django.db import transaction

from datahub.audit.services import record
from datahub.policies.services import Permit
from datahub.releases.models import Release
from datahub.releases.sealed import rows_beside


@transaction.atomic
def see_rows(permit: Permit, release: Release) -> dict[str, Any]:
    """Returns the rows that are shown beside a release that is blocked, waits or is released; NothingSealed of
    others."""
    shown = rows_beside(permit, release)
    detail = {"release": str(release.pk)}
    record(actor=permit.viewer, operation=permit.operation, subject=permit.ref, reason=permit.rule, detail=detail)
    return shown
