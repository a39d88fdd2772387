"""Turn the perturbed reports of this folder into unbiased estimates with standard errors.

    python debias.py [folder]

Writes estimates.csv, and means.csv where means of numbers were asked for. Needs Python 3.9 and nothing else. For each
field and level, the share of reports that support answer i is C / n, and (C / n - q) / (p - q) is its unbiased
estimate; the mean of the readings of a number is unbiased for the mean of what people hold. Levels are weighted by
their number of reports.
"""

import csv
import math
import sys
from pathlib import Path


def read(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def supports(path: Path, shape: str, answers: int) -> list[int]:
    """How many reports support each code."""
    counts = [0] * answers
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for row in rows:
            if shape == "choice":
                counts[int(row[0]) - 1] += 1
            else:
                for place, bit in enumerate(row):
                    counts[place] += int(bit)
    return counts


def estimate(codes: list[int], counts: list[int], mechanism: dict[str, str]) -> tuple[float, float]:
    """Share and variance of the answer that these codes stand for, from the reports of one level."""
    n, p, q = int(mechanism["reports"]), float(mechanism["p"]), float(mechanism["q"])
    with_true, without = float(mechanism["true_and_other"]), float(mechanism["two_others"])
    share = sum((counts[code - 1] / n - q) / (p - q) for code in codes)
    others = len(codes) - 1
    outside = len(codes) * (q * (1 - q) + others * (without - q**2))
    inside = p * (1 - p) + others * (q * (1 - q) + 2 * (with_true - p * q) + (others - 1) * (without - q**2))
    possible = min(max(share, 0.0), 1.0)
    noise = (outside + possible * (inside - outside)) / (p - q) ** 2
    return share, (noise + possible * (1 - possible)) / n


def answers(codebook: list[dict[str, str]]) -> dict[tuple[str, str], tuple[str, list[int]]]:
    """For each question and answer: the field and the codes that stand for it, in the codebook's order."""
    found: dict[tuple[str, str], tuple[str, list[int]]] = {}
    for row in codebook:
        for side in ("first", "second"):
            if row[side]:
                key = (row[side], row[side + "_answer"])
                found.setdefault(key, (row["field"], []))[1].append(int(row["code"]))
    return found


def mean(readings: list[float], noise: float) -> tuple[float, float]:
    """Mean and its variance from the readings of one level; noise is the least that one reading varies by."""
    found = math.fsum(readings) / len(readings)
    if len(readings) == 1:
        return found, noise
    spread = math.fsum((reading - found) ** 2 for reading in readings) / (len(readings) - 1)
    return found, max(spread, noise) / len(readings)


def means(folder: Path, mechanisms: list[dict[str, str]]) -> list[list[str]]:
    """Question, mean and standard error of each number."""
    levels: dict[str, list[tuple[int, float, float]]] = {}
    for mechanism in mechanisms:
        if mechanism["kind"] == "number" and int(mechanism["reports"]):
            rows = read(folder / "reports" / (mechanism["file"] + ".csv"))
            found, variance = mean([float(row["perturbed_reading"]) for row in rows], float(mechanism["noise"]))
            levels.setdefault(mechanism["field"], []).append((len(rows), found, variance))
    question = {row["field"]: row["question"] for row in read(folder / "questions.csv")}
    said = []
    for field, each in levels.items():
        total = sum(reports for reports, _, _ in each)
        whole = sum(reports / total * found for reports, found, _ in each)
        variance = sum((reports / total) ** 2 * spread for reports, _, spread in each)
        said.append([question[field], repr(whole), repr(math.sqrt(variance))])
    return said


def main(folder: Path) -> None:
    levels: dict[str, list[tuple[dict[str, str], list[int]]]] = {}
    mechanisms = read(folder / "mechanisms.csv")
    if any(mechanism["kind"] == "number" for mechanism in mechanisms):
        with open(folder / "means.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["question", "mean", "standard_error"], *means(folder, mechanisms)])
    for mechanism in mechanisms:
        if mechanism["kind"] != "number" and int(mechanism["reports"]):
            path = folder / "reports" / (mechanism["file"] + ".csv")
            counts = supports(path, mechanism["shape"], int(mechanism["answers"]))
            levels.setdefault(mechanism["field"], []).append((mechanism, counts))
    with open(folder / "estimates.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "answer", "share", "standard_error"])
        for (question, answer), (field, codes) in answers(read(folder / "codebook.csv")).items():
            if field not in levels:  # at every level of it too few reports were left
                continue
            total = sum(int(mechanism["reports"]) for mechanism, _ in levels[field])
            share = variance = 0.0
            for mechanism, counts in levels[field]:
                weight = int(mechanism["reports"]) / total
                one, spread = estimate(codes, counts, mechanism)
                share += weight * one
                variance += weight**2 * spread
            writer.writerow([question, answer, repr(share), repr(math.sqrt(variance))])


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
