"""Age beside marital status: noise for every cell that was declared, and what it means to draw it once."""

import numpy as np

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.tables import clipped, with_epsilon
from reproductions.drawing.dots import Row, dots
from reproductions.page import Experiment, Table, digits, whole
from reproductions.tables.people import MARITAL, SEED, Integers, counted, released

EPSILON = "1"
REPETITIONS = 40
CELLS, ROWS = 396, 32_560
EXACT = 12  # The printed shares are compared to this many digits.
# The published run gave these numbers of synthetic rows by status, and printed these shares of some cells.
REPORTED = (4_313, 12, 15_076, 414, 10_739, 1_056, 950)
PRINTED = {
    (17, "Married-civ-spouse"): 3.910483301137522e-05,
    (17, "Never-married"): 0.012156110847549155,
    (18, "Divorced"): 8.115047807953793e-06,
    (18, "Never-married"): 0.016680619487248687,
    (23, "Never-married"): 0.0221968012534577,
    (38, "Married-civ-spouse"): 0.015441028079111827,
    (62, "Widowed"): 0.0012477064559448109,
    (90, "Married-civ-spouse"): 0.000596920966672961,
}
Z = (0.674, 1.282, 1.960)


def exact() -> Integers:
    """Returns how many people of each age and status there are."""
    return counted("age", "marital-status")[1].of((0, 1))


def one_draw() -> float:
    """Returns the noise that the printed shares say was added to every cell.

    A share is (count + noise) / (people + cells x noise), with one noise. Errors: ValueError if any of them says
    otherwise.
    """
    table = exact()
    counts = np.array([table[age, MARITAL.index(status)] for age, status in PRINTED])
    shares = np.array(list(PRINTED.values()))
    whole_sum = (counts.max() - counts.min()) / (shares.max() - shares.min())
    noise = float(shares.min() * whole_sum - counts.min())
    estimates = (counts + noise) / (table.sum() + np.count_nonzero(table) * noise)
    if np.abs(estimates / shares - 1).max() > 10.0**-EXACT:
        raise ValueError("the printed shares are not those of counts with one number added to each")
    return noise


def status_tables() -> Integers:
    """Returns the numbers of synthetic rows of each status: [repetitions, statuses]."""
    domain, counts = counted("age", "marital-status")
    tables = with_epsilon(domain, [["age", "marital-status"]], EPSILON)
    status_counts = []
    for repetition in range(REPETITIONS):
        entropy = SeededEntropy(SEED + 100 * repetition)
        noisy = released(tables, counts, entropy)
        _, status = sampled(noisy.model(clipped), round(noisy.rows), entropy)
        status_counts.append(np.bincount(status, minlength=len(MARITAL)))
    return np.array(status_counts)


def experiment() -> Experiment:
    table, each = exact(), status_tables()
    truth, ours, errors = table.sum(axis=0), each[0], each.std(axis=0, ddof=1)
    noise = one_draw()
    empty = table.size - np.count_nonzero(table)
    return Experiment(
        heading=f"Of {table.size} cells {CELLS} were given noise, and all {CELLS} of them the same: {digits(noise)}".replace(
            "-", "−"
        ),
        setup=(
            f"People are counted by age and marital status, each count gets noise for epsilon {EPSILON}, what is below 0 is put to 0, and as many rows are drawn as a noisy "
            "count of people says. Reported are the shares of all cells and how many rows of each status come of them."
        ),
        picture=dots(
            "tables-marital",
            "For each of seven marital statuses, rows made less people, with intervals: ours and the reported figures lie within 130 of 0. "
            "Married civilians are fewer than there are in ours, and the rare statuses more.",
            [
                Row(
                    label=status,
                    ours=float(ours[at] - truth[at]),
                    intervals=[
                        (float(ours[at] - truth[at] - z * errors[at]), float(ours[at] - truth[at] + z * errors[at]))
                        for z in Z
                    ],
                    reported=float(REPORTED[at] - truth[at]),
                    truth=0.0,
                )
                for at, status in enumerate(MARITAL)
            ],
            unit="rows made, less people",
        ),
        table=Table(
            headings=("", "people", "reported", "ours", "standard error of ours"),
            rows=[
                *(
                    (status, whole(truth[at]), whole(REPORTED[at]), whole(ours[at]), digits(float(errors[at]), 2))
                    for at, status in enumerate(MARITAL)
                ),
                (
                    "rows",
                    whole(table.sum()),
                    whole(ROWS),
                    whole(each[0].sum()),
                    digits(float(each.sum(axis=1).std(ddof=1)), 2),
                ),
                ("cells", str(table.size), str(CELLS), str(table.size), ""),
                ("draws of noise", "", "1", str(table.size), ""),
            ],
        ),
        why=(
            f"What was published is not private, for two reasons that can be read in it. Its {CELLS} cells are those where somebody is: a cell that is "
            "absent tells that nobody is there, and one that is present tells of a single person. And its code draws one number for the whole column "
            f"of counts: the shares that it prints are those of the true counts with {digits(noise)} added to each, in all {EXACT} of their digits that "
            f"are compared, so that any count that is known gives away all others. Ours draws for each of the {table.size} cells of the declared "
            f"domain, {empty} of which are empty; clipping gives people to those, and the more so the rarer a status is."
        ),
    )
