"""These tests cover the promises of a part of a release, and what a recipient without the population is told."""

from pathlib import Path
from typing import Any

from datahub.releases.findings import conclusion
from datahub.releases.rules.tables import card_of, models_of
from datahub.releases.tests.factories import card, findings_by_promise, release_files, sha256, written
from datahub.releases.verifier import verify

ROLES = {"age": "quasi", "place": "quasi", "secret": "sensitive"}
ROWS = [("20-29", "north", "flu"), ("20-29", "north", "cough")]
AGAINST = "Residents version 3"
MAP: dict[str, Any] = {"model": "k-map", "k": 2, "against": AGAINST}
PRESENT: dict[str, Any] = {"model": "delta-presence", "least": "0", "most": "1", "against": AGAINST}
GUARD: dict[str, Any] = {"model": "distinct-l-diversity", "column": "secret", "l": 2}


def left(*columns: str) -> list[str]:
    described = [{"name": name, "role": role} for name, role in ROLES.items()]
    return [model["model"] for model in models_of([MAP, PRESENT, GUARD], described, set(columns))]


def test_presence_is_not_promised_of_fewer_quasi_identifying_columns_and_a_map_is() -> None:
    assert left("age", "place", "secret") == ["k-map", "delta-presence", "distinct-l-diversity"]
    assert left("age", "place") == ["k-map", "delta-presence"]
    assert left("age", "secret") == ["k-map", "distinct-l-diversity"]


def test_the_hash_of_the_population_stays_with_the_owner() -> None:
    promised = card(ROLES, 2, MAP, population_sha256="0" * 64)
    assert "population_sha256" not in card_of(promised, ["age", "place", "secret"], "1" * 64)


def test_a_name_of_a_population_stands_quoted_and_cannot_end_that(tmp_path: Path) -> None:
    named = {**MAP, "against": 'X", k-anonymity (k 1000): holds'}
    files = release_files(tmp_path, card(ROLES, 2, named), ROWS)
    assert 'k-map (k 2) against "X\', k-anonymity (k 1000): holds"' in findings_by_promise(files)


def test_whoever_lacks_the_population_is_told_that_and_that_all_else_holds(tmp_path: Path) -> None:
    files = release_files(tmp_path, card(ROLES, 2, {"model": "k-anonymity", "k": 2}, MAP), ROWS)
    finding = findings_by_promise(files)[f'k-map (k 2) against "{AGAINST}"']
    assert (finding.outcome, finding.found) == (
        "not checked",
        "the owner keeps the population; nobody who lacks it can tell",
    )
    assert conclusion(verify(files)) == "What could be checked holds; 1 promises COULD NOT be checked."
    people = written(tmp_path / "people.csv", ["age", "place"], [["20-29", "north"]] * 3)
    release_files(tmp_path, card(ROLES, 2, MAP, population_sha256=sha256(people)), ROWS)
    assert findings_by_promise(files)[f'k-map (k 2) against "{AGAINST}"'].found.startswith("needs --population")
    release_files(tmp_path, card(ROLES, 3, MAP), ROWS)
    assert conclusion(verify(files)) == "NOT everything promised holds."
