"""Fits a model of rows for a budget that is stated beforehand: marginals are selected, measured, and estimated."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, pi, sqrt

from mechanisms.accounting.zcdp import down
from mechanisms.synthesis.budget import Purse
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.estimation import Precision, estimated
from mechanisms.synthesis.expected_error import expected_total_variation
from mechanisms.synthesis.junction_tree import Attributes, cells_needed, cells_of
from mechanisms.synthesis.marginals import Counts, Integers
from mechanisms.synthesis.measuring import Measurement, measure, rows_estimated
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.selection import chosen, score
from mechanisms.synthesis.workload import AMPLE_CELLS, MOST_CELLS, Workload

ALONE = Fraction(25, 100)  # This part of rho measures each attribute by itself.
# This part of rho measures the attributes again where the first errors are too large; pairs of them would tell less.
ALONE_AGAIN = Fraction(15, 100)
CHOOSING = Fraction(6, 100)
WITH_TARGET = Fraction(14, 100)  # Where there is a target, this part of rho measures each other attribute beside it.
FIRST = Fraction(35, 100)  # The tree gets this part of the rest; the remainder widens the tree.
# The tree gets this part of the rest where the attributes needed a second measurement: more pairs would be noise.
FIRST_OF_LITTLE = Fraction(75, 100)
_AT_ONCE = 3  # Between two estimates so many marginals are chosen, or more where there are very many candidates.
# So many scores of candidates are computed in all, each again in every round: a minute or two of work.
_LOOKED_AT = 20_000
_TOO_FAR = 0.05  # A single attribute is measured again if noise adds more than this total variation on average.
_BEARABLE = 0.1  # Noise may add this total variation to a marginal of middling size.
_AMPLE = 20  # The model may grow where the budget bears this many times the marginals that are added.
_LEFT_OVER = Fraction(1, 100)
LEAST_RHO = Decimal("0.0000001")
_KEPT = 1 << 22  # So many cells of exact counts are kept for the next choice.
_ROUGHLY = Precision(tolerance=3e-4, steps=30)
_FINELY = Precision(tolerance=1e-4, steps=200)


@dataclass(frozen=True, kw_only=True, eq=False)
class Fitted:
    """A fitted model comes with each measurement and its sigma, and with the rho spent on each, which in all is at most
    the requested rho."""

    model: Model
    measurements: Sequence[Measurement]
    purse: Purse


def fitted(
    counts: Counts, domain: Domain, *, rho: Decimal, workload: Workload, most_cells: int | None = None
) -> Fitted:
    """Returns a model of the counted rows, rho-zCDP for rows that are added or removed; how many there are is not known
    either.

    Each attribute is measured alone, twice where little budget leaves it far off; then, where there is a target, beside
    it. A tree is chosen edge by edge, as in MST (McKenna, Miklau, Sheldon 2021, arXiv:2108.04978), given the target
    where there is one. Then marginals on which the model is most wrong for their weight are added, as in AIM (McKenna
    and others 2022, arXiv:2201.12677), as long as the junction tree has at most `most_cells` cells and a choice among
    them all is not "none"; without a number there are MOST_CELLS, and AMPLE_CELLS for a budget whose noise is small
    beside what so few leave out. What is left measures the chosen again. Everything but counting and noise reads only
    what was released before.

    Errors: ValueError for a rho that is no amount or too little to be divided; BudgetExceeded cannot come of any data.
    """
    if counts.sizes != domain.sizes:
        raise ValueError("what is counted has other sizes than the domain declares")
    purse = Purse(rho)
    if rho < LEAST_RHO:
        raise ValueError(f"rho is {rho}; for less than {LEAST_RHO} there is nothing but noise")
    needed = cells_needed(domain.sizes, [rule.attributes for rule in domain.impossible])
    limit = MOST_CELLS if most_cells is None else most_cells
    if needed > limit:
        raise ValueError(f"attributes and impossible combinations take {needed} cells; a model holds {limit}")
    return _Fitting(counts, domain, purse, workload, limit, may_grow=most_cells is None).fit()


@dataclass
class _Fitting:
    counts: Counts
    domain: Domain
    purse: Purse
    workload: Workload
    most_cells: int
    may_grow: bool
    measurements: list[Measurement] = field(default_factory=list)
    kept: dict[Attributes, Integers] = field(default_factory=dict)

    def fit(self) -> Fitted:
        every = [(attribute,) for attribute in range(len(self.domain.sizes))]
        if not self.workload.weights:
            self._measure(every, self.purse.left, "each attribute")
        else:
            self._measure(every, self._part(ALONE), "each attribute")
            rows = rows_estimated(self.measurements)
            errors = [
                expected_total_variation(measurement.values.size, measurement.sigma, rows)
                for measurement in self.measurements
            ]
            alone, first = division(errors)
            if alone > ALONE:
                self._measure(every, self._part(ALONE_AGAIN), "each attribute again")
            self._estimate(_ROUGHLY)
            self._measure_pairs(1 - alone - CHOOSING, first)
            self._use_up()
        self._estimate(_FINELY)
        return Fitted(model=self.model, measurements=self.measurements, purse=self.purse)

    def _measure_pairs(self, left: Fraction, first: Fraction) -> None:
        target = self.workload.target
        beside = [pair for pair in self._candidates() if len(pair) == 2 and target in pair]
        if beside:
            self._measure(beside, self._part(WITH_TARGET), "each attribute beside the target")
            self._estimate(_ROUGHLY)
            left -= WITH_TARGET
        edges = [edge for edge in self._candidates() if len(edge) == 2 or self._given(edge) is not None]
        edges = [edge for edge in edges if len(edge) == (3 if beside else 2)]
        most_edges = len({attribute for edge in edges for attribute in edge}) - (2 if beside else 1)
        widening = self._part(left * (1 - first))
        rounds = self._rounds(widening)
        self.choices = max(1, most_edges + rounds)
        self.rho_of_a_choice = down(Fraction(self._part(CHOOSING)) / self.choices)
        if edges:
            self._grow_tree(edges, self._part(left * first), most_edges)
        self._widen(widening, rounds)

    def _grow_tree(self, edges: list[Attributes], rho: Decimal, most: int) -> None:
        sigma = _sigma(rho, most)
        scores = {edge: self._score(edge, sigma) for edge in self._with_room([], edges)}
        trees = {attribute: {attribute} for edge in edges for attribute in edge if attribute != self._given(edge)}
        picked: list[Attributes] = []
        while scores and (edge := self._choose(scores)):
            picked.append(edge)
            joined = set[int]().union(*(trees[attribute] for attribute in edge if attribute != self._given(edge)))
            trees.update(dict.fromkeys(joined, joined))
            apart = [edge for edge in scores if not set(edge) - {self._given(edge)} <= joined]
            scores = {edge: scores[edge] for edge in self._with_room(picked, apart)}
        self._measure(picked, rho, "the tree")
        self._estimate(_ROUGHLY)

    def _with_room(self, picked: list[Attributes], candidates: Iterable[Attributes]) -> list[Attributes]:
        """Returns the candidates that fit beside the picked ones. Edges of a tree are its cliques and need no more
        cells than they have; where that is too many, the junction tree is computed."""
        sizes = self.domain.sizes
        known = sum(
            cells_of(sizes, attributes)
            for attributes in [*picked, *(measured.attributes for measured in self.measurements)]
        )
        room = 0 if self.domain.impossible else self.most_cells - known
        return [
            attributes
            for attributes in candidates
            if cells_of(sizes, attributes) <= room or self._fits([*picked, attributes])
        ]

    def _given(self, edge: Attributes) -> int | None:
        target = self.workload.target
        return target if len(edge) == 3 and target in edge else None

    def _widen(self, rho: Decimal, rounds: int) -> None:
        at_once = max(_AT_ONCE, ceil(rounds * len(self._candidates()) / _LOOKED_AT))
        while rounds > 0:
            sigma = _sigma(rho, rounds)
            scores = {
                candidate: self._score(candidate, sigma) for candidate in self._candidates() if self._fits([candidate])
            }
            picked: list[Attributes] = []
            while scores and len(picked) < min(at_once, rounds) and (choice := self._choose(scores)):
                del scores[choice]
                if self._fits([*picked, choice]):
                    picked.append(choice)
            if not picked:
                return
            part = down(Fraction(rho) * len(picked) / rounds)
            self._measure(picked, part, "widening the tree")
            self._estimate(_ROUGHLY)
            rho, rounds = rho - part, rounds - len(picked)

    def _use_up(self) -> None:
        if self.purse.left >= _LEFT_OVER * Fraction(self.purse.rho):
            known = list(dict.fromkeys(measurement.attributes for measurement in self.measurements))
            several = [attributes for attributes in known if len(attributes) > 1]
            self._measure(several or known, self.purse.left, "measuring again")

    def _rounds(self, rho: Decimal) -> int:
        """Returns how many marginals to add, such that noise stays bearable for a marginal with the median number of
        cells.

        So few choices are made where the budget is small, and the number of rows is known with noise only.
        """
        sizes = sorted(cells_of(self.domain.sizes, attributes) for attributes in self.workload.weights)
        sigma = _BEARABLE * 2 * self.model.rows / (sqrt(2 / pi) * sizes[len(sizes) // 2])
        bearable, most = max(1, floor(2 * float(rho) * sigma**2)), 3 * len(self.domain.sizes) // 2
        if self.may_grow and bearable > _AMPLE * most:
            self.most_cells = AMPLE_CELLS
        return min(most, bearable)

    def _candidates(self) -> list[Attributes]:
        measured = {measurement.attributes for measurement in self.measurements}
        return [attributes for attributes in self.workload.weights if attributes not in measured]

    def _fits(self, more: Sequence[Attributes]) -> bool:
        if len(more) == 1 and self.model.tree.clique_with(more[0]) is not None:
            return True
        known = [measurement.attributes for measurement in self.measurements] + [
            rule.attributes for rule in self.domain.impossible
        ]
        return cells_needed(self.domain.sizes, [*known, *more]) <= self.most_cells

    def _score(self, attributes: Attributes, sigma: float) -> int:
        expected = self.model.marginal(attributes) * self.model.rows
        return score(self._counted(attributes), expected, weight=self.workload.weights[attributes], sigma=sigma)

    def _counted(self, attributes: Attributes) -> Integers:
        counts = self.kept.get(attributes)
        if counts is None:
            counts = self.counts.of(attributes)
            if sum(table.size for table in self.kept.values()) + counts.size <= _KEPT:
                self.kept[attributes] = counts
        return counts

    def _choose(self, scores: dict[Attributes, int]) -> Attributes | None:
        if not self.choices:  # Some choices were spent on marginals that then did not fit.
            return None
        self.choices -= 1
        return chosen(scores, most_weight=self.workload.most_weight, rho=self.rho_of_a_choice, purse=self.purse)

    def _measure(self, attributes: Sequence[Attributes], rho: Decimal, what: str) -> None:
        if attributes:
            self.measurements += measure(self.counts, attributes, rho, self.purse, what=what)

    def _estimate(self, precision: Precision) -> None:
        self.model = estimated(
            self.domain.sizes,
            self.measurements,
            impossible=self.domain.impossible,
            start=getattr(self, "model", None),
            precision=precision,
        )

    def _part(self, share: Fraction) -> Decimal:
        return down(share * Fraction(self.purse.rho))


def division(errors: Sequence[float]) -> tuple[Fraction, Fraction]:
    """Returns shares for attributes by themselves, of rho, and for the tree, of what is left for pairs. `errors` are
    the total variations of the attributes for the noise of ALONE."""
    too_far = sum(errors) > _TOO_FAR * len(errors)
    return (ALONE + ALONE_AGAIN, FIRST_OF_LITTLE) if too_far else (ALONE, FIRST)


def _sigma(rho: Decimal, count: int) -> float:
    """Returns the sigma of noise that costs an equal part of rho."""
    return sqrt(max(1, count) / (2 * float(rho)))
