"""A claim of proof states what a run has shown, and no more."""

from pathlib import Path

import pytest

from mechanisms.catalogue import OFFERED
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.proofs import KINDS, proofs_of
from mechanisms.tests.proofs import VERSIONS, main, merged, proofs_in

PASSED, FAILED, SKIPPED = "", "<failure/>", "<skipped/>"


def report(folder: Path, *cases: tuple[str, str]) -> Path:
    noted = "".join(
        f'<testcase><properties><property name="proof" value="{proof}"/></properties>{outcome}</testcase>'
        for proof, outcome in cases
    )
    path = folder / "report.xml"
    path.write_text(f"<testsuites><testsuite>{noted}<testcase/></testsuite></testsuites>", encoding="utf-8")
    return path


def test_what_passed_is_counted_by_kind_and_mechanism(tmp_path: Path) -> None:
    twice = report(tmp_path, ("wheel channels", PASSED), ("wheel channels", PASSED), ("privset samples", PASSED))
    assert proofs_in(twice) == {"channels": {"wheel": 2}, "samples": {"privset": 1}}


@pytest.mark.parametrize("outcome", [FAILED, SKIPPED, "<error/>"])
def test_one_test_that_does_not_pass_takes_the_whole_kind_away(outcome: str, tmp_path: Path) -> None:
    proofs = proofs_in(report(tmp_path, ("wheel channels", PASSED), ("wheel channels", outcome)))
    assert proofs == {"channels": {}}
    assert "channels" not in merged({"wheel": {"version": 1, "channels": 2}}, proofs)["wheel"]


def test_a_run_without_a_kind_leaves_what_another_run_has_shown_of_the_same_version() -> None:
    kept = {"wheel": {"version": VERSIONS["wheel"], "faults": 5}, "privset": {"version": 99, "faults": 5}, "gone": {}}
    now = merged(kept, {"channels": {"wheel": 3}})
    assert now["wheel"] == {"version": VERSIONS["wheel"], "channels": 3, "faults": 5}
    assert now["privset"] == {"version": VERSIONS["privset"]}
    assert set(now) == set(VERSIONS)


def test_a_report_that_shows_less_than_is_said_fails_the_run(tmp_path: Path) -> None:
    assert main(["check", str(report(tmp_path, ("wheel channels", FAILED)))]) == 1


@pytest.mark.parametrize("offered", OFFERED, ids=lambda offered: offered.slug)
def test_every_mechanism_has_estimates_of_many_that_were_checked(offered: type[LocalMechanism]) -> None:
    assert proofs_of(offered.slug, offered.version).get("samples", 0) >= 1
    assert proofs_of(offered.slug, offered.version + 1) == {}
    assert set(proofs_of(offered.slug, offered.version)) <= set(KINDS)
