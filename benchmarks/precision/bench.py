"""The bench says how many people a survey needs at one epsilon of the report: all questions sent, and some of them
drawn by lot.

Both are of this library, at its best mechanism: people for a 95 % interval of +-5 points of an answer that half give.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from benchmarks.line import Line
from mechanisms import catalogue
from mechanisms.ldp.advice.shares import required_respondents
from surveys.publishing.draws import block_epsilon
from surveys.publishing.sampling import CONFIDENCE, HALF_WIDTH, SHARE, plan_of

PLANNED_HALF_WIDTH = 0.05
ADULT = (2, 3, 4, 5, 6, 7, 8, 15, 17)  # The numbers of answers of nine questions of the 1994 census.
SEND: dict[str, Any] = {"importance": {}, "eps_block": "2"}


def run() -> Iterator[Line]:
    for questions, answers, epsilon, goal in (
        (9, 3, "4", 3.8),
        (9, 3, "2", 8.0),
        (20, 3, "4", 8.9),
        (20, 8, "4", 11.0),
    ):
        sizes = [answers] * questions
        yield _line(f"{questions} questions of {answers}, epsilon {epsilon}", sizes, epsilon, goal, ceiling="8")
    yield _line("9 yes/no in pairs, epsilon 4", [2] * 9, "4", 3.5, ceiling="8", pairs=4)
    yield from _weights("2")


def small() -> Iterator[Line]:
    yield _line("9 questions of 3, epsilon 2", [3] * 9, "2", 8.0, ceiling="8")


def _line(case: str, sizes: Sequence[int], epsilon: str, goal: float, *, ceiling: str, pairs: int = 0) -> Line:
    drawn = people_drawn(sizes, epsilon, ceiling, pairs)
    return Line(
        bench="precision", case=case, ours=drawn, peer=people_sending_all(sizes, epsilon), peer_name="all sent",
        unit="people", goal=goal, better="lower",
    )  # fmt: skip


def _weights(epsilon: str) -> Iterator[Line]:
    """Blocks of more answers drawn more often, beside one in nine of each."""
    alike = max(_reports(size, Decimal(epsilon)) for size in ADULT) * len(ADULT)
    yield Line(
        bench="precision", case=f"Adult's 9 questions, epsilon {epsilon}", ours=people_drawn(ADULT, epsilon, "8"),
        peer=alike, peer_name="equal shares", unit="people", goal=1.2, better="lower",
    )  # fmt: skip


def people_drawn(sizes: Sequence[int], epsilon: str, ceiling: str, pairs: int = 0) -> float:
    """Returns the number of people that a plan needs; the first questions form this many `pairs`, two questions in
    each."""
    ids = [f"q{number}" for number in range(1, len(sizes) + 1)]
    domains = dict(zip(ids, sizes, strict=True))
    together = [ids[place : place + 2] for place in range(0, 2 * pairs, 2)]
    blocks = [
        _block(number, of, domains) for number, of in enumerate([*together, *([id] for id in ids[2 * pairs :])], 1)
    ]
    plan = plan_of(Decimal(epsilon), blocks, {}, SEND | {"eps_block": ceiling}, domains)
    spent = [block_epsilon(Decimal(epsilon), size, Decimal(ceiling)) for size in plan.sizes.values()]
    assert max(spent) <= Decimal(ceiling)
    return plan.people * (HALF_WIDTH / PLANNED_HALF_WIDTH) ** 2


def people_sending_all(sizes: Sequence[int], epsilon: str) -> float:
    return max(_reports(size, block_epsilon(Decimal(epsilon), len(sizes), Decimal(8))) for size in sizes)


def _block(number: int, of: Sequence[str], domains: dict[str, int]) -> dict[str, Any]:
    answers = 1
    for id in of:
        answers *= domains[id]
    field = {"id": f"b{number}", "kind": "joint" if len(of) == 2 else "one", "of": list(of), "answers": answers}
    return {"id": f"b{number}", "questions": list(of), "fields": [field]}


def _reports(answers: int, epsilon: Decimal) -> int:
    oracle = catalogue.choose(answers, epsilon).mechanism
    return required_respondents([(oracle, 1)], half_width=PLANNED_HALF_WIDTH, share=SHARE, confidence=CONFIDENCE)
