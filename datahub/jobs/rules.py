"""These rules say how long a claim holds, how often a job is tried, and in which slot of the clock an instant falls."""

from datetime import timedelta

LEASE = timedelta(seconds=15)  # a worker that was killed is noticed after this long
HEARTBEAT_SECONDS = 3.0  # so a lease survives four heartbeats that came too late
BREAKDOWNS = 5  # exceptions a job may raise
LOST_WORKERS = 20  # workers a job may outlive: most die of something else, but one that eats memory must end
FIRST_PAUSE = timedelta(seconds=1)

FARTHEST = timedelta(minutes=1)  # no lease ends later than this, nothing was asked for later: the clock went back

NOT_FINISHED = "not_finished"  # the function returned without finish(): a fault in its code, so not tried again
ATTEMPTS_SPENT = "attempts_spent"
UNKNOWN_KIND = "unknown_kind"


def pause_after(breakdown: int) -> timedelta:
    """Returns how long a job rests after its nth exception: 1, 2, 4, 8 seconds, so that a database may come back
    meanwhile."""
    return FIRST_PAUSE * int(2 ** (breakdown - 1))


def slot_key(kind: str, seconds: int, now: float) -> str:
    """Returns the same for every clock that looks within the same slot, so any number of clocks asks for one job."""
    return f"{kind}:{int(now // seconds)}"
