"""Writes the golden vectors that the TypeScript twins are held to: `python -m mechanisms.vectors [--check]`."""

import base64
import hashlib
import sys

from mechanisms.catalogue import mechanism
from mechanisms.common.canonical import LARGEST_INTEGER, canonical, digest
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.sets.bitwise_randomized_response import BitwiseRandomizedResponse
from mechanisms.ldp.shapes.bits import BitsChannel
from mechanisms.ldp.shapes.choice import ChoiceChannel
from mechanisms.ldp.shapes.subset import SubsetChannel
from mechanisms.vectors.draws import bits_case, choice_case, sets_case, subset_case
from mechanisms.vectors.files import main
from mechanisms.vectors.hierarchies import hierarchy_vectors
from mechanisms.vectors.meeting import meeting_vectors
from mechanisms.vectors.numbers import number_vectors
from mechanisms.vectors.padded import padded_vectors
from mechanisms.vectors.points import ends_vectors, window_or_ends_vectors, window_vectors
from mechanisms.vectors.refusals import (
    BAD_BASE64URL_TEXTS,
    BAD_BITS_SPECS,
    BAD_CANONICAL_TEXTS,
    BAD_CHOICE_SPECS,
    BAD_SUBSET_SPECS,
    GRR,
    refused_parameters,
)
from mechanisms.vectors.sensitive import sensitive_vectors
from mechanisms.vectors.skipped import end_or_skipped_vectors

CHOICES = (
    ("randomized-response", 2, "1"),
    ("randomized-response", 2, "16"),
    (GRR, 2, "0.5"),
    (GRR, 3, "0.5"),
    (GRR, 4, "1"),
    (GRR, 5, "2"),
    (GRR, 16, "0.5"),
    (GRR, 256, "4"),
    (GRR, 257, "4"),
    (GRR, 65536, "8"),
)
BITS = tuple(
    (slug, answers, epsilon)
    for slug in ("optimized-unary-encoding", "symmetric-unary-encoding")
    for answers, epsilon in ((2, "1"), (3, "0.5"), (8, "2"), (9, "16"), (17, "1"))
)
# The number of answers, and epsilon.
SUBSETS = ((2, "1"), (3, "1"), (4, "0.5"), (6, "0.1"), (9, "1"), (17, "0.5"), (64, "2"))
# The number of answers, the most that differ, and epsilon.
SETS = ((3, 2, "0.5"), (5, 5, "2"), (9, 4, "1"), (17, 17, "8"))


def choice_vectors() -> dict[str, object]:
    extremes = [ChoiceChannel(answers=4, keep_below=threshold) for threshold in (0, 1, WORDS - 1, WORDS)]
    small, large = ChoiceChannel(answers=3, keep_below=9), ChoiceChannel(answers=300, keep_below=9)
    return {
        "shape": "choice",
        "cases": [_mechanism_case(*row) for row in CHOICES] + [choice_case(channel) for channel in extremes],
        "bad_parameters": refused_parameters(),
        "bad_specs": list(BAD_CHOICE_SPECS),
        "bad_records": [{"spec": small.spec, "record": record} for record in ("", "03", "ff", "0000")]
        + [{"spec": large.spec, "record": record} for record in ("00", "012c", "000000")],
    }


def bits_vectors() -> dict[str, object]:
    thresholds = ((WORDS, 0), (0, WORDS), (1, WORDS - 1))
    extremes = [BitsChannel(answers=3, one_below=one_below, zero_below=zero) for one_below, zero in thresholds]
    small, large = (BitsChannel(answers=answers, one_below=9, zero_below=8) for answers in (3, 9))
    return {
        "shape": "bits",
        "cases": [_mechanism_case(*row) for row in BITS] + [bits_case(channel) for channel in extremes],
        "set_cases": [_set_case(*row) for row in SETS],
        "bad_specs": list(BAD_BITS_SPECS),
        "bad_records": [{"spec": small.spec, "record": record} for record in ("", "10", "01", "f0", "e000")]
        + [{"spec": large.spec, "record": record} for record in ("00", "0040", "0001", "000000")],
    }


def subset_vectors() -> dict[str, object]:
    # The sets have all answers but one, and all but two.
    thresholds = ((4, 3, 0), (4, 2, 1), (5, 4, WORDS - 1), (5, 3, WORDS))
    extremes = [SubsetChannel(answers=answers, size=size, with_below=below) for answers, size, below in thresholds]
    small, large = (SubsetChannel(answers=answers, size=2, with_below=9) for answers in (3, 9))
    return {
        "shape": "subset",
        "cases": [_mechanism_case("subset-selection", *row) for row in SUBSETS]
        + [subset_case(channel) for channel in extremes],
        "bad_specs": list(BAD_SUBSET_SPECS),
        "bad_records": [{"spec": small.spec, "record": record} for record in ("", "00", "80", "e0", "90", "c000")]
        + [{"spec": large.spec, "record": record} for record in ("c0", "0040", "8000", "e000", "c080", "c00000")],
    }


def canonical_vectors() -> dict[str, object]:
    values: list[object] = [
        None,
        True,
        [],
        {},
        0,
        -7,
        LARGEST_INTEGER,
        -LARGEST_INTEGER,
        "",
        'quote " backslash \\ slash /',
        "".join(map(chr, range(32))) + "\x7f",
        "é 中文 العربية \U0001f600 \u2028\u2029",
        {"b": 1, "a": [True, False, None, {"z": [], "y": "x"}], "B": -1, "_": "", "a1": 0, "10": 1, "9": 2},
    ]
    return {
        "cases": [{"value": value, "text": canonical(value).decode(), "sha256": digest(value)} for value in values],
        "bad_texts": list(BAD_CANONICAL_TEXTS),
    }


def sha256_vectors() -> dict[str, object]:
    messages = [b"", b"abc"] + [bytes(i % 251 for i in range(n)) for n in (1, 55, 56, 63, 64, 65, 119, 120, 128, 1000)]
    return {
        "cases": [{"message": message.hex(), "sha256": hashlib.sha256(message).hexdigest()} for message in messages]
    }


def base64url_vectors() -> dict[str, object]:
    messages = [bytes(range(n)) for n in range(5)] + [bytes([251, 239, 190, 255]), bytes(range(256)), b"\xff" * 16]
    return {
        "cases": [
            {"bytes": message.hex(), "text": base64.urlsafe_b64encode(message).rstrip(b"=").decode()}
            for message in messages
        ],
        "bad_texts": list(BAD_BASE64URL_TEXTS),
    }


def _mechanism_case(slug: str, answers: int, epsilon: str) -> dict[str, object]:
    oracle = mechanism(slug, answers=answers, epsilon=epsilon)
    channel = oracle.channel
    if isinstance(channel, ChoiceChannel):
        return _named(oracle, choice_case(channel))
    if isinstance(channel, BitsChannel):
        return _named(oracle, bits_case(channel))
    if isinstance(channel, SubsetChannel):
        return _named(oracle, subset_case(channel))
    raise AssertionError(f"no vectors are written for the shape {channel.shape}")


def _set_case(answers: int, most: int, epsilon: str) -> dict[str, object]:
    oracle = BitwiseRandomizedResponse(answers=answers, most=most, epsilon=epsilon)
    return _named(oracle, {"most": most, **sets_case(oracle)})


def _named(oracle: FrequencyOracle, case: dict[str, object]) -> dict[str, object]:
    return {
        "mechanism": oracle.slug,
        "version": oracle.version,
        "epsilon": oracle.epsilon_text,
        "spent": f"{oracle.epsilon_spent():f}",
        **case,
    }


FILES = {
    "choice.json": choice_vectors,
    "bits.json": bits_vectors,
    "subset.json": subset_vectors,
    "meeting.json": meeting_vectors,
    "window.json": window_vectors,
    "ends.json": ends_vectors,
    "window-or-ends.json": window_or_ends_vectors,
    "end-or-skipped.json": end_or_skipped_vectors,
    "numbers.json": number_vectors,
    "padded.json": padded_vectors,
    "sensitive.json": sensitive_vectors,
    "hierarchies.json": hierarchy_vectors,
    "canonical.json": canonical_vectors,
    "sha256.json": sha256_vectors,
    "base64url.json": base64url_vectors,
}


if __name__ == "__main__":
    sys.exit(main(FILES, "mechanisms.vectors", sys.argv[1:]))
