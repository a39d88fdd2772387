"""These functions read the audit log. The Door has decided before whether the viewer may read all or only one
subject."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from datahub.api.ref import PLATFORM, Ref
from datahub.api.signing import is_signed, public_key
from datahub.audit.models import Entry, Head, Verification
from datahub.audit.rules import START, Break, Line, first_break, written_anew

Progress = Callable[[int, int], None]  # a progress function is told how many entries were read, and of how many
AT_ONCE = 1000
MOST_LOOKED_AT = 10_000  # one request reads at most this many entries, in two thirds of a second


@dataclass(frozen=True, kw_only=True)
class Look:
    """A look is the result of a quick check of the audit log; entries before `first` were not checked."""

    entries: int
    head: str
    first: int
    signed: Verification | None
    broken: Break | None


def entries_about(subject: Ref, *, actor: str = "", operation: str = "", reason: str = "") -> QuerySet[Entry]:
    """Returns the entries about the subject, or all entries if it is the platform. An empty filter lets everything
    through."""
    entries = Entry.objects.all() if subject == PLATFORM else Entry.objects.filter(subject=str(subject))
    wanted = {"actor": actor, "operation": operation, "reason": reason}
    return entries.filter(**{column: value for column, value in wanted.items() if value})


def look() -> Look:
    """Checks the entries since the newest signed head, at most MOST_LOOKED_AT, without reading the whole log.

    Nothing is locked: entries are only ever added, and whoever reads the last number before the head finds the head at
    that entry or beyond it.
    """
    last, head = _last_number(), _head()
    signed = next((kept for kept in _signed() if kept.entries <= head[0]), None)
    start = max(head[0] - MOST_LOOKED_AT, signed.entries if signed else 0)
    before = Entry.objects.filter(number=start).values_list("hash", flat=True).first() or START
    known = {signed.entries: signed.head} if signed else {}
    broken = None if known.get(start, before) == before else Break(start, written_anew(start))
    broken = broken or first_break(_lines(start, head[0]), head, after=(start, before))
    return Look(entries=head[0], head=head[1], first=start + 1, signed=signed, broken=_with_the_end(broken, last, head))


def read_whole(progress: Progress | None = None) -> tuple[int, str, Break | None]:
    """Reads the whole log; returns how many entries it should have, the hash of the last, and the first that is not
    what was written.

    Nothing is locked, however long it takes.
    """
    last, head = _last_number(), _head()
    signed = {kept.entries: kept.head for kept in _signed()}
    lines = _lines(0, head[0])
    if progress is not None:
        lines = _telling(lines, progress, head[0])
    return *head, _with_the_end(first_break(lines, head, signed=signed), last, head)


def newest_verification() -> Verification | None:
    return Verification.objects.order_by("-pk").first()


def _head() -> tuple[int, str]:
    return Head.objects.values_list("number", "hash").first() or (0, START)


def _last_number() -> int:
    return Entry.objects.order_by("-number").values_list("number", flat=True).first() or 0


def _signed() -> Iterator[Verification]:
    """Yields the passes that this platform signed, the newest first; a row whose signature does not hold says
    nothing."""
    key = public_key()
    passes = Verification.objects.exclude(signature="").order_by("-pk")
    return (kept for kept in passes.iterator() if is_signed(kept.statement(), kept.signature, key))


def _lines(after: int, last: int) -> Iterator[tuple[Line, str]]:
    """Yields the entries of the log page by page: an open cursor would keep SQLite from tidying its journal for as long
    as the reading takes."""
    rows = Entry.objects.filter(number__lte=last).order_by("number")
    while page := list(rows.filter(number__gt=after)[:AT_ONCE]):
        yield from ((row.line(), row.hash) for row in page)
        after = page[-1].number


def _telling(lines: Iterable[tuple[Line, str]], progress: Progress, total: int) -> Iterator[tuple[Line, str]]:
    for number, line in enumerate(lines):
        if number % AT_ONCE == 0:
            progress(number, total)
        yield line


def _with_the_end(broken: Break | None, last: int, head: tuple[int, str]) -> Break | None:
    """Returns the first fault in the lines, or one that the end of the log shows: lines beyond the head, or fewer than
    were signed."""
    if broken is not None and broken.number <= head[0]:
        return broken
    return _beyond(last, head) or _cut_off(head) or broken


def _cut_off(head: tuple[int, str]) -> Break | None:
    newest = next(_signed(), None)
    if newest is None or newest.entries <= head[0]:
        return None
    return Break(head[0] + 1, f"the log ends at entry {head[0]}, but entry {newest.entries} was signed before")


def _beyond(last: int, head: tuple[int, str]) -> Break | None:
    if last <= head[0]:
        return None
    return Break(last + 1, f"the log ends at entry {last}, but entry {head[0]} was the last one written")
