"""This module holds golden vectors of shape `meeting` for its twin: draws with boundary words at every position of a
try, and refusals."""

from collections.abc import Iterator

from mechanisms.common.entropy import SeededEntropy, Tape, accepted_words
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.sets.privset import PrivSet
from mechanisms.ldp.shapes.sets.meeting import MeetingChannel
from mechanisms.vectors.draws import UNREAD

CASES = ((2, 1, "1"), (5, 4, "1"), (6, 3, "4"), (9, 3, "0.5"), (13, 2, "1"), (21, 20, "2"), (40, 4, "0.1"))
_LONGEST = 4096  # A tape has at most this many words; words that are not read are left out.
_SPEC = {"shape": "meeting", "answers": 5, "pad_to": 3, "size": 2, "meets_below": 9}
BAD_SPECS: tuple[object, ...] = (
    *({name: value for name, value in _SPEC.items() if name != missing} for missing in _SPEC),
    {**_SPEC, "more": 1},
    {**_SPEC, "answers": 1, "pad_to": 1, "size": 1},
    {**_SPEC, "answers": 4097},
    {**_SPEC, "pad_to": 0},
    {**_SPEC, "pad_to": 6},
    {**_SPEC, "pad_to": 1.5},
    {**_SPEC, "size": 0},
    {**_SPEC, "size": 6},
    {**_SPEC, "size": "2"},
    {**_SPEC, "meets_below": -1},
    {**_SPEC, "meets_below": WORDS + 1},
    {**_SPEC, "meets_below": None},
)


def meeting_vectors() -> dict[str, object]:
    sizes = ((4, 0), (1, WORDS))
    extremes = [MeetingChannel(answers=4, pad_to=2, size=size, meets_below=below) for size, below in sizes]
    small, large = (MeetingChannel(answers=answers, pad_to=3, size=2, meets_below=9) for answers in (4, 7))
    return {
        "shape": "meeting",
        "cases": [_mechanism_case(*row) for row in CASES] + [_case(channel) for channel in extremes],
        "bad_specs": list(BAD_SPECS),
        "bad_records": [{"spec": small.spec, "record": record} for record in ("", "00", "80", "e0", "81", "c000")]
        + [{"spec": large.spec, "record": record} for record in ("c0", "0040", "8000", "e000", "8020", "c00000")],
    }


def _mechanism_case(answers: int, pad_to: int, epsilon: str) -> dict[str, object]:
    oracle = PrivSet(answers=answers, pad_to=pad_to, epsilon=epsilon)
    assert isinstance(oracle.channel, MeetingChannel)  # noqa: S101  # mypy: PrivSet makes no other channel
    return {
        "mechanism": oracle.slug,
        "version": oracle.version,
        "epsilon": oracle.epsilon_text,
        "spent": f"{oracle.epsilon_spent():f}",
        "p": float(oracle.p),
        "q": float(oracle.q),
        **_case(oracle.channel),
    }


def _case(channel: MeetingChannel) -> dict[str, object]:
    return {
        "spec": channel.spec,
        "words": channel.words,
        "record_bytes": channel.report_bytes,
        "draws": [_draw(channel, answer, words) for answer, words in _draws(channel)],
    }


def _draw(channel: MeetingChannel, answer: frozenset[int], words: list[int]) -> dict[str, object]:
    tape = Tape(words)
    record = channel.pack(channel.perturb(answer, tape))
    return {"answer": sorted(answer), "tape": [*words[: tape.read], UNREAD], "read": tape.read, "record": record.hex()}


def _draws(channel: MeetingChannel) -> Iterator[tuple[frozenset[int], list[int]]]:
    """Yields each edge at each word of the first two tries, under sets of one answer up to as many as are taken."""
    background = SeededEntropy(channel.answers)
    edges = [(place, edge) for place in range(channel.words) for edge in _edges(channel, place)]
    for turn, (place, edge) in enumerate(edges):
        words = background.words(_LONGEST).tolist()
        words[place : place + 1] = edge
        size = 1 + turn % channel.pad_to
        yield frozenset((turn + step) % channel.answers for step in range(size)), words


def _edges(channel: MeetingChannel, place: int) -> list[list[int]]:
    bound = channel.bounds[place % len(channel.bounds)]
    if place % len(channel.bounds) == 0:
        words = {0, channel.meets_below - 1, channel.meets_below, WORDS - 1}
        return [[word] for word in sorted(words) if 0 <= word < WORDS]
    limit = accepted_words(bound)
    accepted = [[word] for word in sorted({0, channel.answers - 1, bound - 1, bound, limit - 1})]
    return accepted if limit == WORDS else [*accepted, [limit, 1], [WORDS - 1, limit, 0]]
