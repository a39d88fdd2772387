"""Normal distributions are computed from noisy moments. No function here sees a row, so none costs anything."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mechanisms.synthesis.gaussian.declared import Declared, Floats, Group
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel, NoisyMoments
from mechanisms.synthesis.gaussian.moments import PLAIN, STEPS, weights

LEAST_SIGMAS = 2  # A class counts as unknown if its count is within this many standard errors of 0.
EVEN_VARIANCE = 1 / 3  # A number that is uniform between -1 and 1 has this variance.


@dataclass(frozen=True, kw_only=True)
class StandardErrors:
    """These are the standard errors for a class with a given number of rows: of its count in rows, and of each group's
    moments per row, in half widths."""

    count: float
    means: tuple[float, ...]
    squares: tuple[float, ...]
    products: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class Normal:
    """This is the normal law of a group of columns, from -1 to 1 at their bounds; `covariance` has no eigenvalue below
    0."""

    mean: Floats
    covariance: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class ClassOfRows:
    """This is a class of rows as the model knows it. `count` is noisy and may be below 0. Where `normals` is None, only
    the bounds are known, and rows are uniform."""

    name: str
    count: float
    normals: tuple[Normal, ...] | None


@dataclass(frozen=True, kw_only=True, eq=False)
class Fitted:
    """A fitted model holds the declaration and, for each declared class in order, what the noisy moments say of it."""

    declared: Declared
    classes: tuple[ClassOfRows, ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        """Returns the classes whose rows are spread evenly within the bounds, as noise hides how many there are."""
        return tuple(class_model.name for class_model in self.classes if class_model.normals is None)

    @property
    def rows_estimated(self) -> float:
        return max(0.0, sum(class_model.count for class_model in self.classes))

    @property
    def shares(self) -> Floats:
        """Returns the share of each class; equal shares where noise left no class a count above 0."""
        counts = np.array([max(0.0, class_model.count) for class_model in self.classes])
        return counts / counts.sum() if counts.any() else np.full(len(counts), 1 / len(counts))

    @property
    def notes(self) -> tuple[str, ...]:
        """Returns the notes that a reader of the rows needs beside the guarantee."""
        notes = [
            f"of class {name} too few rows show above the noise: its numbers are spread evenly within their bounds"
            for name in self.unknown
        ]
        if not any(class_model.count > 0 for class_model in self.classes):
            notes.append("noise left no class a count above 0: all classes have one share")
        return tuple(notes)


def standard_errors(model: GaussianModel, rows: float) -> StandardErrors:
    """Returns the errors of the moments of a class with this number of rows, before anything is spent; `rows` is a
    guess or noisy."""
    if not rows > 0:
        raise ValueError(f"rows is {rows}; errors are of a class of more than 0")
    unit = model.noise.scale / STEPS**2  # The noise of a moment with factor 1, where the longest row has the length 1.
    squares = [float(Fraction(group.squared_length)) for group in model.declared.groups]
    return StandardErrors(
        count=unit / PLAIN,
        means=tuple(unit / PLAIN * square**0.5 / rows for square in squares),
        squares=tuple(unit / PLAIN * square / rows for square in squares),
        products=tuple(unit / int(weights(2)[0, 1]) * square / rows for square in squares),
    )


def is_hidden(model: GaussianModel, rows: float) -> bool:
    """Returns whether noise hides a class with this number of rows, or nobody is in it: then only its bounds are
    known.
    """
    return rows <= max(1.0, LEAST_SIGMAS * standard_errors(model, 1).count)


def fitted(noisy: NoisyMoments) -> Fitted:
    """Fits the model at no cost: noisy moments are divided and moved to possible values."""
    classes = (
        _class(name, values, noisy.model)
        for name, values in zip(noisy.model.declared.classes, noisy.values.astype(np.float64), strict=True)
    )
    return Fitted(declared=noisy.model.declared, classes=tuple(classes))


def _class(name: str, values: Floats, model: GaussianModel) -> ClassOfRows:
    count = float(values[0]) / (PLAIN * STEPS**2)
    if is_hidden(model, count):
        return ClassOfRows(name=name, count=count, normals=None)
    errors = standard_errors(model, count)
    normals, start = [], 1
    for group, square, product in zip(model.declared.groups, errors.squares, errors.products, strict=True):
        end = start + len(group.columns) + group.crossed
        mean, second = _per_row(values[start:end], count, group)
        normals.append(Normal(mean=mean, covariance=covariance(mean, second, square, product)))
        start = end
    return ClassOfRows(name=name, count=count, normals=tuple(normals))


def _per_row(values: Floats, count: float, group: Group) -> tuple[Floats, Floats]:
    """Returns means, within the bounds, and symmetric second moments, in half widths."""
    columns, square = len(group.columns), float(Fraction(group.squared_length))
    mean = np.clip(values[:columns] / (PLAIN * STEPS**2 * count) * square**0.5, -1.0, 1.0)
    second = np.zeros((columns, columns))
    second[np.triu_indices(columns)] = values[columns:]
    second = np.triu(second) + np.triu(second, 1).T
    return mean, np.asarray(second / weights(columns) * square / (STEPS**2 * count))


def covariance(mean: Floats, second: Floats, square: float, product: float) -> Floats:
    """Returns the covariance [d, d] from second moments with the standard errors `square` on the diagonal and `product`
    beside it.

    A variance is at most that of a number that is at one bound or the other, and not below its error. A covariance is
    shrunk by as much as noise alone would make of it, to 0 where it is below its error. Then eigenvalues below 0 are 0.
    """
    raw = second - np.outer(mean, mean)
    most = np.maximum(1 - mean**2, 0.0)
    variances = np.clip(np.diag(raw), np.minimum(most, min(square, EVEN_VARIANCE)), most)
    kept = np.maximum(0.0, 1 - (product / np.maximum(np.abs(raw), product)) ** 2)
    return without_negative(np.where(np.eye(len(mean), dtype=np.bool_), np.diag(variances), raw * kept))


def without_negative(symmetric: Floats) -> Floats:
    """Returns the nearest matrix, by the sum of squared differences, that has no eigenvalue below 0."""
    values, vectors = np.linalg.eigh(symmetric)
    cleaned = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return np.asarray((cleaned + cleaned.T) / 2)


def root(symmetric: Floats) -> Floats:
    """Returns the one root of a matrix that is symmetric itself and has no eigenvalue below 0; what is below counts as
    0.

    Draws go through it and not through the eigenvectors, whose signs are another on each processor: the same noise
    would make other rows.
    """
    values, vectors = np.linalg.eigh(symmetric)
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T)
