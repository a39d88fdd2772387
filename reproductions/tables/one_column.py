"""The experiment is about age alone: a histogram with noise, and rows that are drawn from it."""

import numpy as np

from mechanisms.central.geometric import GeometricMechanism
from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.tables import clipped, with_epsilon
from reproductions.drawing.curves import Axis, Panel, Series, curves
from reproductions.page import Experiment, Table, digits, whole
from reproductions.tables.people import SEED, counted, released, standard_error

EPSILON = "1"
FROM, BELOW = 44, 55
TRUTH, REPORTED = 6_577, 6_574.254079845723


def experiment() -> Experiment:
    domain, counts = counted("age")
    tables = with_epsilon(domain, [["age"]], EPSILON)
    assert isinstance(tables.noise, GeometricMechanism)  # This assertion tells mypy the type.
    entropy = SeededEntropy(SEED)
    noisy = released(tables, counts, entropy)
    exact, values = counts.of((0,)), noisy.values[0]
    (synthetic,) = sampled(noisy.model(clipped), round(noisy.rows), entropy)
    rows = np.bincount(synthetic, minlength=100)
    age_range = slice(FROM, BELOW)
    truth, ours, after = (int(counts[age_range].sum()) for counts in (exact, values, rows))
    error = standard_error(tables.noise, BELOW - FROM)
    nobody = rows[exact == 0].sum()
    return Experiment(
        heading=f"From {FROM} to {BELOW - 1} years are {whole(ours)} by the noisy histogram, give or take {digits(1.96 * error, 2)}",
        setup=(
            f"{whole(exact.sum())} ages from 0 to 99 are counted, each count gets noise for epsilon {EPSILON}, and the histogram is asked how many are at least "
            f"{FROM} and below {BELOW}. Then what is below 0 is put to 0, the rest divided by its sum, and rows are drawn from it."
        ),
        picture=curves(
            "tables-age",
            "Number of people at each age from 0 to 99, the truth as a line and the synthetic rows as dots. The dots lie on the line, and a few lie just above "
            "the axis below 17, where nobody is.",
            [
                Panel(
                    title=f"epsilon {EPSILON}",
                    series=[
                        Series(name="made", dots=[(age, float(count)) for age, count in enumerate(rows)]),
                        Series(name="truth", line=[(age, float(count)) for age, count in enumerate(exact)]),
                    ],
                )
            ],
            x=Axis(title="age"),
            y=Axis(title="people"),
            columns=1,
            labels=64,
        ),
        table=Table(
            headings=(f"{FROM} ≤ age < {BELOW}", "reported", "ours"),
            rows=[
                ("truth", whole(TRUTH), whole(truth)),
                ("by the noisy histogram", f"{REPORTED:,.1f}".replace(",", " "), whole(ours)),
                ("standard error of it", f"{(2 * (BELOW - FROM)) ** 0.5:.2f}", f"{error:.2f}"),
                ("among the rows that are made", "a picture", whole(after)),
                ("rows that are made", whole(exact.sum()), whole(len(synthetic))),
                ("of an age that nobody has", "a picture", whole(nobody)),
            ],
        ),
        why=(
            f"The reported figure is {digits(abs(REPORTED - truth) / (2 * (BELOW - FROM)) ** 0.5, 2)} standard errors of its noise from the truth, ours "
            f"{digits(abs(ours - truth) / error, 2)}, and both are one draw. The publication makes as many rows as there are people, which tells how "
            "many there are, for nothing; ours makes as many as the noisy counts sum to."
        ),
    )
