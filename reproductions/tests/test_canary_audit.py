"""The stand-in for OpenDP's noise has its distribution, and the page's words about what is copied are so."""

from decimal import Decimal

import numpy as np
import pytest

from mechanisms.central import samplers
from mechanisms.central.discrete_gaussian import DiscreteGaussian
from mechanisms.central.exponential import ExponentialMechanism
from mechanisms.common.entropy import SeededEntropy
from reproductions.canary_audit import trials
from reproductions.canary_audit.noise import seeded
from reproductions.canary_audit.shown import figures
from reproductions.canary_audit.trials import FIRSTS, PUBLISHED, Sides, published
from reproductions.index import out_of_date
from reproductions.page import STUDIO

MANY = 20_000


def test_the_stand_in_draws_the_weights_of_the_mechanism_and_is_taken_away_again() -> None:
    """Counts within 6 standard errors: fewer than one of 10^7 seeds."""
    mechanism = DiscreteGaussian(rho="0.125", squared_sensitivity=1)
    before = samplers._gaussian
    with seeded(SeededEntropy(1)):
        drawn = mechanism.release(np.full(MANY, 5, dtype=np.int64)) - 5
    assert samplers._gaussian is before
    reach = np.arange(-30, 31)
    weights = np.exp([float(mechanism.log_weight(int(noise))) for noise in reach])
    expected = MANY * weights / weights.sum()
    often = expected > 100
    counts = np.array([(drawn == noise).sum() for noise in reach])
    assert (np.abs(counts - expected)[often] < 6 * np.sqrt(expected[often])).all()


def test_the_stand_in_chooses_as_often_as_the_exponential_mechanism() -> None:
    mechanism = ExponentialMechanism(epsilon="2", sensitivity=1, monotonic=False)
    scores = [0, 1, 3]
    with seeded(SeededEntropy(2)):
        chosen = np.bincount([mechanism.release(np.array(scores)) for _ in range(5_000)], minlength=3) / 5_000
    expected = np.array([float(probability) for probability in mechanism.probabilities(scores)])
    assert (np.abs(chosen - expected) < 6 * np.sqrt(expected * (1 - expected) / 5_000)).all()


def test_what_the_studio_shows_is_what_the_code_gives() -> None:
    name = f"{STUDIO}/canary-audit/figures.json"
    assert list(out_of_date({name: figures()})) == []


def test_noise_that_nobody_stands_in_for_is_refused() -> None:
    with seeded(SeededEntropy(0)), pytest.raises(ValueError, match="only the exponential mechanism"):
        samplers.permute_and_flip(np.array([0, 1]), 1.0)


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    mechanism = DiscreteGaussian(rho=Decimal("0.01"), squared_sensitivity=1)
    draws = []
    for seed in (0, 0, 1):
        with seeded(SeededEntropy(seed)):
            draws.append(mechanism.release(np.zeros(50, dtype=np.int64)).tolist())
    assert draws[0] == draws[1] != draws[2]


def test_the_published_code_copies_the_last_column_whichever_side_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "RUNS", 40)
    sides: Sides = published.__wrapped__("as_coded")
    for side, first in zip((sides.without, sides.with_it), FIRSTS, strict=True):
        assert (side[:, 2] == first[2]).all()


@pytest.mark.parametrize("variant", ["as_described", "as_coded"])
def test_nothing_of_the_published_algorithm_mixes_the_two_sides_up(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "RUNS", 100)
    sides: Sides = published.__wrapped__(variant)
    assert sides.shown(delta=0.0).spent == pytest.approx(sides.most, rel=1e-3)
    assert sides.most > PUBLISHED.epsilon
