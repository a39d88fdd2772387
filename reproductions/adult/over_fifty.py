"""The experiment estimates how many are over fifty, by two coins."""

import math
from fractions import Fraction

from mechanisms.ldp.one_answer.randomized_response import RandomizedResponse
from reproductions.adult.people import ask, cells
from reproductions.drawing.dots import dots
from reproductions.page import Experiment, Table, digits, whole

REPORTED, NOTEBOOK = 6_599, 6_525


def two_coins(heads: Fraction) -> Fraction:
    """Returns the largest ratio of two coins: heads, the truth; tails, a second coin of the same kind says yes with
    heads.

    Listed: the chances of yes and of no, of those for whom yes is true and for whom no is.
    """
    yes = heads + (1 - heads) * heads, (1 - heads) * heads
    no = (1 - heads) * (1 - heads), heads + (1 - heads) * (1 - heads)
    return max(max(pair) / min(pair) for pair in (yes, no))


def experiment() -> Experiment:
    poll = ask(RandomizedResponse(answers=2, epsilon="1.098612"), [int(int(age or 0) > 50) for age in cells("age")])
    ours, error, truth = float(poll.estimate[1]), poll.error(1), int(poll.truth[1])
    fair, biased = two_coins(Fraction(1, 2)), two_coins(Fraction(4, 5))
    row = poll.rows(["no", "over 50"], [None, float(REPORTED)])[1]
    return Experiment(
        heading=f"{whole(ours)} are over fifty, give or take {whole(1.96 * error)}",
        setup=(
            "Each of 32 561 people throws a coin. Heads: the truth, is she over fifty? Tails: a second coin decides what "
            f"she says. This is randomised response with epsilon ln 3; the estimate is 2 (yes − n/4). {whole(truth)} are."
        ),
        picture=dots(
            "adult-over-fifty",
            f"On one line, the truth at {whole(truth)}, the reported {whole(REPORTED)} and ours at {whole(ours)} with its intervals.",
            [row],
            unit="people over fifty",
            labels=70,
            row=44,
        ),
        table=Table(
            headings=("", "reported", "ours"),
            rows=[
                ("over fifty, truth", whole(truth), whole(truth)),
                ("over fifty, estimated", whole(REPORTED), whole(ours)),
                ("the same, run of the published notebook", whole(NOTEBOOK), ""),
                ("standard error", "not reported", whole(error)),
                ("e^epsilon of two fair coins", "3", str(fair)),
                ("e^epsilon of two coins with heads 0.8", "21", str(biased)),
            ],
        ),
        why=(
            f"Nothing to explain: the reported figure lies {digits(abs(REPORTED - truth) / error, 2)} standard errors from "
            f"the truth, ours {digits(abs(ours - truth) / error, 2)}, and both are one draw. The last two rows are exact, by listing both "
            f"reports of both kinds of people; with heads 0.8, {biased} is of a No, 0.84 against 0.04. Ours keeps the truth with 3/4 rounded down to a multiple of 2⁻³², and "
            f"spends {math.log(float(poll.oracle.worst_ratio)):.6f}."
        ),
    )
