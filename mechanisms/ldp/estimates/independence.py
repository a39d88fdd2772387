"""These tests say whether the answers to two questions go together.

Perturbed apart: each report holds X and Y, its unbiased estimates of the two answers. The noises are drawn apart, so if
the answers are independent, X and Y are, and the covariances of X_i with Y_j over n reports have the covariance
Cov(X) x Cov(Y) / n (Kronecker's product). With U the table of them, less its last row and column, the statistic is

    n tr(Cov(X)^-1 U Cov(Y)^-1 U'),   chi-square with (a - 1)(b - 1) degrees of freedom.

It does not matter whether supports or shares are counted; where reports are answers it is Pearson's statistic of the
table of reports: noise takes power from that test but does not make it wrong. Few reports do: two rare answers that are
hardly expected in one report make its tail many times too long, so as many reports are asked for of each such cell as
of each answer.

Perturbed as a pair: f_ij - f_i f_j of the estimated cells, with the covariance that the cells' own gives it (delta
method), taken where the hypothesis holds. Far more likely to notice that answers go together.

Source: Pearson 1900; Wald 1943; Gaboardi, Rogers, ICML 2018, arXiv:1709.07155, for tests on perturbed answers.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from mechanisms.common.simplex import onto_simplex
from mechanisms.ldp.estimates.crosstab import PairCounts
from mechanisms.ldp.estimates.wald import (
    LEAST_EXPECTED,
    WaldTest,
    against_the_last,
    enough,
    of_statistic,
    rarest,
    spread,
    wald,
)
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle


def independence(oracles: tuple[FrequencyOracle, FrequencyOracle], counts: PairCounts) -> WaldTest | None:
    """Tests whether the answers to two questions perturbed apart, of one level, are independent of each other (the
    hypothesis).

    None where fewer than 5 reports are expected for (or against) the rarest answers of both questions at once, if they
    are independent. Errors: ValueError for counts without reports, for sets of answers, and for a mechanism whose
    covariance depends on which two answers it is of.
    """
    n = counts.reports
    if n < 1:
        raise ValueError(f"there are {n} reports; a test needs at least 1")
    spreads, least = [], float(n)
    for oracle, supports in zip(oracles, (counts.first, counts.second), strict=True):
        shares = onto_simplex(oracle.estimate(supports, n))
        least *= rarest(oracle, shares)
        contrasts = against_the_last(oracle.answers)
        spreads.append(contrasts @ spread(oracle, shares, 1) @ contrasts.T)
    if least < LEAST_EXPECTED:
        return None
    together = counts.both / n - np.outer(counts.first / n, counts.second / n)
    stretch = math.prod(float(oracle.p - oracle.q) for oracle in oracles)
    first, second = (against_the_last(oracle.answers) for oracle in oracles)
    table = first @ (together / stretch) @ second.T
    statistic = n * float((np.linalg.solve(spreads[0], table) * np.linalg.solve(spreads[1], table.T).T).sum())
    return of_statistic(statistic, table.size)


def independence_of_planned(
    oracle: FrequencyOracle, answers: tuple[int, int], counts: ArrayLike, reports: int
) -> WaldTest | None:
    """Tests whether the answers to two questions perturbed as a pair are independent of each other (the hypothesis).

    `counts` are of the pairs, the second question's answer changing fastest. None where reports are too few. Errors:
    as `independence`, and ValueError for pairs that are not the answers of the mechanism.
    """
    first, other = answers
    if first * other != oracle.answers or min(answers) < 2:
        raise ValueError(f"{first} times {other} pairs are not the {oracle.answers} answers of the field")
    cells = oracle.estimate(counts, reports).reshape(first, other)
    rows, columns = onto_simplex(cells.sum(axis=1)), onto_simplex(cells.sum(axis=0))
    alone = np.outer(rows, columns).ravel()
    if not enough(oracle, alone, reports):
        return None
    table = cells - np.outer(cells.sum(axis=1), cells.sum(axis=0))
    slope = (
        np.eye(first * other)
        - np.kron(np.eye(first), np.outer(columns, np.ones(other)))
        - np.kron(np.outer(rows, np.ones(first)), np.eye(other))
    )
    change = np.kron(against_the_last(first), against_the_last(other)) @ slope
    differences = against_the_last(first) @ table @ against_the_last(other).T
    return wald(differences.ravel(), change @ spread(oracle, alone, reports) @ change.T)
