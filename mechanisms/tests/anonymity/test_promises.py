"""Models promise of attacks the largest share they allow; releases keep it, and the bare table does not."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from mechanisms.anonymity.attacks import promises
from mechanisms.anonymity.attacks.background_knowledge import background_knowledge
from mechanisms.anonymity.attacks.homogeneity import homogeneity
from mechanisms.anonymity.attacks.linkage import linkage
from mechanisms.anonymity.attacks.outcome import Outcome, drawn
from mechanisms.anonymity.attacks.published import Published, published
from mechanisms.anonymity.attacks.similarity import similarity
from mechanisms.anonymity.attacks.skewness import skewness
from mechanisms.anonymity.counting import Table
from mechanisms.anonymity.hierarchy import ALL, from_paths
from mechanisms.anonymity.making import flat, intervals
from mechanisms.anonymity.models.closeness import EqualCloseness
from mechanisms.anonymity.models.diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from mechanisms.anonymity.models.likeness import BasicLikeness
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.models.model import Model
from mechanisms.anonymity.releasing import release
from mechanisms.common.entropy import SeededEntropy

AGE = intervals("age", range(8), start=0, widths=[2, 4])
HOUSE = flat("house", [f"{number:02}" for number in range(60)])
ILLNESS = from_paths("illness", [[f"{at}", "stomach" if at < 2 else "lungs", ALL] for at in range(4)])


def test_promises_are_the_largest_share_that_a_model_allows() -> None:
    assert promises.by_k(5) == 0.2
    most = promises.by_entropy_diversity(2, 4)
    rest = (1 - most) / 3
    assert -most * math.log(most) - 3 * rest * math.log(rest) == pytest.approx(math.log(2))
    assert most > 0.5
    assert promises.by_entropy_diversity(4, 4) == pytest.approx(1 / 4, abs=1e-6)
    assert promises.by_entropy_diversity(1, 4) == 1
    assert promises.by_closeness(0.9, 0.2) == 1
    with pytest.raises(ValueError, match="l is 5 of 4 values"):
        promises.by_entropy_diversity(5, 4)


@pytest.mark.parametrize("sizes", [(6, 2, 2, 1), (3, 3, 3, 3), (9, 5, 1, 1), (1, 1, 1, 0)])
def test_a_class_at_the_limit_of_its_model_is_at_most_the_promise(sizes: tuple[int, ...]) -> None:
    """Each model as strict as this class lets it be; the best guess in the class is then no better than promised."""
    falling, rows = sorted(sizes, reverse=True), sum(sizes)
    spread = math.exp(-sum(size / rows * math.log(size / rows) for size in sizes if size))
    assert falling[0] / rows <= promises.by_entropy_diversity(spread - 1e-9, 4) + 1e-9
    for ruled_out in range(3):
        left = rows - sum(falling[1 : 1 + ruled_out])
        if tail := sum(falling[1 + ruled_out :]):
            assert falling[0] / left <= promises.by_recursive_diversity(float(Fraction(falling[0], tail))) + 1e-12
    prior = 0.4
    assert falling[0] / rows <= promises.by_likeness(prior, max(0, falling[0] / rows / prior - 1)) + 1e-12
    assert falling[0] / rows <= promises.by_closeness(prior, max(0, falling[0] / rows - prior)) + 1e-12


def linked(seen: Published, table: Table, people: Any) -> Outcome:
    return linkage(
        matches=seen.matches(table.quasi[people]),
        sizes=seen.sizes,
        own=seen.class_of[people],
        picked=100,
        entropy=SeededEntropy(1),
    )


def told(attack: Callable[..., Outcome], seen: Published, table: Table, people: Any) -> Outcome:
    illness = table.sensitive["illness"]
    return attack(counts=seen.counts(illness), class_of=seen.class_of[people], truth=illness[people])


def by_telling(attack: Callable[..., Outcome], **knowledge: Any) -> Callable[..., Outcome]:
    return partial(told, partial(attack, **knowledge))


SHARES = (0.43, 0.19, 0.19, 0.19)  # of the illnesses, made so below
GROUP = SHARES[0] + SHARES[1]
PROMISED: list[tuple[str, Model, Callable[..., Outcome], float]] = [
    ("linkage", KAnonymity(4), linked, promises.by_k(4)),
    ("homogeneity", DistinctDiversity("illness", 2), by_telling(homogeneity), 0.0),
    (
        "a plain guess",
        EntropyDiversity("illness", 3),
        by_telling(background_knowledge, ruled_out=0, picked=50),
        promises.by_entropy_diversity(3, 4),
    ),
    (
        "a value ruled out",
        RecursiveDiversity("illness", 2, 3),
        by_telling(background_knowledge, ruled_out=1, picked=50),
        promises.by_recursive_diversity(2),
    ),
    (
        "skewness",
        EqualCloseness("illness", "0.2"),
        by_telling(skewness, value=3, picked=20),
        promises.by_closeness(SHARES[3], 0.2),
    ),
    (
        "similarity",
        EqualCloseness("illness", "0.2"),
        by_telling(similarity, hierarchy=ILLNESS, level=1, picked=50),
        promises.by_closeness(GROUP, 0.2),
    ),
    (
        "likeness",
        BasicLikeness("illness", "0.5"),
        by_telling(background_knowledge, ruled_out=0, picked=50),
        promises.by_likeness(SHARES[0], 0.5),
    ),
]


@pytest.mark.parametrize(
    ("model", "attack", "promised"), [promise[1:] for promise in PROMISED], ids=[promise[0] for promise in PROMISED]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_an_attack_breaks_the_promise_on_the_table_and_not_on_its_release(
    model: Model, attack: Callable[..., Outcome], promised: float, seed: int
) -> None:
    """150 of 300 people. Three standard errors: a right release fails for one seed in 700, and the seeds are fixed."""
    generator = np.random.Generator(np.random.PCG64(seed))
    illness = generator.permutation(np.repeat(np.arange(4), [129, 57, 57, 57]))
    quasi = np.stack([generator.integers(0, 8, 300), generator.integers(0, 60, 300)], axis=1)
    table = Table(hierarchies=[AGE, HOUSE], quasi=quasi, sensitive={"illness": illness})
    publication = release(table, [model], entropy=SeededEntropy(seed))
    people = drawn(300, 150, SeededEntropy(seed))
    bare = published(table.hierarchies, quasi, np.zeros_like(quasi))
    safe = published(table.hierarchies, quasi, publication.levels)
    assert not attack(bare, table, people).within(promised)
    assert attack(safe, table, people).within(promised)
