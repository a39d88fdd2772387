"""Draws of one channel on written-down words, with boundary words at every position.

A twin with `<=` for `<`, or without its rejection loop, agrees with random words almost always; it disagrees where a
word is 0, the threshold, one less, the largest word, or the first that must be drawn again.
"""

import itertools
from collections.abc import Iterator

from mechanisms.common.entropy import SeededEntropy, Tape, accepted_words
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.shapes.bits import BitsChannel
from mechanisms.ldp.shapes.channel import Answer, Channel
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.subset import SubsetChannel

UNREAD = 305419896  # This word closes every tape; a twin that reads it has read too much.


def choice_case(channel: ChoiceChannel) -> dict[str, object]:
    return _case(channel, _choice_draws(channel))


def bits_case(channel: BitsChannel) -> dict[str, object]:
    return _case(channel, _bits_draws(channel))


def sets_case(oracle: BitwiseRandomizedResponse) -> dict[str, object]:
    return _case(oracle.channel, _set_draws(oracle))


def subset_case(channel: SubsetChannel) -> dict[str, object]:
    return _case(channel, _subset_draws(channel))


def _case(channel: Channel, draws: Iterator[tuple[Answer, list[int]]]) -> dict[str, object]:
    return {
        "spec": channel.spec,
        "words": channel.words,
        "record_bytes": channel.report_bytes,
        "draws": [_draw(channel, answer, words) for answer, words in draws],
    }


def _draw(channel: Channel, answer: Answer, words: list[int]) -> dict[str, object]:
    tape = Tape([*words, UNREAD])
    record = channel.pack(channel.perturb(answer, tape))
    written = answer if isinstance(answer, int) else sorted(answer)
    return {"answer": written, "tape": [*words, UNREAD], "read": tape.read, "record": record.hex()}


def _choice_draws(channel: ChoiceChannel) -> Iterator[tuple[Answer, list[int]]]:
    answers = sorted({0, 1, channel.answers // 2, channel.answers - 1})
    firsts = _words(0, channel.keep_below - 1, channel.keep_below, WORDS - 1)
    for answer, first, rest in itertools.product(answers, firsts, _second_words(channel)):
        yield answer, [first, *rest]


def _second_words(channel: ChoiceChannel) -> list[list[int]]:
    if channel.words == 1:
        return [[]]
    others = channel.answers - 1
    limit = accepted_words(others)
    accepted = [[word] for word in _words(0, 1, others - 1, others, limit - 1)]
    return accepted if limit == WORDS else [*accepted, [limit, 1], [WORDS - 1, limit, 0]]


def _bits_draws(channel: BitsChannel) -> Iterator[tuple[Answer, list[int]]]:
    """Yields each edge at each position, once where that position is the true answer and once where it is not."""
    edges = _words(0, channel.one_below - 1, channel.one_below, channel.zero_below - 1, channel.zero_below, WORDS - 1)
    background = SeededEntropy(channel.answers)
    for position, edge in itertools.product(range(channel.answers), edges):
        words = background.words(channel.answers).tolist()
        words[position] = edge
        yield position, words
        yield (position + 1) % channel.answers, words


def _set_draws(oracle: BitwiseRandomizedResponse) -> Iterator[tuple[Answer, list[int]]]:
    """Yields each edge value at each position, once inside a set and once outside; the sets have from one position to
    all."""
    keep_below, flip_below = WORDS - int(oracle.q * WORDS), int(oracle.q * WORDS)
    edges = _words(0, flip_below - 1, flip_below, keep_below - 1, keep_below, WORDS - 1)
    background = SeededEntropy(oracle.answers)
    for position, edge in itertools.product(range(oracle.answers), edges):
        words = background.words(oracle.answers).tolist()
        words[position] = edge
        others = [answer for answer in range(oracle.answers) if answer != position]
        yield frozenset([position, *others[: position % oracle.answers]]), words
        yield frozenset(others[: 1 + position % len(others)]), words


def _subset_draws(channel: SubsetChannel) -> Iterator[tuple[Answer, list[int]]]:
    """Yields each edge at each word, for answers at both ends of the row and in it; drawn again where a word can be."""
    background = SeededEntropy(channel.answers)
    answers = sorted({0, 1, channel.answers // 2, channel.answers - 1})
    for place, bound in enumerate(channel.bounds):
        limit = accepted_words(bound) if place else WORDS
        edges = _words(0, 1, bound - 1, bound, limit - 1) if place else _first_words(channel)
        again = [] if limit == WORDS else [[limit, 1], [WORDS - 1, limit, 0]]
        for edge, answer in itertools.product([[edge] for edge in edges] + again, answers):
            words = background.words(channel.words).tolist()
            yield answer, [*words[:place], *edge, *words[place + 1 :]]


def _first_words(channel: SubsetChannel) -> list[int]:
    return _words(0, channel.with_below - 1, channel.with_below, WORDS - 1)


def _words(*candidates: int) -> list[int]:
    return sorted({word for word in candidates if 0 <= word < WORDS})
