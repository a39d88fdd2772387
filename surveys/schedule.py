"""The schedule tells people whether a version takes reports now, and if not, why."""

from datetime import datetime

SCHEDULED, OPEN, PAUSED, CLOSED = "scheduled", "open", "paused", "closed"
VERSION_STATES = [SCHEDULED, OPEN, PAUSED, CLOSED]
DRAFT = "draft"
SURVEY_STATES = [DRAFT, *VERSION_STATES]


def state_of(*, stored: str, paused: bool, opens_at: datetime | None, now: datetime) -> str:
    """Returns the state of a version. `stored` is open or closed. A pause is stronger than the schedule: it also holds
    back what would open."""
    if stored == CLOSED:
        return CLOSED
    if paused:
        return PAUSED
    return SCHEDULED if opens_at is not None and now < opens_at else OPEN


def state_of_survey(versions: list[str]) -> str:
    """Returns the state of a survey, from the states of its versions: one at most is not closed."""
    going = [state for state in versions if state != CLOSED]
    return going[-1] if going else CLOSED if versions else DRAFT
