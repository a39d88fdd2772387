"""Parameters, specs and texts that must be refused."""

from mechanisms.catalogue import mechanism
from mechanisms.common.canonical import LARGEST_INTEGER
from mechanisms.common.thresholds import WORDS
from mechanisms.ldp.numbers.grid import FURTHEST, WIDEST
from mechanisms.ldp.numbers.number_mechanism import MOST_OUTPUTS

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
_GRID = {"low": 0, "high": 10, "steps": 5}
BAD_GRIDS = (
    {"low": 0, "high": 10},
    {"low": 0, "high": 10, "steps": 0},
    {"low": 0, "high": 10, "steps": 11},
    {"low": 0, "high": 10, "steps": 2.5},
    {"low": 0, "high": 0, "steps": 1},
    {"low": 10, "high": 0, "steps": 1},
    {"low": 0.5, "high": 10, "steps": 5},
    {"low": "0", "high": 10, "steps": 5},
    {"low": 0, "high": WIDEST + 1, "steps": 5},
    {"low": FURTHEST - 1, "high": FURTHEST + 1, "steps": 1},
    {"low": FURTHEST, "high": FURTHEST + 1, "steps": 1},
    {"low": -FURTHEST - 1, "high": -FURTHEST, "steps": 1},
)
BAD_WINDOW_SPECS: tuple[object, ...] = (
    *({"shape": "window", "window": 3, "inside_below": 5, **grid} for grid in BAD_GRIDS),
    {"shape": "window", "inside_below": 5, **_GRID},
    {"shape": "window", "window": 3, **_GRID},
    {"shape": "window", "window": 0, "inside_below": 5, **_GRID},
    {"shape": "window", "window": 1.5, "inside_below": 5, **_GRID},
    {"shape": "window", "window": MOST_OUTPUTS - 4, "inside_below": 5, **_GRID},
    {"shape": "window", "window": 3, "inside_below": -1, **_GRID},
    {"shape": "window", "window": 3, "inside_below": WORDS + 1, **_GRID},
    {"shape": "window", "window": 3, "inside_below": 5, "keep_below": 5, **_GRID},
    {"shape": "windows", "window": 3, "inside_below": 5, **_GRID},
    None,
)
BAD_ENDS_SPECS: tuple[object, ...] = (
    *({"shape": "ends", "keep_below": 5, **grid} for grid in BAD_GRIDS),
    {"shape": "ends", **_GRID},
    {"shape": "ends", "keep_below": -1, **_GRID},
    {"shape": "ends", "keep_below": WORDS + 1, **_GRID},
    {"shape": "ends", "keep_below": 5, "window": 3, **_GRID},
    {"shape": "choice", "answers": 2, "keep_below": 5},
)
_EITHER = {"shape": "window-or-ends", "window": 3, "inside_below": 5, "window_below": 7, "keep_below": 5, **_GRID}
BAD_WINDOW_OR_ENDS_SPECS: tuple[object, ...] = (
    *({name: value for name, value in _EITHER.items() if name != missing} for missing in _EITHER),
    {**_EITHER, "window": 0},
    {**_EITHER, "window": MOST_OUTPUTS - 6},
    {**_EITHER, "window": WIDEST + 1, "window_below": 0},
    {**_EITHER, "window_below": WORDS + 1},
    {**_EITHER, "inside_below": -1},
    {**_EITHER, "keep_below": 0.5},
    {**_EITHER, "more": 1},
)
BAD_END_OR_SKIPPED_SPECS: tuple[object, ...] = (
    *({"shape": "end-or-skipped", "keep_below": 5, **grid} for grid in BAD_GRIDS),
    {"shape": "end-or-skipped", "keep_below": 5, **_GRID},
    {"shape": "end-or-skipped", **_GRID, "steps": 1},
    {"shape": "end-or-skipped", "keep_below": -1, **_GRID, "steps": 1},
    {"shape": "end-or-skipped", "keep_below": WORDS + 1, **_GRID, "steps": 1},
    {"shape": "end-or-skipped", "keep_below": 5, "answers": 3, **_GRID, "steps": 1},
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
