"""A bench prints the same nine fields for every figure, and a ratio that is larger when ours is better."""

import json
from collections.abc import Iterator

import pytest

from benchmarks import __main__
from benchmarks.line import FIELDS, Line, RunFailed, figure, table

SPEED = Line(
    bench="b", case="speed", ours=80.0, peer=10.0, peer_name="other", unit="reports/s", goal=6.0, better="higher"
)
TIME = Line(bench="b", case="time", ours=2.0, peer=10.0, peer_name="other", unit="s", goal=6.0, better="lower")
ALONE = Line(bench="b", case="alone", ours=2.0, unit="s", goal=3.0, better="lower")


def test_the_ratio_says_how_many_times_better_ours_is() -> None:
    assert (SPEED.ratio, TIME.ratio, ALONE.ratio) == (8.0, 5.0, None)


def test_the_goal_bounds_the_ratio_beside_a_peer_and_ours_alone() -> None:
    assert (SPEED.meets_goal, TIME.meets_goal, ALONE.meets_goal) == (True, False, True)


def test_a_line_of_json_has_the_nine_fields_in_their_order() -> None:
    assert list(json.loads(TIME.to_json())) == list(FIELDS)
    assert json.loads(TIME.to_json()) == {
        "bench": "b", "case": "time", "ours": 2.0, "peer": 10.0, "peer_name": "other", "unit": "s", "ratio": 5.0,
        "goal": 6.0, "better": "lower",
    }  # fmt: skip


def test_the_table_says_which_goal_is_met() -> None:
    rows = table([SPEED, TIME, ALONE]).splitlines()
    assert [row.split()[-1] for row in rows[2:]] == ["yes", "no", "yes"]


@pytest.mark.parametrize(("value", "text"), [(None, ""), (0.01234, "0.0123"), (12.34, "12.3"), (16491.6, "16,492")])
def test_a_figure_has_three_digits_that_matter(value: float | None, text: str) -> None:
    assert figure(value) == text


def test_a_bench_prints_one_object_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bench = __main__.Bench("made up", measure=lambda: iter([SPEED, TIME, ALONE]), small=lambda: iter([ALONE]))
    monkeypatch.setitem(__main__.BENCHES, "page", bench)
    monkeypatch.setattr("sys.argv", ["bench", "page", "--json"])
    __main__.main()
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(line) for line in lines] == [list(FIELDS)] * 3
    assert [line["case"] for line in lines] == ["speed", "time", "alone"]
    monkeypatch.setattr("sys.argv", ["bench", "page", "--small", "--json"])
    __main__.main()
    assert [json.loads(line)["case"] for line in capsys.readouterr().out.splitlines()] == ["alone"]


def test_a_run_that_failed_says_why_and_exits_non_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> Iterator[Line]:
        yield SPEED
        raise RunFailed("there is no peer")

    monkeypatch.setitem(__main__.BENCHES, "ldp", __main__.Bench("", fails, fails))
    monkeypatch.setattr("sys.argv", ["bench", "ldp"])
    with pytest.raises(SystemExit, match="ldp was not measured: there is no peer"):
        __main__.main()


def test_without_a_name_it_lists_what_can_be_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench"])
    __main__.main()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(__main__.BENCHES)
