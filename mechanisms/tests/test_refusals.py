"""What is refused where it enters, with the value and the rule."""

import json
import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from mechanisms.catalogue import mechanism
from mechanisms.common.entropy import Tape
from mechanisms.ldp.frequency_oracle import FrequencyOracle
from mechanisms.ldp.generalized_randomized_response import GeneralizedRandomizedResponse
from mechanisms.tests.cases import every_oracle

VECTORS = Path(__file__).resolve().parents[2] / "tests" / "vectors"


@pytest.mark.parametrize("row", json.loads((VECTORS / "choice.json").read_text())["bad_parameters"], ids=str)
def test_refuses_bad_parameters_in_words(row: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(row['detail'])}$"):
        mechanism(row["mechanism"], answers=int(row["answers"]), epsilon=row["epsilon"])


@pytest.mark.parametrize(
    "epsilon", [0.5, 1, None, True, Decimal("NaN"), Decimal("Infinity"), Decimal("1e-7"), " 1", "١"]
)
def test_refuses_an_epsilon_that_is_no_plain_decimal(epsilon: object) -> None:
    with pytest.raises(ValueError, match="epsilon is"):
        GeneralizedRandomizedResponse(answers=3, epsilon=epsilon)  # type: ignore[arg-type]  # what is tested


@pytest.mark.parametrize("answers", [2.0, "3", True, None])
def test_refuses_a_number_of_answers_that_is_no_integer(answers: object) -> None:
    with pytest.raises(ValueError, match="at least 2 answers"):
        GeneralizedRandomizedResponse(answers=answers, epsilon="1")  # type: ignore[arg-type]  # what is tested


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
            oracle.perturb(answer, Tape([]))  # type: ignore[arg-type]  # what is tested
    for answers in ([oracle.answers], [-1], [0.5], [[0]]):
        with pytest.raises(ValueError, match="answer"):
            oracle.perturb_many(answers, Tape([]))
    for counts, reports in ((fair, 0), (fair, -1), ([5, *fair[1:]], 4), ([-1, *fair[1:]], 4), ([*fair, 0], 4)):
        with pytest.raises(ValueError, match=r"reports|counts|count lies"):
            oracle.estimate(counts, reports)
    with pytest.raises(ValueError, match="counts must be"):
        oracle.estimate([0.5] * oracle.answers, 4)
    wrong_type = b"" if oracle.shape in {"choice", "hadamard"} else 0
    with pytest.raises(ValueError, match="the report of"):
        oracle.pack(wrong_type)
    with pytest.raises(ValueError, match="packed reports"):
        oracle.count(np.zeros((3, oracle.report_bytes + 1), dtype=np.uint8))


def test_refuses_to_list_more_reports_than_memory_holds() -> None:
    with pytest.raises(ValueError, match="too many reports"):
        mechanism("optimized-unary-encoding", answers=13, epsilon="1").report_probabilities(0)
