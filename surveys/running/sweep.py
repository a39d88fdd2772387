"""The sweep starts all work that is due: closings, batches that are large enough, and work that got stuck."""

from django.utils import timezone

from surveys.publishing.versions import ask_for_ingest
from surveys.running import sweeping
from surveys.running.close import close
from surveys.running.rotate import rotate


def sweep() -> None:
    """Starts the work that is due in all surveys. Each part reads before it writes, as on SQLite a write waits for the
    only lock of the file."""
    for version in sweeping.past_their_time(timezone.now()):
        close(actor=None, rule="the closing time of the version", survey_id=version.survey_id, number=version.number)
    for version in sweeping.full():
        close(actor=None, rule="the cap of the version", survey_id=version.survey_id, number=version.number)
    for batch_key_id in sweeping.full_batch_keys(timezone.now()):
        rotate(batch_key_id=batch_key_id)
    _ask_again()


def _ask_again() -> None:
    """Requests a failed or cancelled ingest once an hour, until its reports are counted."""
    for version in sweeping.stuck_versions():
        ask_for_ingest(version, after=f"{timezone.now():%Y-%m-%dT%H}")
