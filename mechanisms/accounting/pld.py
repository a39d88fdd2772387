"""A privacy loss distribution says what a finished batch of mechanisms lost together, more tightly than their sum: an
upper bound for reports.

The privacy loss is kept as masses on an even grid. Each cell's mass is split between the cell's two ends so that its
weight under both inputs stays what it was: the chord of a convex curve, so never less loss than there is (Doroshenko,
Ghazi, Kamath, Kumar, Manurangsi 2022, arXiv:2207.04380). Composition is one product of spectra; what the window cuts
off, and what the transform rounds, is added to the loss that counts as certain.

Only for mechanisms that were chosen beforehand. Whoever chooses the next one after an answer is bound by the sum of rho
(mechanisms.accounting.zcdp), which is what the ledger admits by.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TAIL = 1e-15  # This bounds the tail cut off each event and the window; it is added to the certain loss.
DEVIATIONS = 8.2  # A normal tail beyond this many deviations is below 2e-16.
FINEST = 2**14  # The grid has this many cells across the window, unless the losses themselves are coarser.
WIDEST = 2**22
UNIT = 2.0**-53  # This is the relative error of one floating-point operation.
# A Fourier transform of N numbers errs by less than TRANSFORM log2(N) UNIT (Higham 2002, theorem 24.2).
TRANSFORM = 8.0


@dataclass(frozen=True, kw_only=True)
class Losses:
    """Losses are a privacy loss distribution on an even grid. `masses[i]` at loss (first + i) * step; `certain` is the
    mass of unlimited loss. Together at least 1."""

    first: int
    masses: Floats
    certain: float


class Event(Protocol):
    """An event is one draw of a mechanism on a worst pair of neighbouring inputs; both orders of the pair lose the
    same."""

    @property
    def deviation(self) -> float: ...

    def losses(self, step: float) -> Losses: ...


@dataclass(frozen=True, kw_only=True)
class Laplace:
    """This is the event of a draw of Laplace noise; `scale` is in multiples of the sensitivity."""

    scale: float

    @property
    def deviation(self) -> float:
        return min(1 / self.scale, 1.5)

    def losses(self, step: float) -> Losses:
        most = 1 / self.scale
        edges = np.clip(step * np.arange(math.floor(-most / step), math.ceil(most / step) + 1), -most, most)
        half, width = math.exp(-most / 2) / 2, np.diff(edges)
        here = half * np.exp(edges[:-1] / 2) * np.expm1(width / 2)
        there = half * np.exp(-edges[1:] / 2) * np.expm1(width / 2)
        losses = _on_grid(math.floor(-most / step), here, there, step)
        for loss, mass in ((most, 0.5), (-most, math.exp(-most) / 2)):
            losses = _with_atom(losses, loss, mass, step)
        return losses


@dataclass(frozen=True, kw_only=True)
class Gaussian:
    """This is the event of a draw of Gaussian noise; `sigma` is in multiples of the sensitivity."""

    sigma: float

    @property
    def deviation(self) -> float:
        return 1 / self.sigma

    def losses(self, step: float) -> Losses:
        spread, middle = 1 / self.sigma, 1 / (2 * self.sigma**2)
        low = math.floor((middle - DEVIATIONS * spread) / step)
        high = math.ceil((middle + DEVIATIONS * spread) / step)
        edges = step * np.arange(low, high + 1, dtype=np.float64)
        here, there = _normal_cells((edges - middle) / spread), _normal_cells((edges + middle) / spread)
        losses = _on_grid(low, here, there, step)
        losses.masses[0] += TAIL  # The mass below the grid is moved up onto its first cell.
        return Losses(first=losses.first, masses=losses.masses, certain=TAIL)


@dataclass(frozen=True, kw_only=True)
class Pure:
    """This is the event of any mechanism that is (epsilon, delta)-DP: nothing with this guarantee loses more."""

    epsilon: float
    delta: float = 0.0

    @property
    def deviation(self) -> float:
        return min(self.epsilon, 1.5)

    def losses(self, step: float) -> Losses:
        worse = (1 - self.delta) / (1 + math.exp(-self.epsilon))
        losses = Losses(first=0, masses=np.zeros(1), certain=self.delta)
        for loss, mass in ((self.epsilon, worse), (-self.epsilon, 1 - self.delta - worse)):
            losses = _with_atom(losses, loss, mass, step)
        return losses


@dataclass(frozen=True, kw_only=True)
class Report:
    """A report holds the privacy loss distribution of a whole batch of draws."""

    step: float
    losses: Losses

    def delta(self, epsilon: float) -> float:
        places = self.step * (self.losses.first + np.arange(len(self.losses.masses)))
        above = places > epsilon
        kept = -np.expm1(epsilon - places[above])
        return min(1.0, _dot(self.losses.masses[above], kept) * (1 + 1e-9) + self.losses.certain)

    def epsilon(self, delta: float) -> float:
        """Returns the smallest epsilon that holds for the batch at this delta; infinite where delta is below the
        certain loss."""
        if not 0 < delta < 1:
            raise ValueError(f"delta is {delta}; it must lie between 0 and 1")
        if delta <= self.losses.certain:
            return math.inf
        if self.delta(0.0) <= delta:
            return 0.0
        low, high = 0.0, self.step * (self.losses.first + len(self.losses.masses))
        while high - low > 1e-9 * max(1.0, high):
            middle = (low + high) / 2
            low, high = (low, middle) if self.delta(middle) <= delta else (middle, high)
        return high


def compose(events: Iterable[tuple[Event, int]]) -> Report:
    """Returns the privacy loss of a batch: each event comes with its number of draws."""
    batch = [(event, count) for event, count in events if count]
    if not batch:
        return Report(step=1.0, losses=Losses(first=0, masses=np.ones(1), certain=0.0))
    if any(count < 0 for _, count in batch):
        raise ValueError("an event was counted less than 0 times")
    step = _step(batch)
    parts = [(event.losses(step), count) for event, count in batch]
    low, high = _window(parts, step)
    size = 1 << max(high - low, 1).bit_length()
    if size > WIDEST:
        raise ValueError(f"the losses need {size} cells; {WIDEST} are allowed")
    spectrum, wrong, sure = np.ones(size // 2 + 1, dtype=np.complex128), 0.0, 1.0
    error = TRANSFORM * math.log2(size) * UNIT
    for losses, count in parts:
        around: Floats = np.bincount(
            (losses.first + np.arange(len(losses.masses))) % size, weights=losses.masses, minlength=size
        ).astype(np.float64)
        spectrum *= np.fft.rfft(around) ** count
        wrong += count * (error + 8 * UNIT) * _length(around)
        sure *= (1 - min(losses.certain, 1.0)) ** count
    masses = np.roll(np.fft.irfft(spectrum, size), -(low % size))
    wrong = math.sqrt(size) * (wrong + error * _length(masses))
    masses = np.maximum(masses, 0.0)
    return Report(step=step, losses=Losses(first=low, masses=masses, certain=(1 - sure) + 2 * TAIL + wrong))


def _step(batch: Sequence[tuple[Event, int]]) -> float:
    """Returns the step of the grid, so fine that splitting cells adds a thousandth of the variance, and finer where
    that costs nothing."""
    draws = sum(count for _, count in batch)
    spread = math.sqrt(sum(count * event.deviation**2 for event, count in batch))
    return min(spread / math.sqrt(draws) / 48, 16 * spread / FINEST)


def _window(parts: Sequence[tuple[Losses, int]], step: float) -> tuple[int, int]:
    """Returns the cells outside which less than TAIL of the sum lies on each side: Chernoff's bound, or all there
    is."""
    low = sum(count * losses.first for losses, count in parts)
    high = sum(count * (losses.first + len(losses.masses) - 1) for losses, count in parts)
    for rate in np.geomspace(0.05, 500, 40):
        above = sum(count * _cumulant(losses, rate * step) for losses, count in parts)
        below = sum(count * _cumulant(losses, -rate * step) for losses, count in parts)
        high = min(high, math.ceil((above - math.log(TAIL)) / (rate * step)))
        low = max(low, math.floor(-(below - math.log(TAIL)) / (rate * step)))
    return low, high


def _cumulant(losses: Losses, rate: float) -> float:
    """Returns the log of the sum of masses times exp(rate * place)."""
    places = np.flatnonzero(losses.masses)
    powers = rate * (losses.first + places)
    top = float(powers.max())
    return top + math.log(_dot(losses.masses[places], np.exp(powers - top)))


def _dot(vector: Floats, other: Floats) -> float:
    """Returns the dot product; NumPy's own would wake a thread on each core for a few thousand numbers."""
    return float((vector * other).sum())


def _length(vector: Floats) -> float:
    return math.sqrt(_dot(vector, vector))


def _on_grid(low: int, here: Floats, there: Floats, step: float) -> Losses:
    """Returns losses on the grid, from the masses of cells under two neighbouring inputs, moved to the ends of the
    cells.

    What the differences below may have rounded away goes to the upper end.
    """
    start = np.exp(step * (low + np.arange(len(here))))
    gap = -math.expm1(-step)
    rounding = 64 * UNIT / (gap * min(gap, 1.0))
    upper = np.clip((here - start * there) / gap + rounding * here, 0.0, here)
    masses = np.zeros(len(here) + 1)
    masses[1:] += upper
    masses[:-1] += here - upper
    return Losses(first=low, masses=masses, certain=0.0)


def _with_atom(losses: Losses, loss: float, mass: float, step: float) -> Losses:
    place = math.floor(loss / step)
    upper = min(1.0, max(0.0, -math.expm1(step * place - loss) / -math.expm1(-step) + 1e-12))
    first = min(losses.first, place)
    length = max(losses.first + len(losses.masses), place + 2) - first
    masses = np.zeros(length)
    masses[losses.first - first : losses.first - first + len(losses.masses)] = losses.masses
    masses[place - first] += (1 - upper) * mass
    masses[place - first + 1] += upper * mass
    return Losses(first=first, masses=masses, certain=losses.certain)


def _normal_cells(edges: Floats) -> Floats:
    """Returns the normal probability between neighbouring edges; each is computed from the tail in which it lies."""
    tails = np.fromiter((math.erfc(abs(edge) / math.sqrt(2)) / 2 for edge in edges.tolist()), float, len(edges))
    left, right = tails[:-1], tails[1:]
    cells = np.where(edges[:-1] >= 0, left - right, np.where(edges[1:] <= 0, right - left, 1 - left - right))
    return np.asarray(np.maximum(cells, 0.0), dtype=np.float64)
