"""Sixteen men, four women, and the truth told with 0.8: the smallest example there is, so nothing is drawn."""

import math
from fractions import Fraction

import numpy as np

from mechanisms.ldp.one_answer.randomized_response import RandomizedResponse
from reproductions.drawing.dots import Row, dots
from reproductions.page import Experiment, Page, Table, digits

MEN, WOMEN = 16, 4
KEPT = Fraction(4, 5)
REPORTED_REPORTS = (14, 6)
REPORTED_ESTIMATES = (16.7, 3.3)


def law_of_reports() -> list[Fraction]:
    """Returns how likely each number of reports of a man is, from none to twenty."""
    law = [Fraction(1)]
    for chance in [KEPT] * MEN + [1 - KEPT] * WOMEN:
        law = [
            (law[told] * (1 - chance) if told < len(law) else Fraction(0)) + (law[told - 1] * chance if told else 0)
            for told in range(len(law) + 1)
        ]
    return law


def remake() -> Page:
    people = MEN + WOMEN
    oracle = RandomizedResponse(answers=2, epsilon="1.386294")
    counts = np.array(REPORTED_REPORTS)
    ours = (oracle.estimate(counts, people) * people).tolist()
    limits = [oracle.interval(counts, people, confidence) * people for confidence in (0.5, 0.8, 0.95)]
    law = law_of_reports()
    mean = sum(told * chance for told, chance in enumerate(law))
    error = math.sqrt(float(KEPT * (1 - KEPT) * people)) / float(2 * KEPT - 1)
    labels = ("men", "women")
    experiment = Experiment(
        heading="14 and 6 reports mean 16.7 men and 3.3 women",
        setup=(
            "Twenty people say whether they are men, sixteen are. Each tells the truth with 0.8 and the opposite otherwise. "
            "Fourteen reports say man, six say woman."
        ),
        picture=dots(
            "sixteen-and-four",
            "Sixteen men and four women are the truth. Of 14 and 6 reports, 16.7 and 3.3 are estimated, ours and reported; the 95 % "
            "intervals are wider than ten people.",
            [
                Row(
                    label=labels[place],
                    ours=ours[place],
                    intervals=[(float(of[place, 0]), float(of[place, 1])) for of in limits],
                    reported=REPORTED_ESTIMATES[place],
                    truth=float((MEN, WOMEN)[place]),
                )
                for place in range(2)
            ],
            unit="people",
            labels=70,
            row=40,
        ),
        table=Table(
            headings=("", "reported", "ours"),
            rows=[
                ("men, estimated from 14 reports", str(REPORTED_ESTIMATES[0]), digits(ours[0], 4)),
                ("women, estimated from 6 reports", str(REPORTED_ESTIMATES[1]), digits(ours[1], 4)),
                ("reports of a man that are expected", "not reported", digits(float(mean), 4)),
                ("how likely exactly 14 of them are", "not reported", digits(float(law[14]))),
                ("standard error of either estimate, people", "not reported", digits(error)),
                ("epsilon", "ln 4 = 1.386", str(oracle.epsilon_spent())),
            ],
        ),
        why=(
            "They agree; (20 (0.8 − 1) + 14) / 0.6 is 50/3. What the example does not say: the standard error is three people, so that an estimate for "
            "twenty people shows how a correction works and little else."
        ),
    )
    return Page(
        name="sixteen-and-four",
        title="Sixteen men, four women, one coin",
        summary="The first example of randomised response in a textbook, by hand and by the library: 14 reports are corrected to 16.7.",
        source="A textbook chapter on differential privacy, its section on the local model",
        data="twenty made-up people",
        seed="none: nothing is drawn, all chances are listed",
        experiments=[experiment],
    )
