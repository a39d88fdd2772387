"""These tests cover the comparison of mechanisms for sets: closed forms, the tables made of them, and what whole
reports reveal."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mechanisms.common.entropy import SeededEntropy
from reproductions.index import FOLDER
from reproductions.suldp import leak, leak_page, page
from reproductions.suldp.setting import PEOPLE, Setting, sets_of
from reproductions.suldp.sweep import SWEEPS
from reproductions.suldp.ten import CORRECTED, PUBLISHED, AsPublished, Entry

PAGE = (FOLDER / "suldp.md").read_text(encoding="utf-8")
E = Fraction(math.e)


@pytest.mark.parametrize("table", [page.epsilon_table, page.sensitive_table, page.answers_table, page.members_table])
def test_the_tables_of_the_page_are_the_closed_forms(table) -> None:  # type: ignore[no-untyped-def]  # four functions
    assert table().markdown() in PAGE


def test_the_leak_on_the_page_is_what_listing_gives() -> None:
    assert leak_page.by_listing().markdown() in PAGE


@pytest.mark.parametrize("entry", [*PUBLISHED, *CORRECTED], ids=lambda entry: entry.name)
def test_estimates_lie_within_their_closed_errors(entry: Entry) -> None:
    at = Setting(answers=16, sensitive=4, members=3)
    truth = sets_of(at, SeededEntropy(1))
    shares, tried = truth.mean(axis=0), entry.make(at)
    off = (tried.estimates(truth, SeededEntropy(2)) - shares) / np.sqrt(tried.variances(at, shares) / PEOPLE)
    assert np.abs(off).max() < 6  # The largest of 160 figures exceeds this for 3 seeds in 10^7.
    assert 0.2 < np.mean(off**2) < 4


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry.name)
def test_the_closed_form_of_a_published_mechanism_is_the_variance_of_its_reports(entry: Entry) -> None:
    at = leak.SMALL
    tried = entry.make(at)
    assert isinstance(tried, AsPublished)
    if entry.name == "suWheel":
        tried = AsPublished(replace(leak.published_wheel(at), places=leak.PLACES, word_bits=leak.WORD_BITS))
    members = frozenset({0, 2})
    law = tried.mechanism.reports(members)
    supports = np.array([tried.mechanism.supports(report) for report in law], dtype=float)
    chances = np.array([float(chance) for chance in law.values()])
    mean = chances @ supports
    listed = chances @ supports**2 - mean**2
    stretch = np.array([line[1] for line in (tried.lines()[0], tried.lines()[1]) for _ in range(2)])
    shares = np.array([float(answer in members) for answer in range(at.answers)])
    assert tried.variances(at, shares) == pytest.approx(listed / stretch**2)


def test_everybody_holds_exactly_m_and_popular_answers_are_held_more_often() -> None:
    at = Setting(answers=16, sensitive=4, members=3)
    truth = sets_of(at, SeededEntropy(1))
    assert set(truth.sum(axis=1)) == {3}
    assert truth[:, 0].mean() > truth[:, 3].mean() > truth[:, at.answers - 1].mean() > 0


def test_suwheel_as_published_has_no_bound_and_every_corrected_report_keeps_epsilon() -> None:
    published = {name: leak.given_away(laws, 2) for name, laws in leak.published_laws().items()}
    corrected = {name: leak.given_away(laws, 2) for name, laws in leak.corrected_laws().items()}
    wheel = published["suWheel as published"]
    assert wheel.whole is None
    assert wheel.proved > Fraction(4, 5)
    assert wheel.protected is not None
    assert wheel.protected <= E
    assert all(leak.whole is not None and leak.whole <= E for leak in corrected.values())
    assert all(leak.silent is not None and leak.silent <= E for leak in corrected.values())
    assert {name for name, leak in corrected.items() if leak.proved} == {"suWheel"}


def test_the_corrected_suwheel_proves_nothing_where_sets_have_any_size() -> None:
    every = [frozenset(member for member in range(4) if bits >> member & 1) for bits in range(16)]
    given = leak.given_away(
        {members: law for members, law in leak.su_wheel_laws(every, places=5).items() if members}, 2
    )
    assert given.proved == 0
    assert given.whole is not None
    assert given.whole <= E


def test_the_proofs_that_are_counted_are_those_that_listing_finds() -> None:
    wheel = replace(leak.published_wheel(leak.SMALL), places=leak.PLACES, word_bits=leak.WORD_BITS)
    holders = [members for members in leak.all_sets(leak.SMALL) if min(members) < wheel.sensitive]
    counted = Fraction(0)
    for members in holders:
        law = wheel.channel.report_probabilities(members)
        reports = np.frombuffer(b"".join(report for report in law if isinstance(report, bytes)), dtype=np.uint8)
        inside = wheel.channel.supports(reports.reshape(len(law), -1)).astype(np.bool_)
        truth = np.array([[answer in members for answer in range(wheel.answers)]] * len(law))
        proofs = leak.proofs(wheel, truth, inside)
        counted += sum((chance for chance, proof in zip(law.values(), proofs, strict=True) if proof), Fraction(0))
    assert counted / len(holders) == leak.given_away(leak.published_laws()["suWheel as published"], 2).proved


def test_mechanisms_of_one_member_are_the_published_sampled_ones() -> None:
    at = Setting()
    published, corrected = ({kind.name: kind.make(at).lines() for kind in group} for group in (PUBLISHED, CORRECTED))
    for name, same in (("uRR of one", "suGRR-Sample"), ("uRAPPOR of one", "suRAP-Sample")):
        assert np.ravel(corrected[name]) == pytest.approx(np.ravel(published[same]), rel=1e-6)


def test_the_exponents_of_the_page_are_those_of_m() -> None:
    *_, members = SWEEPS
    grown = [members.growth("as published", place, 3, -1) for place in range(5)]
    assert grown == pytest.approx([3, 2, 2, 2, 1.2], abs=0.1)
