"""Words that stored things are bound to stand here literally: what is renamed or moved keeps them.

A record sealed under another label does not open, a version with another hash is another version, a job of a kind that
is not known is not done. Whoever adds such a word adds it here.
"""

from pathlib import Path

import pytest
from django.conf import settings

from datahub.vault.keys.rules.purposes import PURPOSES, context
from mechanisms import catalogue
from mechanisms.central.offered import CENTRAL
from mechanisms.common.canonical import digest
from surveys.tests.publishing.test_define_version import defined
from tests.architecture import bound_words

ROOT = Path(__file__).resolve().parents[2]
LABELS = {
    b"aes-256-siv",
    b"appraisal",
    b"asked",
    b"checksum of",
    b"datahub local hashing 1\x00",
    b"datahub recovery sheet",
    b"datahub root id",
    b"datahub-backup/1\n",
    b"datahub-vault/1",
    b"figures of version",
    b"found",
    b"found in upload",
    b"half of two tables",
    b"ids of blocks",
    b"joined",
    b"joined appraisal",
    b"measured report",
    b"refusal of upload",
    b"rows beside",
    b"rows beside release",
    b"said of release",
    b"size of upload",
    b"sources of version",
    b"synthesis",
    b"synthetic model",
}
FORMATS = {
    "datahub accounts ",
    "datahub digest: ",
    "datahub folder: ",
    "datahub-audit-head/1",
    "datahub-backup/1",
    "datahub-codebook/1",
    "datahub-data-set-deletion/1",
    "datahub-deletion-record/1",
    "datahub-joined-rows/1",
    "datahub-root/1",
    "datahub-shred-record/1",
    "datahub-survey-version/2",
    "datahub-synthetic-rows/1",
    "datahub-vault-head/2",
    "datahub-vault-line/2",
    "datahub-worker-alive",
}
BEGINNINGS = {
    "appraisal:",
    "datahub:",
    "dataset:",
    "datasets.load:",
    "datasets.look:",
    "joined-appraisal:",
    "joined:",
    "label:",
    "lineage:",
    "person:",
    "second-factor-spent:",
    "surveys.crosstab:",
    "surveys.destroy:",
    "surveys.estimate:",
    "surveys.ingest:",
    "synthesis:",
    "team:",
}
BOUND = {
    ("context", "chunk"),
    ("context", "data set"),
    ("context", "det"),
    ("context", "field"),
    ("context", "name"),
    ("context", "piece"),
    ("context", "plan"),
    ("context", "record"),
    ("context", "root"),
    ("context", "value"),
    ("field", "chunk"),
    ("field", "draws"),
    ("field", "mac"),
    ("field", "multiset"),
    ("field", "names"),
    ("field", "people"),
    ("field", "releases"),
    ("field", "rnd"),
    ("keyed_digest", "what a request asked"),
    ("seal", "session"),
    ("sealed", "appraisal"),
    ("sealed", "asked"),
    ("sealed", "counts of "),
    ("sealed", "found"),
    ("sealed", "joined"),
    ("sealed", "joined appraisal"),
    ("sealed", "rows beside"),
    ("sealed", "synthesis"),
    ("unseal", "session"),
}
JOBS = {
    "accounts.forget",
    "accounts.mail",
    "analyses.appraise",
    "analyses.appraise_joined",
    "analyses.candidates",
    "analyses.count",
    "analyses.release",
    "analyses.release_rows",
    "analyses.synthesise",
    "analyses.synthesise_joined",
    "analyses.synthesise_slowly",
    "audit.verify",
    "datasets.destroy",
    "datasets.end",
    "datasets.load",
    "datasets.look",
    "datasets.look_long",
    "datasets.preview",
    "datasets.sweep",
    "evaluations.run",
    "ledger.sweep",
    "policies.look",
    "releases.sweep",
    "surveys.crosstab",
    "surveys.destroy",
    "surveys.estimate",
    "surveys.ingest",
    "surveys.sweep",
    "surveys.tidy",
    "vault.rotate",
    "vault.sign_head",
    "vault.upkeep",
}
OBJECTS = {
    "access_request",
    "anonymisation",
    "dataset",
    "dataset_version",
    "evaluation",
    "job",
    "lineage",
    "organisation",
    "person",
    "release",
    "survey",
    "synthesis",
    "team",
    "token",
}
SLUGS = {
    "binary-local-hashing",
    "bitwise-randomized-response",
    "duchi",
    "duchi-several",
    "generalized-randomized-response",
    "hadamard-response",
    "hybrid",
    "laplace",
    "number-or-skipped",
    "optimized-local-hashing",
    "optimized-unary-encoding",
    "padding-and-sampling",
    "pckv-grr",
    "pckv-ue",
    "piecewise",
    "piecewise-several",
    "privset",
    "randomized-response",
    "square-wave",
    "subset-selection",
    "sugrr",
    "summation-histogram-encoding",
    "surap",
    "suwheel",
    "symmetric-unary-encoding",
    "thresholding-histogram-encoding",
    "utility-optimized-randomized-response",
    "utility-optimized-rappor",
    "wheel",
}
CURATOR = {
    "discrete-gaussian",
    "exponential",
    "gaussian",
    "geometric",
    "grid-laplace",
    "permute-and-flip",
    "staircase",
    "vector-mechanism",
    "wishart",
}


def test_labels_under_a_seal_and_of_keys_are_these() -> None:
    assert bound_words.labels(ROOT) == LABELS
    assert bound_words.bound(ROOT) == BOUND
    assert PURPOSES == ("rnd", "index", "range", "det", "ope", "mac", "names", "chunk", "multiset")


def test_formats_are_these() -> None:
    assert bound_words.formats(ROOT) == FORMATS


def test_texts_that_name_things_begin_with_these() -> None:
    assert bound_words.beginnings(ROOT) == BEGINNINGS


def test_kinds_of_jobs_and_things_and_slugs_of_mechanisms_are_these() -> None:
    assert set(settings.JOBS) == JOBS
    assert set(settings.OBJECTS) == OBJECTS
    assert {mechanism.slug for mechanism in catalogue.OFFERED} == SLUGS
    assert {mechanism.slug for mechanism in CENTRAL} == CURATOR


def test_a_version_has_the_hash_it_always_had() -> None:
    assert digest(defined()) == "91236230aa0eba044f7bad2a7967c02b0bcbba69897e6f4fcbe2fac1316cee46"
    by_question = digest(defined(level_choice="question"))
    assert by_question == "c65407bc9cc91ccdedd77508949adccabdca7a405e30b35d5151ff1ebddc2b97"


def test_what_binds_a_wrapped_key_to_its_place_is_this_to_the_byte() -> None:
    assert context("data set", "dataset:1") == b"datahub-vault/1\0\0\0\x08data set\0\0\0\x09dataset:1"


@pytest.mark.parametrize(
    ("source", "look", "word"),
    [
        ("x = seal_note(ring, said, b'another label' + id)", bound_words.labels, b"another label"),
        ("FORMAT = 'datahub-another/1'", bound_words.formats, "datahub-another/1"),
        ("request = f'another:{id}'", bound_words.beginnings, "another:"),
        ("row.plan = sealed(permit, ref, 'another', id, said)", bound_words.bound, ("sealed", "another")),
    ],
)
def test_a_new_word_is_noticed(tmp_path: Path, source: str, look: object, word: object) -> None:
    (tmp_path / "datahub").mkdir()
    (tmp_path / "datahub" / "planted.py").write_text(source, encoding="utf-8")
    assert callable(look)
    assert look(tmp_path) == {word}
