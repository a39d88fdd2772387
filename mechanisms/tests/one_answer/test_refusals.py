"""A bad parameter is refused where it enters, with the value and the rule."""

import json
import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import Tape
from mechanisms.ldp.one_answer.frequency_oracle import FrequencyOracle
from mechanisms.ldp.one_answer.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.tests.cases import every_oracle, supports

VECTORS = Path(__file__).resolve().parents[3] / "tests" / "vectors"


@pytest.mark.parametrize("row", json.loads((VECTORS / "choice.json").read_text())["bad_parameters"], ids=str)
def test_refuses_bad_parameters_in_words(row: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(row['detail'])}$"):
        mechanism(row["mechanism"], answers=int(row["answers"]), epsilon=row["epsilon"])


@pytest.mark.parametrize(
    "epsilon", [0.5, 1, None, True, Decimal("NaN"), Decimal("Infinity"), Decimal("1e-7"), " 1", "١"]
)
def test_refuses_an_epsilon_that_is_no_plain_decimal(epsilon: object) -> None:
    with pytest.raises(ValueError, match="epsilon is"):
        GeneralizedRandomizedResponse(answers=3, epsilon=epsilon)  # type: ignore[arg-type]


@pytest.mark.parametrize("answers", [2.0, "3", True, None])
def test_refuses_a_number_of_answers_that_is_no_integer(answers: object) -> None:
    with pytest.raises(ValueError, match="at least 2 answers"):
        GeneralizedRandomizedResponse(answers=answers, epsilon="1")  # type: ignore[arg-type]


def test_same_epsilon_written_differently_is_the_same_mechanism() -> None:
    written = {GeneralizedRandomizedResponse(answers=3, epsilon=text) for text in ("0.5", "0.50", Decimal("5E-1"))}
    assert len(written) == 1
    assert written.pop().epsilon_text == "0.5"


@pytest.mark.parametrize("shape", ["choice", "bits"])
def test_refuses_records_that_no_device_could_have_sent(shape: str) -> None:
    slugs = {"choice": "generalized-randomized-response", "bits": "optimized-unary-encoding"}
    for row in json.loads((VECTORS / f"{shape}.json").read_text())["bad_records"]:
        oracle = mechanism(slugs[shape], answers=row["spec"]["answers"], epsilon="4")
        record = bytes.fromhex(row["record"])
        with pytest.raises(ValueError, match="the report"):
            oracle.check_report(record)
        with pytest.raises(ValueError, match="report"):
            oracle.count(np.frombuffer(record, dtype=np.uint8).reshape(1, len(record)))


@every_oracle
def test_refuses_answers_counts_and_reports_out_of_range(oracle: FrequencyOracle) -> None:
    fair = [0] * oracle.answers
    for answer in (-1, oracle.answers, True, 0.0):
        with pytest.raises(ValueError, match="the answer is not one of"):
            oracle.perturb(answer, Tape([]))  # type: ignore[arg-type]  # the test passes wrong types
    for answers in ([oracle.answers], [-1], [0.5], [[0]]):
        with pytest.raises(ValueError, match="answer"):
            oracle.perturb_many(answers, Tape([]))
    for counts, reports in ((fair, 0), (fair, -1), ([5, *fair[1:]], 4), ([-1, *fair[1:]], 4), ([*fair, 0], 4)):
        with pytest.raises(ValueError, match=r"reports|counts|a count is"):
            oracle.estimate(counts, reports)
    with pytest.raises(ValueError, match="counts must be"):
        oracle.estimate([0.5] * oracle.answers, 4)
    wrong_type = b"" if oracle.shape in {"choice", "hadamard"} else 0
    with pytest.raises(ValueError, match="the report of"):
        oracle.pack(wrong_type)
    with pytest.raises(ValueError, match="packed reports"):
        oracle.count(np.zeros((3, oracle.report_bytes + 1), dtype=np.uint8))


@every_oracle
def test_every_report_has_counts_that_one_report_can_have(oracle: FrequencyOracle) -> None:
    for counts in supports(oracle).values():
        assert oracle.estimate(counts, 1).shape == (oracle.answers,)


@pytest.mark.parametrize(
    ("slug", "counts", "words"),
    [
        ("generalized-randomized-response", [5, 3, 3], "the counts add up to 11; 10 reports .* 1 each add up to 10"),
        ("generalized-randomized-response", [11, -1, 0], r"a count is -1; here each lies in \[0, 10\]"),
        ("subset-selection", [10, 5, 3], "the counts add up to 18; 10 reports .* 1 each add up to 10"),
        ("optimized-unary-encoding", [11, 0, 0], r"a count is 11; here each lies in \[0, 10\]"),
        ("hadamard-response", [11, 0, 0], r"a count is 11; here each lies in \[0, 10\]"),
        ("binary-local-hashing", [0, 0, 11], r"a count is 11; here each lies in \[0, 10\]"),
    ],
)
def test_refuses_counts_that_so_many_reports_cannot_have(slug: str, counts: list[int], words: str) -> None:
    oracle = mechanism(slug, answers=3, epsilon="1")
    with pytest.raises(ValueError, match=words):
        oracle.estimate(counts, 10)
    for interval in (oracle.interval, oracle.exact_interval):
        with pytest.raises(ValueError, match=words):
            interval(counts, 10, 0.9)


@pytest.mark.parametrize(("slug", "numbers"), [("generalized-randomized-response", 3), ("hadamard-response", 4)])
def test_refuses_to_pack_a_number_that_is_not_one_of_the_question(slug: str, numbers: int) -> None:
    oracle = mechanism(slug, answers=3, epsilon="1")
    assert oracle.pack(numbers - 1) == bytes([numbers - 1])
    for number in (-1, numbers, 256):
        with pytest.raises(ValueError, match=f"one of the {numbers} numbers"):
            oracle.pack(number)


def test_sets_of_a_fixed_size_support_so_many_answers_each() -> None:
    oracle = mechanism("subset-selection", answers=9, epsilon="1")
    size = int(oracle.client_spec()["size"])
    assert size > 1
    counts = np.array([10] * size + [0] * (9 - size))
    assert oracle.estimate(counts, 10).sum() == pytest.approx(1)
    with pytest.raises(ValueError, match=f"add up to {10 * size}"):
        oracle.estimate(counts - np.eye(9, dtype=np.int64)[0], 10)


def test_refuses_to_list_more_reports_than_memory_holds() -> None:
    with pytest.raises(ValueError, match="too many reports"):
        mechanism("optimized-unary-encoding", answers=13, epsilon="1").report_probabilities(0)
