"""Age by summation and by thresholding with histogram encoding."""

import math
from decimal import Decimal

import numpy as np

from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.summation_histogram_encoding import SummationHistogramEncoding
from mechanisms.ldp.one_answer.thresholding_histogram_encoding import ThresholdingHistogramEncoding
from reproductions.adult.people import Poll, ask, cells
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, digits, whole

YOUNGEST, OLDEST = 10, 100  # The publication uses this domain.
EPSILON = "5"
THETAS = tuple(Decimal(step) / 20 for step in range(21))


def thresholding(theta: Decimal | None, epsilon: str = EPSILON) -> ThresholdingHistogramEncoding:
    return ThresholdingHistogramEncoding(answers=OLDEST - YOUNGEST + 1, epsilon=epsilon, theta=theta)


def measured(poll: Poll) -> float:
    """The root of the mean squared error over all ages, in people."""
    return float(np.sqrt(np.mean((poll.estimate - poll.truth) ** 2)))


def closed_form(oracle: FrequencyOracle, people: int) -> float:
    """Returns the standard error of an age that nobody has, in people."""
    return math.sqrt(float(oracle.variance(0.0, people))) * people


def experiments() -> list[Experiment]:
    answers = [int(age or 0) - YOUNGEST for age in cells("age")]
    summation = SummationHistogramEncoding(answers=OLDEST - YOUNGEST + 1, epsilon=EPSILON)
    polls = {
        "SHE": ask(summation, answers),
        "THE, theta 1": ask(thresholding(Decimal(1)), answers),
        "THE, theta 0.25": ask(thresholding(Decimal("0.25")), answers),
        "THE, best theta": ask(thresholding(None), answers),
    }
    return [_by_both(polls), _by_theta(len(answers))]


def _by_both(polls: dict[str, Poll]) -> Experiment:
    people = polls["SHE"].people
    laplace = math.sqrt(8 / float(EPSILON) ** 2 * people)
    best = polls["THE, best theta"].oracle
    assert isinstance(best, ThresholdingHistogramEncoding)  # This assertion tells mypy the type.
    return Experiment(
        heading=(
            f"Age at epsilon 5: the standard error of one age is {whole(closed_form(polls['SHE'].oracle, people))} people by SHE, "
            f"{whole(closed_form(polls['THE, theta 1'].oracle, people))} by THE"
        ),
        setup=(
            f"{whole(people)} people give their age, one of the {OLDEST - YOUNGEST + 1} numbers from {YOUNGEST} to {OLDEST}, written as so "
            "many zeros and a one with noise on each. SHE adds up what comes; THE counts what exceeds theta, and the published "
            "code has theta = 1. Published are pictures of the estimates without figures, so there is no number to meet: beside ours "
            "stands what the published noise has to give."
        ),
        picture=curves(
            "adult-age",
            "Number of people at each age from 10 to 100. The estimates by SHE and by THE with theta 1 scatter around the truth, "
            "which rises to 900 people before 40 and falls to none at 90.",
            [_panel("SHE", polls["SHE"]), _panel("THE, theta 1", polls["THE, theta 1"])],
            x=Axis(title="age"),
            y=Axis(title="people"),
            labels=64,
        ),
        table=Table(
            headings=("standard error of one age, people", "published noise", "ours", "ours, measured"),
            rows=[
                ("SHE", whole(laplace), whole(closed_form(polls["SHE"].oracle, people)), whole(measured(polls["SHE"]))),
                *(
                    (
                        name,
                        whole(closed_form(poll.oracle, people)),
                        whole(closed_form(poll.oracle, people)),
                        whole(measured(poll)),
                    )
                    for name, poll in polls.items()
                    if name != "SHE"
                ),
            ],
        ),
        why=(
            "Of SHE ours is more accurate: two-sided geometric noise on whole numbers has variance 1 / (cosh(epsilon/2) − 1) where "
            f"Laplace's has 8 / epsilon². THE is the same, since a threshold needs only two probabilities. Its best theta at epsilon 5 is "
            f"{float(best.threshold):.3f}. The measured error is one draw of {OLDEST - YOUNGEST + 1} ages, a root mean square with a "
            "standard error of its own of a thirteenth."
        ),
    )


def _panel(title: str, poll: Poll) -> Panel:
    ages = range(YOUNGEST, OLDEST + 1)
    return Panel(
        title=title,
        series=[
            Series(
                name="ours", dots=[(age, float(estimate)) for age, estimate in zip(ages, poll.estimate, strict=True)]
            ),
            Series(name="truth", line=[(age, float(count)) for age, count in zip(ages, poll.truth, strict=True)]),
        ],
    )


def _by_theta(people: int) -> Experiment:
    epsilons = ("1", "2", "5")
    errors = {
        epsilon: {theta: closed_form(thresholding(theta, epsilon), people) for theta in THETAS} for epsilon in epsilons
    }
    best = {epsilon: thresholding(None, epsilon) for epsilon in epsilons}
    quarter, unit = Decimal("0.25"), Decimal(1)
    return Experiment(
        heading="For a share, a threshold of 0.25 is not best at any epsilon tried",
        setup=(
            "The same publication finds theta = 0.25 best for training naive Bayes classifiers. A classifier is as good as the shares it "
            "is trained on, so here is the error of a share, exactly."
        ),
        picture=curves(
            "adult-theta",
            "Standard error against theta: at epsilon 1 it is flat between 0.3 and 1; at 2 and 5 it falls to a minimum beyond 0.6.",
            [
                Panel(
                    title="THE",
                    series=[
                        Series(
                            name=f"epsilon {epsilon}",
                            line=[(float(theta), error) for theta, error in errors[epsilon].items()],
                            dots=[(float(best[epsilon].threshold), closed_form(best[epsilon], people))],
                        )
                        for epsilon in epsilons
                    ],
                )
            ],
            x=Axis(title="theta"),
            y=Axis(title="standard error, people", logarithmic=True),
            columns=1,
            labels=100,
        ),
        table=Table(
            headings=(
                "",
                "best theta reported",
                "best theta",
                "variance at 0.25, times the least",
                "variance at 1, times the least",
            ),
            rows=[
                (
                    f"epsilon {epsilon}",
                    "0.25",
                    f"{float(best[epsilon].threshold):.3f}",
                    *(
                        digits((errors[epsilon][theta] / closed_form(best[epsilon], people)) ** 2)
                        for theta in (quarter, unit)
                    ),
                )
                for epsilon in epsilons
            ],
        ),
        why=(
            "The variance of an estimated share is least at a theta between 1/2 and 1. The published finding is a difference between classifiers, and "
            "small at small epsilon, where the curve is flat; of the shares themselves it does not hold."
        ),
    )
