"""Parameters, specs and texts that must be refused."""

from mechanisms.catalogue import mechanism
from mechanisms.common.canonical import LARGEST_INTEGER
from mechanisms.common.thresholds import WORDS

GRR = "generalized-randomized-response"

BAD_PARAMETERS = (
    ("randomized-response", 3, "1"),
    ("randomized-response", 2, "0"),
    ("randomized-response", 2, "-1"),
    ("randomized-response", 2, "16.000001"),
    ("randomized-response", 2, "NaN"),
    ("randomized-response", 2, "1e0"),
    ("randomized-response", 2, "0.0000001"),
    (GRR, 1, "1"),
    (GRR, 65537, "1"),
    (GRR, 65536, "0.000001"),
    ("optimized-unary-encoding", 1, "1"),
    ("optimized-unary-encoding", 4097, "1"),
    ("symmetric-unary-encoding", 4097, "1"),
    ("subset-selection", 1, "1"),
    ("subset-selection", 4097, "1"),
    ("no-such-mechanism", 2, "1"),
)
BAD_CHOICE_SPECS: tuple[object, ...] = (
    None,
    [],
    "choice",
    {},
    {"shape": "choice", "answers": 3},
    {"shape": "choice", "answers": 3, "keep_below": 5, "more": 1},
    {"shape": "choices", "answers": 3, "keep_below": 5},
    {"shape": "choice", "answers": 1, "keep_below": 5},
    {"shape": "choice", "answers": 65537, "keep_below": 5},
    {"shape": "choice", "answers": "3", "keep_below": 5},
    {"shape": "choice", "answers": 2.5, "keep_below": 5},
    {"shape": "choice", "answers": 3, "keep_below": -1},
    {"shape": "choice", "answers": 3, "keep_below": WORDS + 1},
    {"shape": "choice", "answers": 3, "keep_below": 0.5},
    {"shape": "choice", "answers": 3, "keep_below": None},
)
BAD_BITS_SPECS: tuple[object, ...] = (
    {"shape": "bits", "answers": 3, "one_below": 5},
    {"shape": "bits", "answers": 3, "one_below": 5, "zero_below": 4, "keep_below": 3},
    {"shape": "bits", "answers": 1, "one_below": 5, "zero_below": 4},
    {"shape": "bits", "answers": 4097, "one_below": 5, "zero_below": 4},
    {"shape": "bits", "answers": 3, "one_below": WORDS + 1, "zero_below": 4},
    {"shape": "bits", "answers": 3, "one_below": 5, "zero_below": -1},
    {"shape": "bits", "answers": 3, "one_below": "5", "zero_below": 4},
    {"shape": "bits", "answers": 3, "one_below": 5, "zero_below": True},
)
BAD_SUBSET_SPECS: tuple[object, ...] = (
    {"shape": "subset", "answers": 3, "size": 1},
    {"shape": "subset", "answers": 3, "with_below": 5},
    {"shape": "subset", "answers": 3, "size": 1, "with_below": 5, "keep_below": 3},
    {"shape": "subset", "answers": 1, "size": 1, "with_below": 5},
    {"shape": "subset", "answers": 4097, "size": 1, "with_below": 5},
    {"shape": "subset", "answers": 3, "size": 0, "with_below": 5},
    {"shape": "subset", "answers": 3, "size": 3, "with_below": 5},
    {"shape": "subset", "answers": 3, "size": 1.5, "with_below": 5},
    {"shape": "subset", "answers": 3, "size": "1", "with_below": 5},
    {"shape": "subset", "answers": 3, "size": 1, "with_below": WORDS + 1},
    {"shape": "subset", "answers": 3, "size": 1, "with_below": -1},
)


BAD_CANONICAL_TEXTS = (
    "1.5",
    "1e400",
    str(LARGEST_INTEGER + 1),
    str(-LARGEST_INTEGER - 1),
    '"\\ud800"',
    '"\\udc00x"',
    '{"\\u00e9":1}',
    "[" * 66 + "]" * 66,
)
BAD_BASE64URL_TEXTS = ("A", "AB", "AAB", "AA=", "AA==", "A+AA", "A/AA", "A AA", "AAAAA", "\u00e9AAA")


def refused_parameters() -> list[dict[str, object]]:
    return [_refused(*row) for row in BAD_PARAMETERS]


def _refused(slug: str, answers: int, epsilon: str) -> dict[str, object]:
    try:
        mechanism(slug, answers=answers, epsilon=epsilon)
    except ValueError as refusal:
        return {"mechanism": slug, "answers": answers, "epsilon": epsilon, "detail": str(refusal)}
    raise AssertionError(f"{slug} with {answers} answers at epsilon {epsilon} is no refusal")
