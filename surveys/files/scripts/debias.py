"""Turn the perturbed reports of this folder into unbiased estimates with standard errors.

    python debias.py [folder]

Writes estimates.csv; means.csv where means of numbers were asked for; quantiles.csv and points.csv where their
distributions were; answered.csv, with 95 % limits, where a number may be skipped. Needs Python 3.9 and nothing else.
For each field and level the share of reports that support answer i is C / n, and (C / n - q) / (p - q) is its unbiased
estimate; the mean of the readings of a number is unbiased for the mean of what people hold. A distribution is the one
under which the reports were most likely (expectation maximisation): never below 0, so a little biased, and without a
closed form for its error. A number that may be skipped was sent as its lower bound, its upper bound or skipped, which
are three answers: the share of the upper bound, divided by that of both, is where between them the mean of those who
answered lies, with Fieller's limits. Levels are weighted by the people who chose them: as many as reports, unless each
phone sent some of the questions. A question of several pairs is in several files of a level: they are weighted by their
reports divided by the variance of one where half give an answer.
"""

from __future__ import annotations

import csv
import math
import sys
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from statistics import NormalDist

ROUNDS = 10_000  # The results page makes as many rounds.
QUANTILES = (0.25, 0.5, 0.75)
Z = NormalDist().inv_cdf(0.975)
LOWER, UPPER, SKIPPED = range(3)  # The three possible reports on a number that may be skipped.
ANSWERED = ("question", "answered", "answered_low", "answered_high", "mean", "mean_low", "mean_high")


def read(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def supports(path: Path, shape: str, answers: int) -> list[int]:
    """Returns how many reports support each code."""
    counts = [0] * answers
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for row in rows:
            if shape == "choice":
                counts[int(row[0]) - 1] += 1
            else:
                for place, bit in enumerate(row):
                    counts[place] += int(bit)
    return counts


def variance_at(share: float, codes: int, mechanism: dict[str, str]) -> float:
    """Returns the variance of the estimate of an answer with this share, when `codes` codes stand for the answer."""
    n, p, q = int(mechanism["reports"]), float(mechanism["p"]), float(mechanism["q"])
    with_true, without = float(mechanism["true_and_other"]), float(mechanism["two_others"])
    others = codes - 1
    outside = codes * (q * (1 - q) + others * (without - q**2))
    inside = p * (1 - p) + others * (q * (1 - q) + 2 * (with_true - p * q) + (others - 1) * (without - q**2))
    noise = (outside + share * (inside - outside)) / (p - q) ** 2
    return (noise + share * (1 - share)) / n


def estimate(codes: list[int], counts: list[int], mechanism: dict[str, str]) -> tuple[float, float]:
    """Returns the share and variance of the answer that these codes stand for, from one file of reports."""
    n, p, q = int(mechanism["reports"]), float(mechanism["p"]), float(mechanism["q"])
    share = sum((counts[code - 1] / n - q) / (p - q) for code in codes)
    return share, variance_at(min(max(share, 0.0), 1.0), len(codes), mechanism)


def answers(codebook: list[dict[str, str]]) -> dict[tuple[str, str], dict[str, list[int]]]:
    """Returns the codes that stand for each question and answer in each field that has it, in the codebook's order."""
    codes: dict[tuple[str, str], dict[str, list[int]]] = {}
    for row in codebook:
        for side in ("first", "second"):
            if row[side]:
                fields = codes.setdefault((row[side], row[side + "_answer"]), {})
                fields.setdefault(row["field"], []).append(int(row["code"]))
    return codes


def pooled(files: list[tuple[list[int], list[int], dict[str, str]]]) -> tuple[float, float]:
    """Returns the share and variance of an answer, from the codes, counts and mechanism of each file that has it.

    The people of a level are divided among its files by their precision at a share of one half.
    """
    precisions = [1 / variance_at(0.5, len(codes), mechanism) for codes, _, mechanism in files]
    people = {mechanism["level"]: int(mechanism["people"]) for _, _, mechanism in files}
    whole = dict.fromkeys(people, 0.0)
    for precision, (_, _, mechanism) in zip(precisions, files):
        whole[mechanism["level"]] += precision
    share = variance = 0.0
    for precision, (codes, counts, mechanism) in zip(precisions, files):
        level = mechanism["level"]
        weight = people[level] / sum(people.values()) * precision / whole[level]
        part, spread = estimate(codes, counts, mechanism)
        share += weight * part
        variance += weight**2 * spread
    return share, variance


def mean(readings: list[float], noise: float) -> tuple[float, float]:
    """Returns the mean and its variance from the readings of one level, each of which varies by `noise` or more."""
    average = math.fsum(readings) / len(readings)
    if len(readings) == 1:
        return average, noise
    spread = math.fsum((reading - average) ** 2 for reading in readings) / (len(readings) - 1)
    return average, max(spread, noise) / len(readings)


def means(folder: Path, mechanisms: list[dict[str, str]]) -> list[list[str]]:
    """Returns the question, mean and standard error of each number."""
    levels: dict[str, list[tuple[int, float, float]]] = {}
    for mechanism in mechanisms:
        if mechanism["kind"] == "number" and not may_be_skipped(mechanism) and int(mechanism["reports"]):
            rows = read(folder / "reports" / (mechanism["file"] + ".csv"))
            average, variance = mean([float(row["perturbed_reading"]) for row in rows], float(mechanism["noise"]))
            levels.setdefault(mechanism["field"], []).append((int(mechanism["people"]), average, variance))
    question = {row["field"]: row["question"] for row in read(folder / "questions.csv")}
    lines = []
    for field, each in levels.items():
        total = sum(people for people, _, _ in each)
        whole = sum(people / total * average for people, average, _ in each)
        variance = sum((people / total) ** 2 * spread for people, _, spread in each)
        lines.append([question[field], repr(whole), repr(math.sqrt(variance))])
    return lines


def may_be_skipped(mechanism: dict[str, str]) -> bool:
    return mechanism["shape"] == "end-or-skipped"


def skippable(counts: list[int], mechanism: dict[str, str]) -> tuple[list[float], list[float]]:
    """Returns estimates from one level: share of the upper bound and who answered with its Wilson limits; variances of
    both, covariance.

    The variances are those of the counts with Z^2 / 3 more reports of each kind: reports that are alike have one too.
    """
    n, p, q = sum(counts), float(mechanism["p"]), float(mechanism["q"])
    answered = 1 - (counts[SKIPPED] / n - q) / (p - q)
    share = counts[SKIPPED] / n
    centre, spread = share + Z**2 / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    ends = [(centre + side * spread) / (1 + Z**2 / n) for side in (1, -1)]
    low, high = (1 - (end - q) / (p - q) for end in ends)
    upper, skipped = ((counts[kind] + Z**2 / 3) / (n + Z**2) for kind in (UPPER, SKIPPED))
    scale = n * (p - q) ** 2
    variances = [upper * (1 - upper) / scale, skipped * (1 - skipped) / scale, upper * skipped / scale]
    return [(counts[UPPER] / n - q) / (p - q), answered, low, high], variances


def fieller(part: float, base: float, variances: list[float]) -> tuple[float, float] | None:
    """Returns Fieller's limits of part / base; None where the base may be 0."""
    square = base**2 - Z**2 * variances[1]
    if base <= 0 or square <= 0:
        return None
    middle = part * base - Z**2 * variances[2]
    root = math.sqrt(max(middle**2 - square * (part**2 - Z**2 * variances[0]), 0.0))
    return (middle - root) / square, (middle + root) / square


def answered(folder: Path, mechanisms: list[dict[str, str]]) -> list[list[str]]:
    """Returns a row of ANSWERED for each number that may be skipped; without a mean where it may be nobody's."""
    levels: dict[str, list[tuple[int, list[float], list[float], dict[str, str]]]] = {}
    for mechanism in mechanisms:
        if may_be_skipped(mechanism) and int(mechanism["reports"]):
            counts = [0, 0, 0]
            for row in read(folder / "reports" / (mechanism["file"] + ".csv")):
                counts[int(row["perturbed_report"])] += 1
            levels.setdefault(mechanism["field"], []).append(
                (int(mechanism["people"]), *skippable(counts, mechanism), mechanism)
            )
    question = {row["field"]: row["question"] for row in read(folder / "questions.csv")}
    lines = []
    for field, each in levels.items():
        total = sum(people for people, _, _, _ in each)
        weights = [people / total for people, _, _, _ in each]
        part, base = (sum(weight * level[1][place] for weight, level in zip(weights, each)) for place in (0, 1))
        below, above = (
            math.sqrt(sum((weight * (level[1][place] - level[1][1])) ** 2 for weight, level in zip(weights, each)))
            for place in (2, 3)
        )
        variances = [sum(weight**2 * level[2][place] for weight, level in zip(weights, each)) for place in range(3)]
        low, high = float(each[0][3]["low"]), float(each[0][3]["high"])
        limits = fieller(part, base, variances)
        places = [] if limits is None else [part / base, *limits]
        mean = [repr(low + (high - low) * place) for place in places] or ["", "", ""]
        lines.append([question[field], repr(base), repr(base - below), repr(base + above), *mean])
    return lines


def most_likely(reports: list[int], mechanism: dict[str, str]) -> list[float] | None:
    """Returns the most likely shares of the points from the reports of one level; None where the rounds do not end."""
    steps, window = int(mechanism["steps"]), int(mechanism["window"])
    inside, outside, epsilon = (float(mechanism[name]) for name in ("inside", "outside", "epsilon"))
    tolerance = 0.001 * min(1.0, epsilon) ** 2 * math.exp(epsilon)
    counts = [0] * (steps + window)
    for report in reports:
        counts[report] += 1

    def chances(shares: list[float]) -> list[float]:
        sums = [0.0, *accumulate(shares)]
        return [
            outside * sums[-1] + (inside - outside) * (sums[min(place, steps) + 1] - sums[max(place - window + 1, 0)])
            for place in range(steps + window)
        ]

    def likelihood(of: list[float]) -> float:
        return math.fsum(count * math.log(chance) for count, chance in zip(counts, of) if count)

    shares = [1 / (steps + 1)] * (steps + 1)
    expected = chances(shares)
    log_likelihood = likelihood(expected)
    for _ in range(ROUNDS):
        sums = [0.0, *accumulate(count / chance for count, chance in zip(counts, expected))]
        gains = [
            outside * sums[-1] + (inside - outside) * (sums[point + window] - sums[point]) for point in range(steps + 1)
        ]
        shares = [share * gain for share, gain in zip(shares, gains)]
        whole = math.fsum(shares)
        shares = [share / whole for share in shares]
        expected = chances(shares)
        before, log_likelihood = log_likelihood, likelihood(expected)
        if abs(log_likelihood - before) < tolerance:
            return shares
    return None


def quantile(shares: list[float], mechanism: dict[str, str], share: float) -> float:
    """Returns the number below which this share lies; the share of a point is spread evenly over the step around it."""
    low, high, steps = float(mechanism["low"]), float(mechanism["high"]), int(mechanism["steps"])
    step = (high - low) / steps
    ends = [low, *(low + step * (point + 0.5) for point in range(steps)), high]
    below = [0.0, *accumulate(shares)]
    wanted = share * below[-1]
    place = bisect_right(below, wanted) - 1
    if place == steps + 1:
        return high
    return ends[place] + (ends[place + 1] - ends[place]) * (wanted - below[place]) / (below[place + 1] - below[place])


def distributions(folder: Path, mechanisms: list[dict[str, str]]) -> tuple[list[list[str]], list[list[str]]]:
    """Returns question, share and quantile of each number whose distribution was asked for; and question, point and
    share."""
    levels: dict[str, list[tuple[int, list[float] | None, dict[str, str]]]] = {}
    for mechanism in mechanisms:
        if mechanism["kind"] == "number" and mechanism["window"] and int(mechanism["reports"]):
            rows = read(folder / "reports" / (mechanism["file"] + ".csv"))
            point_shares = most_likely([int(row["perturbed_report"]) for row in rows], mechanism)
            levels.setdefault(mechanism["field"], []).append((int(mechanism["people"]), point_shares, mechanism))
    question = {row["field"]: row["question"] for row in read(folder / "questions.csv")}
    quantiles, points = [], []
    for field, each in levels.items():
        total = sum(people for people, _, _ in each)
        weighted = [[people / total * share for share in shares] for people, shares, _ in each if shares is not None]
        if len(weighted) < len(each):
            print(f"{question[field]}: the reports do not settle its distribution; its mean is in means.csv")
            continue
        whole, (_, _, mechanism) = [math.fsum(column) for column in zip(*weighted)], each[0]
        step = (float(mechanism["high"]) - float(mechanism["low"])) / int(mechanism["steps"])
        for share in QUANTILES:
            quantiles.append([question[field], repr(share), repr(quantile(whole, mechanism, share))])
        for point, share in enumerate(whole):
            points.append([question[field], repr(float(mechanism["low"]) + step * point), repr(share)])
    return quantiles, points


def main(folder: Path) -> None:
    levels: dict[str, list[tuple[dict[str, str], list[int]]]] = {}
    mechanisms = read(folder / "mechanisms.csv")
    if any(may_be_skipped(mechanism) for mechanism in mechanisms):
        with open(folder / "answered.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([list(ANSWERED), *answered(folder, mechanisms)])
    if any(mechanism["kind"] == "number" and not may_be_skipped(mechanism) for mechanism in mechanisms):
        with open(folder / "means.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["question", "mean", "standard_error"], *means(folder, mechanisms)])
    if any(mechanism.get("window") for mechanism in mechanisms):
        quantiles, points = distributions(folder, mechanisms)
        with open(folder / "quantiles.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["question", "share_below", "quantile"], *quantiles])
        with open(folder / "points.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["question", "at", "share"], *points])
    for mechanism in mechanisms:
        if mechanism["kind"] != "number" and int(mechanism["reports"]):
            path = folder / "reports" / (mechanism["file"] + ".csv")
            counts = supports(path, mechanism["shape"], int(mechanism["answers"]))
            levels.setdefault(mechanism["field"], []).append((mechanism, counts))
    with open(folder / "estimates.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "answer", "share", "standard_error"])
        for (question, answer), fields in answers(read(folder / "codebook.csv")).items():
            of_fields = ((codes, levels.get(field, [])) for field, codes in fields.items())
            files = [(codes, counts, mechanism) for codes, own in of_fields for mechanism, counts in own]
            if files:  # Without files, too few reports were left at every level.
                share, variance = pooled(files)
                writer.writerow([question, answer, repr(share), repr(math.sqrt(variance))])


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
