"""Draws of mechanisms of padded sets on written-down words, and the parameters and records that they refuse."""

import itertools
from collections.abc import Iterator, Mapping

from mechanisms.catalogue import OF_PADDED_SETS
from mechanisms.common.entropy import SeededEntropy, Tape
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.sets.padded_sets import PaddedSets
from mechanisms.vectors.draws import UNREAD

Parameters = Mapping[str, str | int]

_LONGEST = 4096
_PLACES = 12  # An edge value is tried at each of the first so many words.


def _sampled(answers: int, pad_to: int, epsilon: str, of_one: str) -> tuple[str, Parameters]:
    return "padding-and-sampling", {"answers": answers, "pad_to": pad_to, "epsilon": epsilon, "of_one": of_one}


CASES: tuple[tuple[str, Parameters], ...] = (
    _sampled(2, 1, "1", "generalized-randomized-response"),
    _sampled(9, 3, "0.5", "generalized-randomized-response"),
    _sampled(255, 4, "2", "generalized-randomized-response"),
    _sampled(5, 2, "1", "optimized-unary-encoding"),
    _sampled(9, 3, "1", "subset-selection"),
    _sampled(12, 4, "0.5", "hadamard-response"),
    _sampled(7, 2, "2", "optimized-local-hashing"),
    ("privset", {"answers": 2, "pad_to": 1, "epsilon": "1"}),
    ("privset", {"answers": 9, "pad_to": 3, "epsilon": "0.5"}),
    ("privset", {"answers": 40, "pad_to": 4, "epsilon": "2"}),
    ("wheel", {"answers": 2, "pad_to": 1, "epsilon": "1"}),
    ("wheel", {"answers": 9, "pad_to": 3, "epsilon": "0.5"}),
    ("wheel", {"answers": 5000, "pad_to": 4, "epsilon": "4"}),
)
BAD_PARAMETERS: tuple[tuple[str, Parameters], ...] = (
    _sampled(1, 1, "1", "hadamard-response"),
    _sampled(3, 0, "1", "hadamard-response"),
    _sampled(3, 4, "1", "hadamard-response"),
    _sampled(3, 2, "0", "hadamard-response"),
    _sampled(3, 2, "NaN", "hadamard-response"),
    _sampled(3, 2, "1", "randomized-response"),
    _sampled(65_536, 1, "1", "generalized-randomized-response"),
    ("privset", {"answers": 1, "pad_to": 1, "epsilon": "1"}),
    ("privset", {"answers": 4097, "pad_to": 2, "epsilon": "1"}),
    ("privset", {"answers": 3, "pad_to": 4, "epsilon": "1"}),
    ("privset", {"answers": 3, "pad_to": 2, "epsilon": "17"}),
    ("wheel", {"answers": 100, "pad_to": 65, "epsilon": "1"}),
    ("wheel", {"answers": 3, "pad_to": 0, "epsilon": "1"}),
    ("wheel", {"answers": 3, "pad_to": 2, "epsilon": "-1"}),
)


def padded_vectors() -> dict[str, object]:
    return {
        "cases": [_case(padded_sets(slug, parameters), parameters) for slug, parameters in CASES],
        "bad_parameters": [_refused(slug, parameters) for slug, parameters in BAD_PARAMETERS],
    }


def padded_sets(slug: str, parameters: Parameters) -> PaddedSets:
    offered = next(offered for offered in OF_PADDED_SETS if offered.slug == slug)
    return offered(**parameters)  # type: ignore[arg-type]  # the table in this file has only valid parameters


def _case(oracle: PaddedSets, parameters: Parameters) -> dict[str, object]:
    return {
        "mechanism": oracle.slug,
        "version": oracle.version,
        "parameters": dict(parameters),
        "spent": f"{oracle.epsilon_spent():f}",
        "spec": oracle.client_spec(),
        "words": oracle.words,
        "record_bytes": oracle.report_bytes,
        "draws": [_draw(oracle, answer, words) for answer, words in _draws(oracle)],
    }


def _draw(oracle: PaddedSets, answer: frozenset[int], words: list[int]) -> dict[str, object]:
    tape = Tape(words)
    record = oracle.pack(oracle.perturb(answer, tape))
    return {"answer": sorted(answer), "tape": [*words[: tape.read], UNREAD], "read": tape.read, "record": record.hex()}


def _draws(oracle: PaddedSets) -> Iterator[tuple[frozenset[int], list[int]]]:
    """Yields each edge at each of the first places, under sets from nothing to as many as are taken."""
    numbers = [number for number in oracle.client_spec().values() if isinstance(number, int)]
    edges = sorted({0, WORDS - 1, *(edge for number in numbers for edge in (number - 1, number) if 0 <= edge < WORDS)})
    background = SeededEntropy(oracle.answers)
    for turn, (place, edge) in enumerate(itertools.product(range(min(_PLACES, oracle.words)), edges)):
        words = background.words(_LONGEST).tolist()
        words[place] = edge
        size = turn % (oracle.pad_to + 1)
        yield frozenset((turn + step) % oracle.answers for step in range(size)), words


def _refused(slug: str, parameters: Parameters) -> dict[str, object]:
    try:
        padded_sets(slug, parameters)
    except ValueError as refusal:
        return {"mechanism": slug, "parameters": dict(parameters), "detail": str(refusal)}
    raise AssertionError(f"{slug} with {dict(parameters)} is no refusal")
