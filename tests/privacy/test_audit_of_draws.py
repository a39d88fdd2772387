"""These tests cover the page as it ships, where each phone sends some of the questions: its records given the draw, and
its draws.

People give whole sets of answers, also to what decides whether a question is theirs and stays on the phone. For each
draw the first records choose the two sets and the event that tell most, the others give only these two and are tested;
all must follow the law of the blocks that are sent and of nothing else. A right page is called wrong with probability
at most 1e-9 over all bounds and laws, and 2e-9, six sigma, over the draws.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mechanisms.catalogue import mechanism
from mechanisms.common.canonical import digest
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.publishing.draws import CIRCLE
from tests.privacy.audit import Counts, choose_event, count, epsilon_at_least, joint, misfits
from tests.privacy.shipped_page import CHROMIUM, EACH, EMPTY, SHIPPED, SOURCES, build_with_plant, records_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.depends_on(*SOURCES, "tests/e2e"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium was not found (Debian: apt-get install chromium)"),
]

EPSILON = "4"  # A report spends this epsilon on two blocks, 2 each.
CHOSEN_ON, TESTED_ON, PLANTED_TESTED_ON = 24_000, 45_000, 70_000  # Each draw has so many records.
LOADS = 4_000
MOST_DRAWS = 4
ALPHA, SIX_SIGMA = 1e-9 / (3 * MOST_DRAWS), 2e-9
NOT_ASKED = 3  # The index of *not asked* in the domain of the second question.

Answers = tuple[int, int, int, int]
# Only people who answer 0 to the first question are asked the second.
PEOPLE: tuple[Answers, ...] = (
    (0, 0, 0, 0),
    (0, 1, 1, 1),
    (1, NOT_ASKED, 2, 2),
    (2, NOT_ASKED, 2, 0),
)


def draft() -> dict[str, Any]:
    options = [{"id": f"o{place}", "label": f"Answer {place}"} for place in range(3)]
    question = EMPTY | {"type": "single_choice", "options": options, "may_skip": False, "shuffle": False}
    conditions = {1: "", 2: "q1 = 'o0'", 3: "", 4: ""}
    return {
        "title": "Audit",
        "description": "",
        "language": "en",
        "languages": [],
        "translations": {},
        "questions": [
            EMPTY | {"id": "p1", "type": "page", "shuffle": False},
            *(
                question | {"id": f"q{number}", "text": f"Question {number}", "show_if": condition}
                for number, condition in conditions.items()
            ),
            EMPTY | {"id": "p2", "type": "page", "shuffle": False},
            EMPTY | {"id": "s1", "type": "section", "text": "That was all."},
        ],
        "pairs": [],
        "levels": [{"epsilon": EPSILON}],
        "send": {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []},
        "opens_at": None,
        "closes_at": None,
        "cap_reports": None,
    }


@dataclass(frozen=True)
class Audited:
    published: Mapping[str, Any]
    definition: Definition

    @property
    def weights(self) -> list[int]:
        return [draw.weight for draw in self.definition.levels[0].draws]

    def word(self, draw: int) -> int:
        """Returns a word in the middle of those that choose a draw."""
        return sum(self.weights[:draw]) + self.weights[draw] // 2

    def sizes(self, draw: int) -> list[int]:
        return [part.oracle.answers for part in self.definition.levels[0].drawn(draw).parts]

    def law(self, draw: int, people: tuple[Answers, ...]) -> NDArray[np.float64]:
        """Returns the exact probabilities of all that is sent, [people, records]."""
        tables = []
        for part in self.definition.levels[0].drawn(draw).parts:
            place = int(part.field[1:]) - 1
            chances = [part.oracle.report_probabilities(own[place]) for own in people]
            tables.append([[float(own.get(report, 0)) for report in range(part.oracle.answers)] for own in chances])
        return np.asarray(reduce(joint, map(np.array, tables)), dtype=np.float64)


@pytest.fixture(scope="module")
def audited() -> Audited:
    survey = f"{0:08x}-0000-4000-8000-{0:012x}"
    whole = build(draft(), survey=survey, number=1, bundle="0" * 64, simulated=False)
    definition = read(text_of(whole))
    level = definition.levels[0]
    assert len(level.draws) == MOST_DRAWS
    assert {len(draw.blocks) for draw in level.draws} == {2}
    assert level.record_bytes == 3
    assert {part.oracle.shape for part in level.parts} == {"choice"}
    return Audited({"hash": digest(whole), "state": "open", "definition": whole}, definition)


def given(people: tuple[Answers, ...]) -> list[list[str]]:
    """Returns what each person gives to each question; answers to questions that are not asked of a person are not
    sent."""
    return [[f"o{own[place] % NOT_ASKED}" for own in people] for place in range(4)]


def drawn(
    page: Path,
    audited: Audited,
    people: Mapping[int, tuple[Answers, ...]],
    *,
    runs: int,
    folder: Path,
) -> dict[int, Counts]:
    """Returns how often each record came out of each set of answers, by draw."""
    persons = -(-runs // EACH)
    ordered = [
        {"published": audited.published, "options": given(own), "word": audited.word(draw)}
        for draw, own in people.items()
    ]
    records = records_of(page, ordered, people=persons, each=EACH, folder=folder)
    return {
        draw: _counted(audited, draw, len(own), raw) for (draw, own), raw in zip(people.items(), records, strict=True)
    }


def _counted(audited: Audited, draw: int, people: int, raw: bytes) -> Counts:
    records = np.frombuffer(raw, dtype=np.uint8).reshape(-1, audited.definition.levels[0].record_bytes)
    assert set(records[:, 0].tolist()) == {draw}
    sizes = audited.sizes(draw)
    reports = np.ravel_multi_index(tuple(records[:, 1:].T.astype(np.int64)), sizes)
    person = np.arange(len(records)) // EACH % people
    return count(np.stack([person, reports], axis=1), answers=people, reports=int(np.prod(sizes)))


def bounds_of(
    page: Path, audited: Audited, draws: range, folder: Path, tested_on: int
) -> tuple[dict[int, float], dict[int, Counts]]:
    """Returns the proven lower bound of the epsilon of the whole record, by draw; and the first counts, of
    everybody."""
    first = drawn(page, audited, dict.fromkeys(draws, PEOPLE), runs=CHOSEN_ON, folder=folder)
    events = {draw: choose_event(counts) for draw, counts in first.items()}
    two = {draw: (PEOPLE[event.likely], PEOPLE[event.unlikely]) for draw, event in events.items()}
    second = drawn(page, audited, two, runs=tested_on, folder=folder)
    bounds = {}
    for draw, event in events.items():
        again = type(event)(likely=0, unlikely=1, reports=event.reports)
        bounds[draw] = epsilon_at_least(second[draw], again, alpha=ALPHA)
    print(f"epsilon {EPSILON} declared of the report; at least {bounds}")
    return bounds, first


def heads(page: Path, audited: Audited, folder: Path) -> Counts:
    """Returns how often each draw was drawn, of whoever loads the page."""
    ordered = [{"published": audited.published, "options": given(PEOPLE)}]
    [raw] = records_of(page, ordered, people=LOADS, each=1, folder=folder)
    records = np.frombuffer(raw, dtype=np.uint8).reshape(LOADS, -1)
    return count(np.stack([np.zeros(LOADS, dtype=np.int64), records[:, 0]], axis=1), answers=1, reports=MOST_DRAWS)


def misfit_draws(page: Path, audited: Audited, folder: Path) -> list[int]:
    counts = heads(page, audited, folder)
    print(f"draws {counts.tolist()} of weights {audited.weights}")
    shares = np.array([audited.weights]) / CIRCLE
    return [draw for _, draw in misfits(counts, shares, alpha=SIX_SIGMA)]


def test_given_any_draw_the_whole_record_spends_no_more_than_the_report_declares_and_tells_of_nothing_unsent(
    audited: Audited, tmp_path: Path
) -> None:
    bounds, records = bounds_of(SHIPPED, audited, range(MOST_DRAWS), tmp_path, TESTED_ON)
    assert max(bounds.values()) <= float(EPSILON)
    assert min(bounds.values()) > 0.8 * float(EPSILON)  # A bound near the truth shows that the audit is strong enough.
    laws = {draw: audited.law(draw, PEOPLE) for draw in records}
    assert [draw for draw, counts in records.items() if misfits(counts, laws[draw], alpha=ALPHA)] == []


def test_a_build_whose_blocks_each_spend_15_percent_more_is_rejected(audited: Audited, tmp_path: Path) -> None:
    below = {answers: keep_below(answers, "2.3") for answers in (3, 4)}
    page = build_with_plant(
        tmp_path,
        file="src/privacy/record.ts",
        line="specs.forEach((spec, field) => {",
        planted=f"specs.map((spec) => ({{ ...spec, keep_below: ({json.dumps(below)})[spec.answers] }}))"
        ".forEach((spec, field) => {",
    )
    bounds, _ = bounds_of(page, audited, range(1), tmp_path, PLANTED_TESTED_ON)
    assert min(bounds.values()) > float(EPSILON)


def keep_below(answers: int, epsilon: str) -> int:
    spec = mechanism("generalized-randomized-response", answers=answers, epsilon=epsilon).client_spec()
    return int(str(spec["keep_below"]))


def test_draws_over_fresh_loads_come_as_often_as_they_weigh(audited: Audited, tmp_path: Path) -> None:
    assert misfit_draws(SHIPPED, audited, tmp_path) == []


def test_a_build_that_takes_a_sixteenth_of_the_words_for_an_earlier_draw_is_rejected(
    audited: Audited, tmp_path: Path
) -> None:
    page = build_with_plant(
        tmp_path, file="src/respond/draw.ts", line="return word < end;", planted="return word < end + 268435456;"
    )
    assert misfit_draws(page, audited, tmp_path)
