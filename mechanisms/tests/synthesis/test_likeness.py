"""A report sees of a tree of marginals what the tree holds."""

import numpy as np

from mechanisms.common.entropy import SeededEntropy
from mechanisms.synthesis.likeness import of_model
from mechanisms.synthesis.sampling import sampled
from mechanisms.tests.synthesis.small import random_model


def test_the_likeness_of_a_model_has_its_shares_its_rows_and_what_is_drawn_of_it() -> None:
    model = random_model(((2, 3, 4), [(0, 1), (1, 2)]), 7)
    likeness = of_model(model)
    assert (likeness.sizes, likeness.rows) == ((2, 3, 4), model.rows)
    for attributes in ((0,), (1, 2), (0, 2)):
        assert (likeness.shares(attributes) == model.marginal(attributes)).all()
    pairs = zip(likeness.drawn(50, SeededEntropy(3)), sampled(model, 50, SeededEntropy(3)), strict=True)
    assert all(np.array_equal(column, other) for column, other in pairs)
