"""A model of rows is made from the estimated tables of a survey alone, without anybody's answers.

All of it is computed from what was published before: it costs no budget, and its guarantee is that of the estimates.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mechanisms.common.entropy import Entropy
from mechanisms.common.normals import standard_normals
from mechanisms.synthesis.estimation import Precision, estimated
from mechanisms.synthesis.junction_tree import Attributes, cells_needed, cells_of
from mechanisms.synthesis.measuring import Measurement
from mechanisms.synthesis.model import Model

Floats = NDArray[np.float64]

MOST_CELLS = 12_000  # A model has at most this many cells, as a user waits for the page.
# Synthetic rows are offered if their expected error is at most this part of that of independent columns.
MOST_RATIO = 0.5
SURVEYS = 5  # The expected error is computed from this many simulated surveys.
_FIRM = 2  # A difference counts if it is this many standard deviations above the mean effect of noise.
_ABSOLUTE = math.sqrt(2 / math.pi)  # The mean of |X| for a standard normal X.
_FINELY = Precision(tolerance=1e-4, steps=200)
_ROUGHLY = Precision(tolerance=5e-4, steps=150)
_SMALL = 1e-12


@dataclass(frozen=True, kw_only=True, eq=False)
class EstimatedTable:
    """An estimated table holds unbiased shares of the combinations of one or two attributes, and their variances:
    float64 of the sizes."""

    attributes: Attributes
    shares: Floats
    variances: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class FromEstimates:
    """This is a model made of estimated tables. `pairs` are those whose tables show more than noise; all other pairs
    follow from these."""

    model: Model
    pairs: tuple[Attributes, ...]


@dataclass(frozen=True, kw_only=True)
class Foretold:
    """The result is the mean total variation of the pairs that have a table, 0 to 1: of the model, and of independent
    columns.

    `expected` has two parts. What noise does is the mean over surveys drawn from the model, with the estimates'
    variances, and fitted again. What the model leaves out is the positive part of what the estimates differ from it
    beyond their noise. `independent` is what the model says, which is least where little was found. So both err to the
    side of not offering rows.
    """

    expected: float
    independent: float

    @property
    def tells_enough(self) -> bool:
        return self.expected <= MOST_RATIO * self.independent


def from_estimates(sizes: Sequence[int], tables: Sequence[EstimatedTable], people: int) -> FromEstimates:
    """Returns the model that agrees with every single column and with each pair that shows more than noise.

    First the forest of pairs that differ most from independence beyond their noise (Chow, Liu 1968); then, one by one,
    the pair that differs most from the model, which is fitted again, while the junction tree has room (as AIM does,
    McKenna and others 2022, arXiv:2201.12677; there is no budget to divide here, the tables are known). A difference
    is firm from two standard deviations above the noise's mean on.

    Departures: errors of the cells of a table are taken as independent with one variance, their mean; those of
    generalised randomised response add up to 0 and are shifted so here, others are nearly so.
    Errors: ValueError for a column without a table of its own, tables of other sizes, twice the same, a variance that
    is not above 0, a number that is none, more than two attributes, and fewer than 1 person.
    """
    _check(sizes, tables, people)
    return _fitted(sizes, tables, people, _FINELY)


def foretold(
    fit: FromEstimates, sizes: Sequence[int], tables: Sequence[EstimatedTable], people: int, entropy: Entropy
) -> Foretold:
    """Returns what is to be expected of rows drawn from a fit. Errors: ValueError where no pair has a table."""
    _check(sizes, tables, people)
    pairs = [table for table in tables if len(table.attributes) == 2]
    if not pairs:
        raise ValueError("no pair has a table; nothing says which answers go together")
    truth = {table.attributes: fit.model.marginal(table.attributes) for table in tables}
    noise = []
    for _ in range(SURVEYS):
        drawn = [_drawn(table, truth[table.attributes], entropy) for table in tables]
        again = _fitted(sizes, drawn, people, _ROUGHLY, near=fit.model)
        noise += [_apart(again.model.marginal(table.attributes), truth[table.attributes]) for table in pairs]
    left_out = [
        max(0.0, _excess(table, truth[table.attributes], firm=0))
        for table in pairs
        if table.attributes not in fit.pairs
    ]
    alone = [fit.model.marginal((place,)) for place in range(len(sizes))]
    independent = [
        _apart(truth[table.attributes], np.multiply.outer(*(alone[place] for place in table.attributes)))
        for table in pairs
    ]
    return Foretold(
        expected=float(np.mean(noise)) + sum(left_out) / len(pairs), independent=float(np.mean(independent))
    )


def _fitted(
    sizes: Sequence[int],
    tables: Sequence[EstimatedTable],
    people: int,
    precision: Precision,
    near: Model | None = None,
) -> FromEstimates:
    """Fits a model to estimated tables. `near` is a model that the one sought is like: where to begin."""
    known = [_measured(table, people) for table in tables if len(table.attributes) == 1]
    open_pairs: dict[Attributes, EstimatedTable] = {
        table.attributes: table for table in tables if len(table.attributes) == 2
    }
    pairs: list[Attributes] = []
    model = estimated(sizes, known, start=near, precision=precision)
    while added := _worth_adding(sizes, open_pairs, model, pairs):
        for of in added:
            known.append(_measured(open_pairs.pop(of), people))
        pairs += added
        begin = replace(model, potentials={**near.potentials, **model.potentials}) if near else model
        model = estimated(sizes, known, start=begin, precision=precision)
    return FromEstimates(model=model, pairs=tuple(pairs))


def _worth_adding(
    sizes: Sequence[int], open_pairs: Mapping[Attributes, EstimatedTable], model: Model, pairs: Sequence[Attributes]
) -> list[Attributes]:
    """Returns the pairs that differ firmly from the model, the most different first: all that connect separate
    attributes, else only the first.

    Edges of a forest say nothing about each other, so that they need no fit between them.
    """
    gains = {of: _excess(table, model.marginal(of), firm=_FIRM) for of, table in open_pairs.items()}
    parts = {place: {place} for place in range(len(sizes))}

    def join(of: Attributes) -> None:
        joined = parts[of[0]] | parts[of[1]]
        parts.update(dict.fromkeys(joined, joined))

    for of in pairs:
        join(of)
    added: list[Attributes] = []
    beside: list[Attributes] = []
    for of in sorted(gains, key=lambda of: (-gains[of], of)):
        if gains[of] <= 0 or cells_needed(sizes, [*pairs, *added, of]) > MOST_CELLS:
            continue
        if of[1] not in parts[of[0]]:
            join(of)
            added.append(of)
        else:
            beside.append(of)
    return added or beside[:1]


def _measured(table: EstimatedTable, people: int) -> Measurement:
    """Returns an estimated table as a measurement in people. All shares together are exactly 1, so what they miss is
    shared out evenly."""
    shares = table.shares - (table.shares.sum() - 1) / table.shares.size
    return Measurement(
        attributes=table.attributes, values=shares * people, sigma=people * math.sqrt(float(table.variances.mean()))
    )


def _excess(table: EstimatedTable, model: Floats, *, firm: float) -> float:
    """Returns by how much the total variation exceeds the effect of noise and `firm` standard deviations of that
    effect."""
    errors = np.sqrt(table.variances)
    unsure = math.sqrt(1 - _ABSOLUTE**2) * math.sqrt(float(table.variances.sum()))
    return (float(np.abs(table.shares - model).sum()) - _ABSOLUTE * float(errors.sum()) - firm * unsure) / 2


def _apart(shares: Floats, other: Floats) -> float:
    return float(np.abs(shares - other).sum()) / 2


def _drawn(table: EstimatedTable, truth: Floats, entropy: Entropy) -> EstimatedTable:
    """Returns the estimate of another simulated survey in which `truth` is the true answer. This noise only predicts an
    error and protects nobody."""
    normal = standard_normals(1, table.shares.size, entropy).reshape(truth.shape)
    shares = truth + np.sqrt(table.variances) * normal
    return EstimatedTable(attributes=table.attributes, shares=np.asarray(shares), variances=table.variances)


def _check(sizes: Sequence[int], tables: Sequence[EstimatedTable], people: int) -> None:
    if people < 1:
        raise ValueError(f"there are {people} people; rows are made of at least 1")
    named = [table.attributes for table in tables]
    if len(set(named)) < len(named):
        raise ValueError("there are two tables of the same columns")
    if missing := [place for place in range(len(sizes)) if (place,) not in set(named)]:
        raise ValueError(f"column {missing[0]} has no table of its own")
    for table in tables:
        _check_table(sizes, table)


def _check_table(sizes: Sequence[int], table: EstimatedTable) -> None:
    of = table.attributes
    if of not in [*((place,) for place in range(len(sizes))), *combinations(range(len(sizes)), 2)]:
        raise ValueError(f"{of} is neither a column nor two columns in their order")
    shape = tuple(sizes[place] for place in of)
    if table.shares.shape != shape or table.variances.shape != shape:
        raise ValueError(f"the table of {of} is {table.shares.shape} and {table.variances.shape}; it has {shape} cells")
    if cells_of(sizes, of) > MOST_CELLS:
        raise ValueError(f"the table of {of} has {cells_of(sizes, of)} cells; a model holds {MOST_CELLS}")
    if not np.isfinite(table.shares).all() or not np.isfinite(table.variances).all():
        raise ValueError(f"the table of {of} holds what is no number")
    if not (table.variances > _SMALL).all():
        raise ValueError(f"a variance of the table of {of} is not above {_SMALL}; every estimate has noise")
