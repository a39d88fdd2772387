"""Simulated people answer a draft in a rehearsal: its real mechanisms perturb their answers, and the reports give real
estimates."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.ldp.advice.evaluation import harmonic
from mechanisms.ldp.numbers.grid import Grid
from mechanisms.ldp.numbers.number_or_skipped import SKIPPED, UPPER, NumberOrSkipped
from mechanisms.ldp.shapes.lots import lots_of
from surveys.errors import BadQuery
from surveys.publishing.blocks import Mechanism
from surveys.publishing.definition import Definition, Field
from surveys.publishing.layout import Level
from surveys.reports.tally import Tally
from surveys.results.crosstabs.rules import planned_crosstab, shown_pairs
from surveys.results.estimate import is_shown, results
from surveys.results.kinds.kind import people_at
from surveys.results.settling import step_of

MOST_PEOPLE = 10_000
MOST_MARKS = 4_000_000  # The product of people and answers is at most this.
MOST_ESTIMATES = 16_000  # This many estimates are made in under a second and take 5 MB, however few the people.
BESIDES = 30  # The doubts, groups and guarantees of a question take as much work as so many answers.
WORD = 2**32


def most_people(definition: Definition) -> int:
    """Returns how many people can be simulated at once; 0 where the estimates alone exceed the limit of one request."""
    if _estimates(definition) > MOST_ESTIMATES:
        return 0
    return min(MOST_PEOPLE, MOST_MARKS // sum(max(1, field.answers) for field in definition.fields))


def rehearse(definition: Definition, *, people: int, mix: Sequence[int], entropy: Entropy) -> dict[str, Any]:
    """Returns results, planned pairs and true shares of `people` made-up people, split over the levels as `mix` says.

    In each question the answer in place i is given 1/i as often as the first (harmonic), whatever the level and
    whatever was answered elsewhere. For a number on a grid the places are its points from the lower bound on, and last,
    where it may be skipped, that it was. In a question with several answers everybody holds exactly one. Everybody is
    asked every question.
    Errors: BadQuery for more people than are made up at once, for so few that results would not be shown, and for a
    questionnaire so large that nobody is made up for it.
    """
    _check_people(definition, people)
    tallies = _tallies(definition, people, mix, entropy)
    if not is_shown(definition, tallies):
        raise BadQuery(
            f"Of {people} people fewer than {definition.level_least} would {_too_few_do(definition)}: "
            "nothing would be shown.",
            fields={"reports": "is too small for this mix"},
        )
    outcome = results(definition, tallies, distributions=False)
    return {
        **step_of(outcome),
        "truth": {
            question.id: dict(zip([answer.id for answer in question.answers], shares.tolist(), strict=True))
            for question in definition.of_answers
            for shares in [harmonic(len(question.answers))]
        },
        **({"truth_of_numbers": _truth_of_numbers(definition)} if definition.of_numbers else {}),
        "crosstabs": [
            planned_crosstab(definition, tallies, first, other) for first, other in shown_pairs(definition, tallies)
        ],
    }


def _too_few_do(definition: Definition) -> str:
    return "send each question at each level" if definition.sends_some else "choose each level"


def _check_people(definition: Definition, people: int) -> None:
    most = most_people(definition)
    if most == 0:
        raise BadQuery(
            "This questionnaire has more questions and answers than people are made up for.",
            fields={"reports": "is too large"},
        )
    if not definition.shown_from <= people <= most:
        raise BadQuery(
            f"people are made up from {definition.shown_from} to {most} at once, for this questionnaire.",
            fields={"reports": "is too small" if people < definition.shown_from else "is too large"},
        )


def _estimates(definition: Definition) -> int:
    """Returns the number of estimates that a rehearsal makes: for each answer two pooled ones and one for each level;
    for each cell of a planned pair one in its table, one in its row and one in its column."""
    answers = sum(len(question.answers) + BESIDES for question in definition.questions)
    cells = sum(field.answers for field in definition.fields if field.kind == "joint")
    return answers * (2 + len(definition.levels)) + 3 * cells


def _tallies(definition: Definition, people: int, mix: Sequence[int], entropy: Entropy) -> dict[int, Tally]:
    supports: dict[int, dict[str, list[int]]] = {level.id: {} for level in definition.levels}
    reports: dict[int, dict[str, int]] = {level.id: {} for level in definition.levels}
    chosen = people_at(definition, definition.fields[0].id, people, mix)
    lots = [_lots(level, many, entropy) for level, many in zip(definition.levels, chosen, strict=True)]
    for field in definition.fields:
        counts = people_at(definition, field.id, people, mix)
        for level, of_level in zip(definition.levels, counts, strict=True):
            many = lots[level.id].get(level.part(field.id).block, 0) if level.draws else of_level
            drawn = level.part(field.id).mechanism
            counted = np.zeros(drawn.count_length, dtype=np.int64)
            if many > 0:
                counted = drawn.count(_drawn(definition, field, drawn, many, entropy))
            supports[level.id][field.id], reports[level.id][field.id] = counted.tolist(), many
    return {
        id: Tally(chosen[id] if definition.sends_some else _of_whole(of_fields), supports[id], of_fields)
        for id, of_fields in reports.items()
    }


def _lots(level: Level, people: int, entropy: Entropy) -> dict[str, int]:
    """Returns the number of people who send each block, when each of `people` draws by lot which blocks to send; empty
    where all blocks are sent and nothing is drawn."""
    if not level.draws:
        return {}
    lots = lots_of(entropy.words(people), [draw.weight for draw in level.draws])
    drawn = np.bincount(lots, minlength=len(level.draws))
    sent: dict[str, int] = {}
    for draw, many in zip(level.draws, drawn.tolist(), strict=True):
        for block in draw.blocks:
            sent[block] = sent.get(block, 0) + many
    return sent


def _drawn(definition: Definition, field: Field, drawn: Mechanism, people: int, entropy: Entropy) -> NDArray[np.uint8]:
    if not isinstance(drawn, NumberOrSkipped):
        return drawn.perturb_many(_answers(definition, field, people, entropy), entropy)
    places = _drawn_indices(harmonic(SKIPPED + 1), people, entropy)  # The number of a person who skips is never read.
    return drawn.perturb_many(_points(drawn.grid)[np.minimum(places, UPPER)], places == SKIPPED, entropy)


def _of_whole(of_fields: Mapping[str, int]) -> int:
    """Returns the people at a level, where a report has one level for all questions: each field has as many reports."""
    return max(of_fields.values())


def _answers(definition: Definition, field: Field, people: int, entropy: Entropy) -> NDArray[Any]:
    if field.grid is not None:
        return _points(field.grid)[_drawn_indices(harmonic(field.grid.steps + 1), people, entropy)]
    sizes = [len(question.answers) for id in field.of for question in definition.questions if question.id == id]
    law = harmonic(sizes[0])
    for size in sizes[1:]:
        law = np.outer(law, harmonic(size)).ravel()
    places = _drawn_indices(law, people, entropy)
    if field.kind != "set":
        return places
    bits = np.zeros((people, field.answers), dtype=np.bool_)
    bits[np.arange(people), places] = True
    return bits


def _drawn_indices(law: NDArray[np.float64], people: int, entropy: Entropy) -> NDArray[np.int64]:
    return np.searchsorted(np.cumsum(law)[:-1], entropy.words(people) / WORD, side="right").astype(np.int64)


def _points(grid: Grid) -> NDArray[np.int64]:
    """Returns the whole numbers that lie on the points of the grid, or next below them."""
    return np.asarray(grid.low + np.arange(grid.steps + 1, dtype=np.int64) * grid.width // grid.steps)


def _truth_of_numbers(definition: Definition) -> dict[str, dict[str, float]]:
    fields = {question.id: question.field for question in definition.of_numbers}
    return {id: _truth(field.grid, skippable=field.skippable) for id, field in fields.items() if field.grid is not None}


def _truth(grid: Grid, *, skippable: bool) -> dict[str, float]:
    """Returns the true mean of a number; where it may be skipped, the mean of the people who answered and their
    share.
    """
    if not skippable:
        return {"mean": float(harmonic(grid.steps + 1) @ _points(grid))}
    law = harmonic(SKIPPED + 1)
    answered = float(law[:SKIPPED].sum())
    return {"mean": float(law[:SKIPPED] @ _points(grid)) / answered, "answered": answered}
