"""A thousand people of a census answer nine questions: how exact the results are, and when the first ones appear."""

from collections.abc import Sequence
from functools import cache
from statistics import median_low

import numpy as np

from mechanisms.common.entropy import SeededEntropy
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.drawing.dots import Legend, Row, dots
from reproductions.page import Experiment, Table, digits, whole
from reproductions.some_questions import arrivals, census, thousand
from reproductions.some_questions.levels import OFFERS, ONE, THREE, WORDS, Offer
from reproductions.some_questions.thousand import PEOPLE, SEED, SURVEYS, Outcome

# The first results are searched for among so many arriving people, in so many simulated crowds.
ARRIVING, CROWDS = 4000, 200
MIDDLES = (0.5, 0.8, 0.95)
NAMES = [(column.removesuffix("-num").replace("-", " "), labels) for column, _, labels, _ in census.QUESTIONS]


def answers() -> Experiment:
    outcome, promised = thousand.outcome(), thousand.promised()
    halves = [_of_nearest_half(outcome, question) for question in range(len(NAMES))]
    intervals, covered = outcome.coverage.size * SURVEYS, 100 * float(outcome.coverage.mean())
    return Experiment(
        heading=(
            f"± {digits(100 * max(promised), 2)} points are promised, ± {digits(100 * max(halves), 2)} come, and "
            f"{digits(covered)} % of the intervals hold the truth"
        ),
        setup=(
            "Nine questions of three answers each, cut from columns of Adult, in a new survey whose aim, level and "
            f"draws nobody touched: {whole(PEOPLE)} people and ± 10 points, for which the platform takes epsilon "
            f"{thousand.version().levels[0].eps_report} of the report. {whole(SURVEYS)} surveys of {whole(PEOPLE)} "
            "people, drawn by lot without replacement. Their phones draw two of the nine, perturb and pack as the "
            "page does; the platform counts blocks and estimates."
        ),
        picture=dots(
            "some-questions-thousand",
            f"The errors of {whole(SURVEYS)} surveys, in points, for the answer of each question whose share is "
            "nearest to a half: their medians are near zero, and 95 % of them lie within nearly ten points, where "
            "rings mark the promise.",
            [_row(outcome, question, promised[question]) for question in range(len(NAMES))],
            unit="points from the truth",
            labels=250,
            legend=Legend(
                ours=f"median of {whole(SURVEYS)} surveys, and 50, 80 and 95 % of them",
                truth="truth",
                reported="half-width promised",
                places=(400, 480),
            ),
        ),
        table=Table(
            headings=(
                "question: its answer nearest to a half",
                "true share, %",
                "half-width promised",
                "half-width measured",
                "95 % of errors within",
                "coverage of its answers, %",
            ),
            rows=[
                *(_cells(outcome, question, promised[question]) for question in range(len(NAMES))),
                (
                    "all nine: the largest, and all answers",
                    "",
                    digits(100 * max(promised)),
                    digits(100 * max(halves)),
                    digits(max(_spread(outcome, question) for question in range(len(NAMES)))),
                    digits(covered),
                ),
            ],
        ),
        why=(
            "The promise is for a share of a half and for as many reports as are expected. Over all answers the mean "
            f"half-width is {digits(100 * float(outcome.half_widths.mean()), 2)}, because rare answers have less "
            f"noise. Of {whole(intervals)} intervals {digits(covered)} % hold the share among all 48 842 people; of "
            f"one answer it is {digits(100 * float(outcome.coverage.min()))} to "
            f"{digits(100 * float(outcome.coverage.max()))} %, and with {whole(SURVEYS)} surveys a standard error is "
            f"{digits(100 * (0.95 * 0.05 / SURVEYS) ** 0.5, 2)} points. They are Wilson's intervals, for people drawn "
            "from many; that nobody is drawn twice makes them a little wide. Nobody may skip these questions. Where "
            "all of them may be skipped, as the studio proposes, to skip is a fourth answer of each: "
            f"{whole(thousand.people_with_skips())} people are then needed for ± 10 points, and the page of the draft "
            "says so."
        ),
    )


def first() -> Experiment:
    default = sorted(thousand.outcome().first)
    others = {offer.name: _arrivals(offer) for offer in OFFERS if len(offer.epsilons) > 1}
    every = {ONE.name: default, **others}
    by_name = {offer.name: offer for offer in OFFERS}
    return Experiment(
        heading=(
            f"The first results appear after {whole(_median(default))} people; "
            f"with three levels after {whole(_median(every[THREE.name]))}"
        ),
        setup=(
            "People of the same surveys answer one after the other, and the platform looks after each. Reported is "
            "what the waiting page says, 40 people of each question at each level, divided by the share who send it. "
            "While a survey is open a level leaves the inbox when 20 of each of its questions leave and 20 stay, and "
            f"50 in all. Beside it {CROWDS} crowds with levels that people choose; there, results are shown once "
            "every level has left."
        ),
        picture=curves(
            "some-questions-first",
            "The part of the surveys that show results, against people. One level shows them in every survey at "
            f"{whole(default[-1])} people, two levels in half of the surveys at {whole(_median(every['2, 4']))}, "
            f"three levels at {whole(_median(every['1, 2, 4']))}.",
            [Panel(title="Nine questions of three answers", series=[_arrived(name, of) for name, of in every.items()])],
            x=Axis(title="people who have answered", logarithmic=True, ticks=[200, 500, 1000, 2000]),
            y=Axis(title="surveys with results, %", ticks=[0, 50, 100]),
            columns=1,
            labels=90,
        ),
        table=Table(
            headings=("levels", "reported", "earliest survey", "median", "latest survey"),
            rows=[
                (
                    WORDS[name],
                    whole(arrivals.expected(by_name[name].definition(len(NAMES)), by_name[name].mix)),
                    whole(of[0]),
                    whole(_median(of)),
                    whole(of[-1]),
                )
                for name, of in every.items()
            ],
        ),
        why=(
            "The reported figure supposes that chance deals evenly. It does not: results wait for the question that "
            "fewest have sent, and a phone that stays holds two questions, of which the other is not needed any "
            "more. The platform looks when 50 new people have answered, not after each, so that results come with "
            "the next look. At one level they come long before the thousand; where three levels are offered a "
            "thousand people see them when the survey is closed."
        ),
    )


def _of_nearest_half(outcome: Outcome, question: int) -> float:
    return float(outcome.half_widths[question, outcome.nearest_half[question]])


def _spread(outcome: Outcome, question: int) -> float:
    """The points within which 95 % of the errors lie."""
    return 100 * float(np.quantile(abs(outcome.errors(question)), 0.95))


def _label(outcome: Outcome, question: int) -> str:
    name, labels = NAMES[question]
    return f"{name}: {labels[outcome.nearest_half[question]]}"


def _row(outcome: Outcome, question: int, promised: float) -> Row:
    errors = 100 * outcome.errors(question)
    return Row(
        label=_label(outcome, question),
        ours=float(np.median(errors)),
        intervals=[
            (float(np.quantile(errors, (1 - middle) / 2)), float(np.quantile(errors, (1 + middle) / 2)))
            for middle in MIDDLES
        ],
        truth=0.0,
        reported=100 * promised,
    )


def _cells(outcome: Outcome, question: int, promised: float) -> tuple[str, ...]:
    return (
        _label(outcome, question),
        digits(100 * float(outcome.truth[question, outcome.nearest_half[question]])),
        digits(100 * promised),
        digits(100 * _of_nearest_half(outcome, question)),
        digits(_spread(outcome, question)),
        digits(100 * float(outcome.coverage[question].mean())),
    )


@cache
def _arrivals(offer: Offer) -> list[int]:
    definition, entropy = offer.definition(len(NAMES)), SeededEntropy(SEED)
    return sorted(
        arrivals.first_results(definition, arrivals.lots(definition, offer.mix, ARRIVING, entropy))
        for _ in range(CROWDS)
    )


def _arrived(name: str, people: Sequence[int]) -> Series:
    parts = [(float(of), 100 * place / len(people)) for place, of in enumerate(people, 1)]
    return Series(name=name, line=[(float(people[0]), 0.0), *parts, (float(ARRIVING), 100.0)])


def _median(people: Sequence[int]) -> int:
    return median_low(people)
