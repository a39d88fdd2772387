"""Occupation by direct encoding at epsilon 5, and a fault of the published code."""

import math
from collections.abc import Sequence

from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from reproductions.adult.people import Poll, ask, cells
from reproductions.drawing.dots import dots
from reproductions.page import Experiment, Table, digits, whole

EPSILON = 5
ARMED = "Armed-Forces"
REPORTED_REPORTS = 157  # The printed number of reports of Armed-Forces, before correction.
# What the two published notebooks show (github.com/nogrady/PPML, Ch4 and Chapter-04): the number of reports of each
# occupation, by name.
NOTEBOOKS = (
    (3625, 160, 3945, 3952, 1095, 1412, 2016, 3219, 327, 4024, 780, 3535, 1013, 1615),
    (3639, 183, 3934, 3932, 1110, 1444, 1998, 3217, 297, 4017, 765, 3540, 1022, 1620),
)


def published_channel(answers: int, epsilon: float) -> list[list[float]]:
    """[truth][report] of the published code: with 1 - p it draws s of 0 ... d - 2 and reports truth + s."""
    kept = math.exp(epsilon) / (answers - 1 + math.exp(epsilon))
    other = (1 - kept) / (answers - 1)
    rows = [[0.0] * answers for _ in range(answers)]
    for truth in range(answers):
        rows[truth][truth] += kept
        for step in range(answers - 1):
            rows[truth][(truth + step) % answers] += other
    return rows


def intended_channel(answers: int, epsilon: float) -> list[list[float]]:
    kept = math.exp(epsilon) / (answers - 1 + math.exp(epsilon))
    other = (1 - kept) / (answers - 1)
    return [[kept if report == truth else other for report in range(answers)] for truth in range(answers)]


def expected_reports(channel: Sequence[Sequence[float]], truth: Sequence[int]) -> list[float]:
    return [sum(count * row[report] for count, row in zip(truth, channel, strict=True)) for report in range(len(truth))]


def deviation(channel: Sequence[Sequence[float]], truth: Sequence[int], place: int, reports: int) -> float:
    """Returns how far, in standard errors, a number of reports lies from what the channel lets expect of these
    people."""
    variance = sum(count * row[place] * (1 - row[place]) for count, row in zip(truth, channel, strict=True))
    return (reports - expected_reports(channel, truth)[place]) / math.sqrt(variance)


def worst_log_ratio(channel: Sequence[Sequence[float]]) -> float:
    """Infinite where one answer never leads to a report that another one leads to."""
    columns = list(zip(*channel, strict=True))
    return (
        math.inf
        if any(min(column) == 0 for column in columns)
        else max(math.log(max(column) / min(column)) for column in columns)
    )


def occupation_poll() -> tuple[list[str], Poll]:
    answers = [str(cell) for cell in cells("occupation")]
    names = sorted(set(answers))
    oracle = GeneralizedRandomizedResponse(answers=len(names), epsilon=str(EPSILON))
    return names, ask(oracle, [names.index(answer) for answer in answers])


def experiment() -> Experiment:
    names, poll = occupation_poll()
    oracle, people, truth = poll.oracle, poll.people, poll.truth.tolist()
    p, q = float(oracle.p), float(oracle.q)
    small = GeneralizedRandomizedResponse(answers=len(names), epsilon="0.1")
    estimates = [[(reports - people * q) / (p - q) for reports in run] for run in NOTEBOOKS]
    armed = names.index(ARMED)
    published, intended = published_channel(len(names), EPSILON), intended_channel(len(names), EPSILON)
    runs = (REPORTED_REPORTS, *(run[armed] for run in NOTEBOOKS))
    apart = [
        ", ".join(digits(deviation(channel, truth, armed, run), 2) for run in runs) for channel in (intended, published)
    ]
    return Experiment(
        heading="Fourteen occupations at epsilon 5, and why Armed-Forces came out too low",
        setup=(
            f"{whole(people)} people name one of fourteen occupations by direct encoding (generalised randomised response): "
            "with p the true one, with q each of the others. Reported are p and q, and that of 9 people in Armed-Forces 157 "
            "reports come before correction. The estimates beside are those of the two notebooks that were published with it."
        ),
        picture=dots(
            "adult-occupation",
            "Errors of the estimates of fourteen occupations, ours with their intervals and those of the second notebook as rings, around "
            "a line at no error.",
            poll.rows_beside_truth(names, estimates[1]),
            unit="people more than the truth",
            labels=140,
        ),
        table=Table(
            headings=("", "truth", "notebook 1", "notebook 2", "ours", "standard error"),
            rows=[
                ("p, q at epsilon 5", "", "0.9195, 0.0062", "the same", f"{p:.4f}, {q:.4f}", ""),
                (
                    "p, q at epsilon 0.1",
                    "",
                    "0.0784, 0.0709",
                    "the same",
                    f"{float(small.p):.4f}, {float(small.q):.4f}",
                    "",
                ),
                (
                    f"{ARMED}, reports (157 in print)",
                    "9",
                    *(whole(run[armed]) for run in NOTEBOOKS),
                    whole(int(poll.counts[armed])),
                    "",
                ),
                *(
                    (
                        name,
                        whole(truth[place]),
                        whole(estimates[0][place]),
                        whole(estimates[1][place]),
                        whole(float(poll.estimate[place])),
                        whole(poll.error(place)),
                    )
                    for place, name in enumerate(names)
                ),
            ],
        ),
        why=(
            f"**The published code does another thing than its formula.** By the formula {whole(expected_reports(intended, truth)[armed])} reports of "
            f"Armed-Forces are expected; {', '.join(map(str, runs))} came, {apart[0]} standard errors away. Where the answer is not kept the code may "
            f"report it after all, and never the one before it. So {whole(expected_reports(published, truth)[armed])} are expected, and the runs lie "
            f"{apart[1]} standard errors from that. The one after Armed-Forces is Craft-repair with 4 099 people, none of whom ever reports "
            "Armed-Forces.\n\nThat costs more than accuracy. A report proves that the next answer in the alphabet is not the true one: the largest "
            f"ratio of two answers is {'unbounded' if math.isinf(worst_log_ratio(published)) else 'bounded'}, so the published code keeps no epsilon; "
            f"the intended channel keeps {worst_log_ratio(intended):.4f}, and ours, in whole numbers, {math.log(float(oracle.worst_ratio)):.6f}."
        ),
    )
