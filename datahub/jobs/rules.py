"""These rules say how long a claim holds, how often a job is tried, and in which slot of the clock an instant falls."""

from datetime import timedelta

LEASE = timedelta(seconds=15)  # a worker that was killed is noticed after this time
HEARTBEAT_SECONDS = 3.0  # a lease outlasts four heartbeats that come too late
BREAKDOWNS = 5  # a job may raise this many exceptions before it fails
# So many workers may be lost in a job before it fails: most die for another reason, but a job that exhausts memory must
# end.
LOST_WORKERS = 20
FIRST_PAUSE = timedelta(seconds=1)

# No lease ends later than this from now, and no job was created later than now: else the clock was set back.
FARTHEST = timedelta(minutes=1)

# The task returned without finish(), which is a fault in its code, so the job is not tried again.
NOT_FINISHED = "not_finished"
ATTEMPTS_SPENT = "attempts_spent"
UNKNOWN_KIND = "unknown_kind"


def pause_after(breakdown: int) -> timedelta:
    """Returns how long a job rests after its nth exception: 1, 2, 4, 8 seconds, so that a database may come back
    meanwhile."""
    return FIRST_PAUSE * int(2 ** (breakdown - 1))


def slot_key(kind: str, seconds: int, now: float) -> str:
    """Returns the same key for every clock that looks within the same slot, so that any number of clocks asks for one
    job."""
    return f"{kind}:{int(now // seconds)}"
