"""The sweep does what is due: closings, batches that are large enough, work that got stuck."""

from django.utils import timezone

from surveys.publishing.versions import ask_for_ingest
from surveys.running import sweeping
from surveys.running.close import close
from surveys.running.rotate import rotate


def sweep() -> None:
    """Does what is due of all surveys. Each part reads before it writes: on SQLite a write waits for the one lock of
    the file."""
    for version in sweeping.past_their_time(timezone.now()):
        close(actor=None, rule="the closing time of the version", survey_id=version.survey_id, number=version.number)
    for version in sweeping.full():
        close(actor=None, rule="the cap of the version", survey_id=version.survey_id, number=version.number)
    for batch_key_id in sweeping.full_batch_keys(timezone.now()):
        rotate(batch_key_id=batch_key_id)
    _ask_again()


def _ask_again() -> None:
    """An ingest that failed or was called off is asked for once an hour, until its reports are counted."""
    for version in sweeping.stuck_versions():
        ask_for_ingest(version, after=f"{timezone.now():%Y-%m-%dT%H}")
