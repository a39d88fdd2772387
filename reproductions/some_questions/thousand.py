"""A thousand surveys of a thousand people: phones draw and perturb, the platform counts and estimates."""

import base64
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import SeededEntropy
from reproductions.some_questions import census
from reproductions.some_questions.arrivals import first_results
from reproductions.some_questions.planned import EVERYBODY, draft, published
from surveys.demonstration.answers import reports
from surveys.planning.forecast import plan
from surveys.publishing.aim import aimed_level
from surveys.publishing.build import text_of
from surveys.publishing.definition import Definition, read
from surveys.reports.report_fields import pieces_of, tallies
from surveys.results.estimate import results

PEOPLE, SEED = 1000, 1000
# Two hundred surveys could not tell a chance of one in a thousand from a fault of the platform.
SURVEYS = 1000
CONFIDENCE = "95"

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The results that came of the surveys: `shares` [surveys, questions, 3], `limits` of 95 % beside them [.., 2], and
    how many people had answered when the first results could be shown."""

    truth: Floats
    shares: Floats
    limits: Floats
    first: list[int]

    @property
    def half_widths(self) -> Floats:
        """The mean half-width of the interval of each answer: [questions, 3]."""
        return np.asarray(np.diff(self.limits, axis=-1)[..., 0].mean(axis=0) / 2)

    @property
    def coverage(self) -> Floats:
        """Returns how often the interval of each answer holds the share among everybody: [questions, 3]."""
        return np.asarray(((self.limits[..., 0] <= self.truth) & (self.truth <= self.limits[..., 1])).mean(axis=0))

    @property
    def nearest_half(self) -> list[int]:
        """The answer of each question whose true share is nearest to a half."""
        return [int(place) for place in abs(self.truth - 0.5).argmin(axis=1)]

    def errors(self, question: int) -> Floats:
        """Returns the estimates of the answer nearest to a half, less its truth: one for each survey."""
        place = self.nearest_half[question]
        return np.asarray(self.shares[:, question, place] - self.truth[question, place])


@cache
def written() -> dict[str, Any]:
    """The definition of the nine questions; aim, level and draws are those of a new survey."""
    return published(draft(census.questions()))


def people_with_skips() -> int:
    """The people that the same survey needs for its aim when every question may be skipped."""
    questions = [question | {"may_skip": True} for question in census.questions()]
    return aimed_level(draft(questions)).people


@cache
def version() -> Definition:
    return read(text_of(written()))


def promised() -> list[float]:
    """The half-width of each question that the plan page shows for a thousand people."""
    return [planned["mix"][str(PEOPLE)] for planned in plan(version(), [PEOPLE], EVERYBODY)["questions"]]


@cache
def outcome(surveys: int = SURVEYS) -> Outcome:
    entropy = SeededEntropy(SEED)
    each = [_survey(number, entropy) for number in range(1, surveys + 1)]
    return Outcome(
        truth=census.true_shares(),
        shares=np.array([shares for shares, _, _ in each]),
        limits=np.array([limits for _, limits, _ in each]),
        first=[first for _, _, first in each],
    )


def _survey(number: int, entropy: SeededEntropy) -> tuple[Floats, Floats, int]:
    """The phones of a survey have a stream of their own; the people of all are drawn from one."""
    records = records_of(number, entropy)
    answers = [question["estimates"]["answers"] for question in estimated(records)]
    shares = np.array([[answer["share"] for answer in of] for of in answers])
    limits = np.array([[answer["intervals"][CONFIDENCE] for answer in of] for of in answers])
    return shares, limits, first_results(version(), [(0, sent(record)) for record in records])


def records_of(number: int, entropy: SeededEntropy) -> list[bytes]:
    """Returns one record for each person, in the order in which they answer."""
    people = census.some(PEOPLE, entropy)
    return [_bytes(report["record"]) for report in reports(written(), version().hash, people, seed=number)]


def estimated(records: list[bytes]) -> list[dict[str, Any]]:
    """The results of all questions once the survey has closed."""
    [level] = version().levels
    stored: dict[tuple[str, int], list[bytes]] = defaultdict(list)
    for record in records:
        for part in level.drawn(level.draw_in(record)).parts:
            stored[part.block, level.id].append(record[part.start : part.stop])
    counted = tallies(version(), pieces_of(version(), stored), {level.id: len(records)})
    questions: list[dict[str, Any]] = results(version(), counted, distributions=False)["questions"]
    return questions


def sent(record: bytes) -> tuple[str, ...]:
    """The blocks that the phone of a record sent."""
    [level] = version().levels
    return level.draws[level.draw_in(record)].blocks


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
