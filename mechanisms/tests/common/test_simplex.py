"""These tests cover consistent shares beside the raw ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.common.simplex import onto_simplex

shares = st.lists(st.floats(-5, 5), min_size=1, max_size=30)


@given(raw=shares)
def test_is_never_negative_and_sums_to_one(raw: list[float]) -> None:
    consistent = onto_simplex(raw)
    assert consistent.min() >= 0
    assert consistent.sum() == pytest.approx(1, abs=1e-12)


@given(raw=shares, data=st.data())
def test_no_other_distribution_is_nearer(raw: list[float], data: st.DataObject) -> None:
    weights = np.array(data.draw(st.lists(st.floats(0.001, 1), min_size=len(raw), max_size=len(raw))))
    other = weights / weights.sum()
    distance = np.linalg.norm(onto_simplex(raw) - raw)
    assert distance <= np.linalg.norm(other - raw) + 1e-9


@given(raw=shares)
def test_keeps_the_order_and_leaves_a_distribution_as_it_is(raw: list[float]) -> None:
    consistent = onto_simplex(raw)
    assert (np.diff(consistent[np.argsort(raw, kind="stable")]) >= 0).all()
    np.testing.assert_allclose(onto_simplex(consistent), consistent, atol=1e-12)


def test_takes_the_same_amount_off_every_share_that_stays() -> None:
    np.testing.assert_allclose(onto_simplex([0.7, 0.5, -0.1]), [0.6, 0.4, 0.0])
    np.testing.assert_allclose(onto_simplex([0.2, 0.2]), [0.5, 0.5])


@pytest.mark.parametrize("bad", [[], [[0.5, 0.5]], [float("nan")], [float("inf")]])
def test_refuses_what_are_no_shares(bad: list[float]) -> None:
    with pytest.raises(ValueError, match="at least one finite number"):
        onto_simplex(bad)
