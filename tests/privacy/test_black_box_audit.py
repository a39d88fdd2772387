"""These tests cover a million draws of the page as it ships, judged without looking inside; and of one that spends 15 %
too much.

Two versions of eight reports each ask everything that a survey may ask: one answer, sets, numbers, and a number that
may be skipped. The first draws choose, for each mechanism, the two answers and the set of reports that tell most; the
others give only these two answers and are tested. A right page is called wrong with probability at most 1e-9 over
everything tested here; that the planted one is missed less than once in 1e4 runs is summed exactly in test_audited.py.

Of the first draws every two reports of a record are judged together, too: each alone may be drawn as declared while
one tells of the noise of the other.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.privacy.audit import Counts, choose_event, count, epsilon_at_least, joint, misfits
from tests.privacy.audited import (
    BOUND_ALPHA,
    CHANNEL_ALPHA,
    CHOSEN_ON,
    EPSILON,
    KINDS,
    PAIRED_ON,
    PLANTED_EPSILON,
    PLANTED_TESTED_ON,
    TESTED_ON,
    VERSIONS,
)
from tests.privacy.audited_question import AuditedQuestion
from tests.privacy.shipped_page import CHROMIUM, SHIPPED, SOURCES, Draws, build_with_plant, draw

pytestmark = [
    pytest.mark.slow,
    pytest.mark.depends_on(*SOURCES, "tests/e2e"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium was not found (Debian: apt-get install chromium)"),
]

SAME_WORDS = """
  const fresh = words;
  let told = [];
  specs.forEach((spec, field) => {
    const isFirst = field === 0 || JSON.stringify(specs[field - 1]) !== JSON.stringify(spec);
    if (isFirst) told = [];
    let at = 0;
    words = () => {
      if (isFirst || at === told.length) told.push(fresh());
      at += 1;
      return told[at - 1];
    };
"""


def questions_at(epsilon: str) -> dict[str, AuditedQuestion]:
    return {slug: kind.make(epsilon) for slug, kind in KINDS.items()}


def slugs_of(version: int) -> list[str]:
    """Returns the slugs in the order of the version's questions."""
    return [slug for slug, kind in KINDS.items() if kind.version == version for _ in range(kind.many)]


def drawn_by(page: Path, questions: Mapping[str, AuditedQuestion], *, runs: int, folder: Path) -> list[list[Draws]]:
    """Returns the draws of each question, [versions][questions]."""
    versions = [[questions[slug] for slug in slugs_of(version)] for version in VERSIONS]
    return draw(page, versions, runs=runs, folder=folder)


def counted(records: Sequence[Sequence[Draws]], questions: Mapping[str, AuditedQuestion]) -> dict[str, Counts]:
    """Returns all questions with a mechanism together: a mixture of epsilon-private channels is epsilon-private."""
    drawn: dict[str, list[Draws]] = {slug: [] for slug in questions}
    for version, columns in zip(VERSIONS, records, strict=True):
        for slug, column in zip(slugs_of(version), columns, strict=True):
            drawn[slug].append(column)
    return {
        slug: count(
            np.concatenate([np.stack([column.answers, column.reports], axis=1) for column in columns]),
            answers=len(questions[slug].answers),
            reports=questions[slug].reports,
        )
        for slug, columns in drawn.items()
    }


def wrong_alone(records: Sequence[Sequence[Draws]], questions: Mapping[str, AuditedQuestion]) -> list[str]:
    """Returns the mechanisms whose channel is not the declared one."""
    counts = counted(records, questions)
    return [
        slug for slug, question in questions.items() if misfits(counts[slug], question.channel, alpha=CHANNEL_ALPHA)
    ]


def wrong_together(
    records: Sequence[Sequence[Draws]], questions: Mapping[str, AuditedQuestion]
) -> list[tuple[str, str]]:
    """Returns any two questions of one record whose reports are not drawn independently, by their mechanisms."""
    pairs = [
        (slugs_of(version)[first], slugs_of(version)[other], records[version][first], records[version][other])
        for version in VERSIONS
        for first, other in combinations(range(len(slugs_of(version))), 2)
    ]
    alpha = 1e-9 / (4 * len(pairs))
    return [
        (first, other)
        for first, other, *draws in pairs
        if misfits(*_of_two((questions[first], questions[other]), draws), alpha=alpha)
    ]


def _of_two(
    questions: tuple[AuditedQuestion, AuditedQuestion], draws: Sequence[Draws]
) -> tuple[Counts, NDArray[np.float64]]:
    """Returns how often each two reports came out for each two true answers that were given together, and their law."""
    given, row = np.unique(np.stack([draw.answers for draw in draws]), axis=1, return_inverse=True)
    both = draws[0].reports * questions[1].reports + draws[1].reports
    reports = questions[0].reports * questions[1].reports
    counts = count(np.stack([row.ravel(), both], axis=1), answers=given.shape[1], reports=reports)
    return counts, joint(*(question.channel[answers] for question, answers in zip(questions, given, strict=True)))


def audited(page: Path, folder: Path, tested_on: int) -> tuple[dict[str, float], list[list[Draws]]]:
    """Returns the proven lower bound of epsilon for each mechanism; and the first draws, of every answer."""
    every = questions_at(EPSILON)
    records = drawn_by(page, every, runs=CHOSEN_ON, folder=folder)
    first = counted(records, every)
    events = {slug: choose_event(counts) for slug, counts in first.items()}
    two = {
        slug: replace(
            question, answers=tuple(question.answers[place] for place in (events[slug].likely, events[slug].unlikely))
        )
        for slug, question in every.items()
    }
    second = counted(drawn_by(page, two, runs=tested_on, folder=folder), two)
    bounds = {
        slug: epsilon_at_least(counts, replace(events[slug], likely=0, unlikely=1), alpha=BOUND_ALPHA)
        for slug, counts in second.items()
    }
    print(f"epsilon {EPSILON} declared; at least {bounds}")
    return bounds, records


def test_the_page_as_built_spends_no_more_than_it_declares_and_draws_every_report_as_declared_and_apart(
    tmp_path: Path,
) -> None:
    assert sum(kind.many for kind in KINDS.values()) * (CHOSEN_ON + TESTED_ON) >= 1_000_000
    bounds, records = audited(SHIPPED, tmp_path, TESTED_ON)
    assert max(bounds.values()) <= float(EPSILON)
    assert min(bounds.values()) > 0.8 * float(EPSILON)  # A bound near the truth shows that the audit is strong enough.
    assert wrong_alone(records, questions_at(EPSILON)) == []
    assert wrong_together(records, questions_at(EPSILON)) == []


def test_a_build_that_spends_15_percent_more_is_rejected_for_every_mechanism(tmp_path: Path) -> None:
    page = build_with_plant(
        tmp_path,
        file="src/privacy/record.ts",
        line="specs.forEach((spec, field) => {",
        planted=f"({planted_specs()})[isNumberSpec(specs[7])].forEach((spec, field) => {{",
    )
    bounds, _ = audited(page, tmp_path, PLANTED_TESTED_ON)
    assert min(bounds.values()) > float(EPSILON)


def test_a_build_that_draws_two_equal_questions_from_the_same_words_is_rejected(tmp_path: Path) -> None:
    """Each single report is drawn as declared, but equal answers give equal reports."""
    page = build_with_plant(
        tmp_path, file="src/privacy/record.ts", line="specs.forEach((spec, field) => {", planted=SAME_WORDS
    )
    every = questions_at(EPSILON)
    records = drawn_by(page, every, runs=PAIRED_ON, folder=tmp_path)
    assert wrong_alone(records, every) == []
    assert wrong_together(records, every) == [(slug, slug) for slug, kind in KINDS.items() if kind.many == 2]


def planted_specs() -> str:
    """Returns the specifications in JSON, by whether the version's last question is a number."""
    questions = questions_at(PLANTED_EPSILON)
    specs = [[questions[slug].mechanism.client_spec() for slug in slugs_of(version)] for version in VERSIONS]
    return json.dumps({"false": specs[0], "true": specs[1]})
