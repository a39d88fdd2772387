"""These tests cover how often the intervals of a survey whose phones send some of the questions hold the truth."""

from collections.abc import Sequence

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from mechanisms.ldp.estimates.margin import alone
from mechanisms.ldp.estimates.pooling import share_pooled
from mechanisms.ldp.shapes.lots import lots_of
from surveys.publishing.build import build, text_of
from surveys.publishing.definition import Definition, read
from surveys.publishing.draws import Draw
from surveys.tests.factories import draft, question

THREE = [{"id": name, "label": name} for name in ("often", "rarely", "never")]
SEND = {"questions": "some", "ask": "sent", "eps_block": "2", "importance": {}, "together": []}
LAW = (0.5, 0.35, 0.15)
CAREFUL = (0.8, 0.15, 0.05)  # The answers of people who choose the protective level have another law.
PEOPLE = 1000


def nine(*epsilons: str) -> Definition:
    questions = [question(f"q{number}", options=THREE, may_skip=False) for number in range(1, 10)]
    whole = draft(questions=questions, levels=[{"epsilon": epsilon} for epsilon in epsilons], send=SEND)
    return read(text_of(build(whole, survey="s", number=1, bundle="b" * 64, simulated=False)))


def coverage(
    definition: Definition, surveys: int, people: tuple[int, ...], laws: tuple[tuple[float, ...], ...]
) -> float:
    """Returns how many of the 95 % intervals of all answers hold the true share, for people whose levels have different
    laws."""
    entropy = SeededEntropy(7)
    truth = np.average(laws, axis=0, weights=people)
    covered, every = 0, 0
    for _ in range(surveys):
        sent = [drawn(level.draws, number, entropy) for level, number in zip(definition.levels, people, strict=True)]
        for block in (block.id for block in definition.blocks):
            parts = []
            for level, law, counts in zip(definition.levels, laws, sent, strict=True):
                oracle, reports = level.part(block).oracle, counts.get(block, 0)
                answers = np.searchsorted(np.cumsum(law)[:-1], entropy.words(max(1, reports)) / 2**32, side="right")
                counted = oracle.count(oracle.perturb_many(answers[:reports], entropy)) if reports else np.zeros(3)
                parts.append((alone(oracle), counted, reports))
            limits = share_pooled(parts, people).interval(0.95)
            covered += int(((limits[:, 0] <= truth) & (truth <= limits[:, 1])).sum())
            every += len(truth)
    return covered / every


def drawn(draws: Sequence[Draw], people: int, entropy: SeededEntropy) -> dict[str, int]:
    lots = lots_of(entropy.words(people), [draw.weight for draw in draws])
    chosen = np.bincount(lots, minlength=len(draws))
    sent: dict[str, int] = {}
    for draw, number in zip(draws, chosen.tolist(), strict=True):
        for block in draw.blocks:
            sent[block] = sent.get(block, 0) + number
    return sent


@pytest.mark.slow
@pytest.mark.parametrize("surveys", [10_000])
def test_intervals_of_one_level_hold_as_often_as_they_say(surveys: int) -> None:
    assert 0.94 <= coverage(nine("2"), surveys, (PEOPLE,), (LAW,)) <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("surveys", [3_000])
def test_intervals_hold_where_the_level_goes_together_with_the_answer(surveys: int) -> None:
    definition = nine("1", "2", "4")
    assert 0.94 <= coverage(definition, surveys, (500, 300, 200), (CAREFUL, LAW, LAW)) <= 0.97


def test_a_few_hundred_surveys_hold_too() -> None:
    """Each case has 600 intervals or more: six standard errors are 5 points."""
    assert 0.90 <= coverage(nine("2"), 60, (PEOPLE,), (LAW,)) <= 1
    assert 0.90 <= coverage(nine("1", "4"), 40, (600, 400), (CAREFUL, LAW)) <= 1
