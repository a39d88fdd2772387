"""The attacks are run on the table itself, and on releases of it that hold more and more."""

from functools import cache

import numpy as np

from mechanisms.anonymity.attacks.published import Published, published
from mechanisms.anonymity.models.closeness import EqualCloseness
from mechanisms.anonymity.models.diversity import DistinctDiversity, RecursiveDiversity
from mechanisms.anonymity.models.membership import KAnonymity
from mechanisms.anonymity.releasing import release, release_in_disjoint_boxes
from mechanisms.common.entropy import SeededEntropy
from reproductions.attacks.people import QUASI, SEED, hierarchies, quasi, table

Model = KAnonymity | DistinctDiversity | RecursiveDiversity | EqualCloseness
K, T, C, L = 5, "0.2", 2, 3
FIVE: tuple[Model, ...] = (KAnonymity(K),)
DIVERSE: tuple[Model, ...] = (*FIVE, DistinctDiversity("occupation", L))
RECURSIVE: tuple[Model, ...] = (*FIVE, RecursiveDiversity("occupation", C, L))
CLOSE: tuple[Model, ...] = (*FIVE, EqualCloseness("occupation", T))
HALVES = (("age", "education-num", "sex"), ("age", "marital-status", "race"))


@cache
def bare() -> Published:
    return published(list(hierarchies().values()), quasi(), np.zeros_like(quasi()))


@cache
def holding(models: tuple[Model, ...], names: tuple[str, ...] = QUASI) -> Published:
    """Returns a release of the library over these columns."""
    sensitive = dict.fromkeys(model.column for model in models if not isinstance(model, KAnonymity))
    publication = release(table(names, tuple(sensitive)), models, entropy=SeededEntropy(SEED))
    return published(publication.table.hierarchies, publication.table.quasi, publication.levels)


@cache
def disjoint() -> tuple[Published, float, float]:
    """Returns a 5-anonymous release in disjoint boxes with its GCP, and the GCP of the same table in boxes that
    overlap."""
    apart, over = (
        way(table(QUASI, ()), FIVE, entropy=SeededEntropy(SEED)) for way in (release_in_disjoint_boxes, release)
    )
    return published(apart.table.hierarchies, apart.table.quasi, apart.levels), apart.penalty, over.penalty


def words(models: tuple[Model, ...]) -> str:
    return ", ".join(model.words().replace(" in occupation", "") for model in models)
