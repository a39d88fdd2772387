"""These are the functions that settings.JOBS runs for surveys."""

from django.db import transaction

from datahub.api.writes.locking import row_in
from datahub.jobs.claims import Claim
from surveys.models import Version
from surveys.publishing import definition as rules
from surveys.reports import ingest as ingesting
from surveys.reports import ingest_blocks as blocks
from surveys.running import sweep as sweeping
from surveys.running.forget import forget_left_over


def sweep(claim: Claim) -> None:
    sweeping.sweep()
    with transaction.atomic():
        claim.finish({})


def tidy(claim: Claim) -> None:
    """Destroys keys that a kill left over. It lists the key folder, so its time grows with the number of surveys."""
    forget_left_over()
    with transaction.atomic():
        claim.finish({})


def ingest(claim: Claim) -> None:
    version = row_in(Version.objects.select_related("survey").filter(pk=claim.payload["version"]))
    definition = rules.read(version.definition)
    if definition.level_choice == rules.PER_QUESTION:
        blocks.ingest_by_block(claim, version, definition)
    else:
        ingesting.ingest(claim)
