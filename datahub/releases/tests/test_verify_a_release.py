"""A good release holds; the same release with one fault fails in that promise and in no other."""

import dataclasses
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from datahub.releases.findings import Finding, holds
from datahub.releases.script import PARTS, single_script
from datahub.releases.tests.factories import card, findings_by_promise, release_files, sha256, written
from datahub.releases.verifier import Files, verify

PLACES = {"north": ("a", "b"), "south": ("c", "d")}
TREE = "a,north,*\nb,north,*\nc,south,*\nd,south,*\n"
# Each row has name, age, place and secret; the name is never released.
ORIGINAL = [
    ("Ann", "21", "a", "flu"), ("Bob", "38", "c", "cough"), ("Cid", "24", "b", "cough"), ("Dee", "31", "d", "flu"),
    ("Eve", "29", "a", "ulcer"), ("Fay", "33", "c", "flu"), ("Gus", "20", "b", "flu"), ("Hal", "39", "c", "ulcer"),
]  # fmt: skip
ROLES = {"name": "identifying", "age": "quasi", "place": "quasi", "secret": "sensitive"}
RELEASED: list[tuple[str, ...]] = [
    ("[20, 30)" if int(age) < 30 else "[30, 40)", "north" if town in "ab" else "south", secret)
    for _, age, town, secret in ORIGINAL
]
PEOPLE = [(age, town) for _, age, town, _ in ORIGINAL] + [("22", "a"), ("35", "d")]
LUNGS = "flu,lungs,*\ncough,lungs,*\nulcer,stomach,*\n"
EACH: list[dict[str, Any]] = [
    {"model": "k-anonymity", "k": 4},
    {"model": "k-map", "k": 5},
    {"model": "delta-presence", "least": "0.5", "most": "0.8"},
    {"model": "distinct-l-diversity", "column": "secret", "l": 3},
    {"model": "entropy-l-diversity", "column": "secret", "l": "2.828"},
    {"model": "recursive-cl-diversity", "column": "secret", "c": "1.1", "l": 2},
    *(
        {"model": "t-closeness", "column": "secret", "distance": distance, "t": "0"}
        for distance in ("equal", "variational", "ordered", "hierarchical", "kullback-leibler", "max-difference (book)")
    ),
    {"model": "basic-beta-likeness", "column": "secret", "beta": "0"},
    {"model": "enhanced-beta-likeness", "column": "secret", "beta": "0"},
]
IDS = [model.get("distance", model["model"]) for model in EACH]


def owner(folder: Path, *models: dict[str, Any], rows: Any = RELEASED, **more: Any) -> Files:
    """Returns all files of a release, as its owner has them."""
    (folder / "places.csv").write_text(TREE)
    (folder / "secrets.csv").write_text(LUNGS)
    people = written(folder / "people.csv", ["age", "place"], PEOPLE)
    promised = card(
        ROLES, 8, *(models or ({"model": "k-anonymity", "k": 4},)), population_sha256=sha256(people), **more
    )
    promised["columns"][2] |= {"hierarchy": "places.csv", "sha256": sha256(folder / "places.csv")}
    promised["columns"][3] |= {"hierarchy": "secrets.csv", "sha256": sha256(folder / "secrets.csv")}
    promised["columns"][3]["order"] = ["cough", "flu", "ulcer"]
    order = sorted(range(len(rows)), key=lambda at: rows[at]) if promised["order"] == "sorted" else range(len(rows))
    return dataclasses.replace(
        release_files(folder, promised, rows),
        hierarchies=folder,
        population=people,
        original=written(folder / "original.csv", list(ROLES), ORIGINAL),
        assignment=written(
            folder / "assignment.csv", ["original", "released"], [(at + 1, line) for line, at in enumerate(order, 1)]
        ),
    )


def failing(findings: list[Finding]) -> list[str]:
    return [finding.promise for finding in findings if finding.outcome == "fails"]


def test_a_good_release_keeps_every_promise(tmp_path: Path) -> None:
    findings = verify(owner(tmp_path, *EACH))
    assert [finding for finding in findings if finding.outcome != "holds"] == []
    # The findings are on the file, the names of places, the models, and what the owner compares.
    assert len(findings) == 3 + 1 + len(EACH) + 4


WEAKER: dict[str, Callable[[tuple[str, ...]], tuple[str, ...]]] = {
    "k-anonymity": lambda row: ("[30, 40)", *row[1:]),
    "k-map": lambda row: ("[20, 22)", *row[1:]),
    "delta-presence": lambda row: ("[20, 22)", *row[1:]),
}


@pytest.mark.parametrize("model", EACH, ids=IDS)
def test_one_weak_class_is_blocked_by_every_model(model: dict[str, Any], tmp_path: Path) -> None:
    def weakened(row: tuple[str, ...]) -> tuple[str, ...]:
        return (*row[:2], "flu") if row[1] == "north" else row  # all rows of the class get one secret

    one_row = WEAKER.get(model["model"])
    rows = [*map(weakened, RELEASED)] if one_row is None else [one_row(RELEASED[0]), *RELEASED[1:]]
    files = dataclasses.replace(owner(tmp_path, model, rows=rows), original=None, assignment=None)
    findings = verify(files)
    assert len(failing(findings)) == 1
    assert failing(findings)[0].startswith(model["model"])
    assert not holds(findings)


def test_the_worst_class_is_named_by_its_size_and_never_by_what_stands_in_it(tmp_path: Path) -> None:
    rows = [("[20, 22)", *RELEASED[0][1:]), *RELEASED[1:]]
    findings = verify(owner(tmp_path, *EACH, rows=rows))
    worst = next(finding for finding in findings if finding.promise == "k-anonymity (k 4)")
    assert (worst.measured, worst.class_rows, worst.failing_classes) == ("1", 1, 2)
    text = " ".join(finding.found for finding in findings)
    assert not any(cell in text for row in (*rows, *ORIGINAL) for cell in row if len(cell) > 2)


def replaced(column: int, value: str, rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(*rows[0][:column], value, *rows[0][column + 1 :]), *rows[1:]]


@pytest.mark.parametrize(
    ("column", "value", "promise"),
    [
        (0, "[22, 30)", "'age' covers its original"),
        (0, "{20, 22}", "'age' covers its original"),
        (1, "south", "'place' covers its original"),
        (2, "cough", "'secret' is unchanged"),
        (2, "lungs", "'secret' is unchanged"),
        (2, "*", "'secret' is unchanged"),
    ],
)
def test_a_value_that_covers_its_original_no_more_is_found(
    column: int, value: str, promise: str, tmp_path: Path
) -> None:
    findings = verify(owner(tmp_path, {"model": "k-anonymity", "k": 1}, rows=replaced(column, value, RELEASED)))
    assert failing(findings) == [promise]
    assert next(finding.found for finding in findings if finding.promise == promise).startswith("in 1 rows it does not")


def test_a_column_said_to_be_perturbed_is_not_compared(tmp_path: Path) -> None:
    files = owner(tmp_path, {"model": "k-anonymity", "k": 4}, rows=replaced(2, "cough", RELEASED))
    promised = json.loads(files.card.read_text())
    promised["columns"][3]["perturbed"] = True
    files.card.write_text(json.dumps(promised))
    assert "'secret' is unchanged" not in findings_by_promise(files)
    assert holds(verify(files))


def test_a_value_nobody_declared_is_found_without_the_original(tmp_path: Path) -> None:
    files = owner(tmp_path, {"model": "k-anonymity", "k": 1}, rows=replaced(1, "east", RELEASED))
    findings = verify(dataclasses.replace(files, original=None, assignment=None))
    assert failing(findings) == ["values of 'place' are of its hierarchy, intervals or sets"]


@pytest.mark.parametrize("fault", ["twice", "left out", "not there", "zero"])
def test_an_assignment_that_is_not_one_to_one_is_found(fault: str, tmp_path: Path) -> None:
    files = owner(tmp_path)
    assert files.assignment is not None
    lines = files.assignment.read_text().splitlines()
    last = lines[-1].split(",")[0]
    lines[-1] = {"twice": f"{last},1", "left out": lines[1], "not there": f"{last},9", "zero": "0,8"}[fault]
    files.assignment.write_text("\n".join(lines) + "\n")
    assert failing(verify(files)) == ["each row of the original is one row of the release"]


def test_a_row_of_the_original_that_is_left_out_is_found(tmp_path: Path) -> None:
    files = owner(tmp_path)
    written(tmp_path / "original.csv", list(ROLES), [*ORIGINAL, ("Ida", "30", "d", "flu")])
    assert failing(verify(files)) == ["each row of the original is one row of the release"]


@pytest.mark.parametrize(
    ("model", "people"),
    [
        ({"model": "k-map", "k": 2}, PEOPLE[1:7]),  # a class of four rows fits only three people
        # The added person is surely absent from the release.
        ({"model": "delta-presence", "least": "0.5", "most": "1"}, [*PEOPLE, ("50", "a")]),
    ],
    ids=["k-map", "delta-presence"],
)
def test_a_population_that_does_not_fit_the_release_is_found(
    model: dict[str, Any], people: list[tuple[str, str]], tmp_path: Path
) -> None:
    files = owner(tmp_path, model)
    promised = json.loads(files.card.read_text())
    promised["population_sha256"] = sha256(written(tmp_path / "people.csv", ["age", "place"], people))
    files.card.write_text(json.dumps(promised))
    assert len(failing(verify(files))) == 1


def test_rows_and_suppressed_rows_are_counted(tmp_path: Path) -> None:
    stars = [*RELEASED[:4], ("*", "*", "*"), *RELEASED[5:]]
    files = owner(tmp_path, {"model": "k-anonymity", "k": 3}, rows=stars, suppressed=1)
    assert holds(verify(files))
    assert failing(verify(owner(tmp_path, {"model": "k-anonymity", "k": 3}, rows=stars))) == ["0 of them suppressed"]
    fewer = dataclasses.replace(owner(tmp_path, {"model": "k-anonymity", "k": 3}, rows=RELEASED[1:]), original=None)
    assert failing(verify(fewer)) == ["8 rows"]


def test_a_row_with_stars_for_a_place_and_a_secret_beside_them_is_a_class_like_any_other(tmp_path: Path) -> None:
    rows = [*RELEASED[:4], ("*", "*", "ulcer"), *RELEASED[5:]]
    worst = findings_by_promise(owner(tmp_path, {"model": "k-anonymity", "k": 3}, rows=rows))["k-anonymity (k 3)"]
    assert (worst.outcome, worst.class_rows) == ("fails", 1)


def test_no_share_of_a_population_is_known_where_classes_overlap_or_a_row_is_suppressed(tmp_path: Path) -> None:
    model = {"model": "delta-presence", "least": "0", "most": "1"}
    rows = [*RELEASED[:4], ("*", "*", "*"), *RELEASED[5:]]
    assert failing(verify(owner(tmp_path, model, rows=rows, suppressed=1))) == ["delta-presence (least 0, most 1)"]
    rows = replaced(0, "[20, 40)", RELEASED)
    assert failing(verify(owner(tmp_path, model, rows=rows))) == ["delta-presence (least 0, most 1)"]


def test_rows_out_of_order_are_found_at_their_line(tmp_path: Path) -> None:
    files = owner(tmp_path)
    names, *lines = files.release.read_text().splitlines()
    files.release.write_text("\n".join([names, *lines[:3], lines[4], lines[3], *lines[5:]]) + "\n")
    sorted_ = next(finding for finding in verify(files) if finding.promise.startswith("rows sorted"))
    assert (sorted_.outcome, sorted_.found) == ("fails", "line 6 belongs above the line before it")


def test_numbers_may_be_sorted_by_value_too(tmp_path: Path) -> None:
    promised = card({"age": "quasi", "pay": "sensitive"}, 3, {"model": "k-anonymity", "k": 1})
    for rows, sorted_ in (
        ([("*", "9"), ("9", "x"), ("10", "x")], True),
        ([("*", "9"), ("10", "x"), ("9", "x")], True),
        ([("10", "x"), ("*", "9"), ("9", "x")], False),
    ):
        files = release_files(tmp_path, promised, rows)
        written(files.release, ["age", "pay"], rows)
        assert (
            findings_by_promise(files)["rows sorted, so that their order says nothing"].outcome == "holds"
        ) is sorted_


@pytest.mark.parametrize(("step", "shows"), [(1, True), (-1, True), (3, False)])
def test_a_shuffled_release_must_not_stand_in_the_original_order(step: int, shows: bool, tmp_path: Path) -> None:
    files = owner(tmp_path, order="shuffled")
    count = len(RELEASED)
    order = [at * step % count for at in range(count)] if step != -1 else list(range(count))[::-1]
    written(files.release, ["age", "place", "secret"], [RELEASED[at] for at in order])
    assert files.assignment is not None
    written(files.assignment, ["original", "released"], [(at + 1, line) for line, at in enumerate(order, 1)])
    assert failing(verify(files)) == (["rows shuffled, so that their order says nothing"] if shows else [])
    recipient = dataclasses.replace(files, original=None, assignment=None)
    assert verify(recipient)[-1].outcome == "not checked"


def test_what_a_recipient_cannot_check_does_not_hold(tmp_path: Path) -> None:
    files = owner(tmp_path, *EACH)
    findings = verify(Files(release=files.release, card=files.card))
    unchecked = [finding.promise.split()[0] for finding in findings if finding.outcome == "not checked"]
    assert Counter(unchecked) == {"k-map": 1, "delta-presence": 1, "t-closeness": 1}
    assert not holds(findings)


def test_parquet_says_the_same_as_csv(tmp_path: Path) -> None:
    files = owner(tmp_path, *EACH)
    columns = dict(zip(["age", "place", "secret"], zip(*sorted(RELEASED), strict=True), strict=True))
    parquet.write_table(pa.table({name: list(cells) for name, cells in columns.items()}), tmp_path / "release.parquet")
    assert verify(dataclasses.replace(files, release=tmp_path / "release.parquet")) == verify(files)


def test_the_single_script_runs_where_datahub_is_not(tmp_path: Path) -> None:
    files = owner(tmp_path, *EACH)
    script = tmp_path / "alone" / "verifier.py"
    script.parent.mkdir()
    script.write_text(single_script(), encoding="utf-8")

    def run(*more: str) -> tuple[int, str]:
        command = [sys.executable, "-I", "-S", str(script), str(files.release), "--card", str(files.card), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=script.parent)
        assert done.stderr == ""
        return done.returncode, done.stdout

    complete = ["--hierarchies", str(tmp_path), "--population", str(files.population)]
    complete += ["--original", str(files.original), "--assignment", str(files.assignment)]
    status, text = run(*complete)
    assert (status, text.splitlines()[-1]) == (0, "Everything promised holds.")
    status, text = run("--json")
    assert (status, json.loads(text)["holds"]) == (1, False)
    files.release.write_text("age,age,secret\n")
    status, text = run()
    assert status == 2
    assert text.startswith("refused: release.csv line 1: ")


def test_no_name_stands_for_two_things_in_the_single_script() -> None:
    lines = [line for line in single_script().splitlines() if line.startswith(("def ", "class "))]
    names = Counter(line.split()[1].partition("(")[0].rstrip(":") for line in lines)
    assert [name for name, count in names.items() if count > 1] == []
    assert "datahub." not in "".join(
        line for line in single_script().splitlines() if line.startswith(("from", "import"))
    )
    assert len(PARTS) == 7
