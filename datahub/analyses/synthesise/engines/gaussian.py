"""The Gaussian engine draws rows of numbers from normal distributions that follow from noisy moments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import numpy as np

from datahub.analyses.errors import no_rows
from datahub.analyses.synthesise.domain.columns import labels_of
from datahub.analyses.synthesise.domain.rows import Value, codes_of, texts_of_codes
from datahub.analyses.synthesise.engines import gaussian_numbers as numbers
from datahub.analyses.synthesise.engines.engine import ColumnNumbers, Json, Texts
from datahub.analyses.synthesise.engines.gaussian_errors import moments_said
from datahub.analyses.synthesise.engines.gaussian_likeness import likeness_of
from datahub.datasets.rules.columns import Column
from mechanisms.accounting.event import decimal_text
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Attribute, Bins, Codes, Domain
from mechanisms.synthesis.gaussian.declared import MOST_CLASSES, Declared, Group, Table
from mechanisms.synthesis.gaussian.gaussian_model import GaussianModel, NoisyMoments
from mechanisms.synthesis.gaussian.made import rows_of
from mechanisms.synthesis.gaussian.normals import Fitted, fitted
from mechanisms.synthesis.likeness import Likeness

PARTS = frozenset({"divided_by", "groups", "shares"})


@dataclass(frozen=True, kw_only=True, eq=False)
class Gaussian:
    """The Gaussian engine makes rows of numbers from noisy moments. `divided_by` is the place of the column whose codes
    are the classes. Numbers are counted in steps of the last decimal, so that rows are written as they were
    declared."""

    slug: ClassVar[str] = "gaussian-model/1"
    mechanisms: ClassVar[frozenset[str]] = frozenset({"discrete-gaussian"})
    errors_are: ClassVar[str] = "standard errors for noise alone, in units of the columns"

    columns: Sequence[Column]
    domain: Domain
    declared: Declared
    divided_by: int | None

    def in_one_form(self) -> Json:
        groups = [
            {"columns": list(group.columns), "squared_length": str(Fraction(group.squared_length))}
            for group in self.declared.groups
        ]
        return {
            "engine": self.slug,
            "columns": [self._cut(index) for index in range(len(self.columns))],
            "groups": groups,
            "divided_by": self.divided_by,
        }

    def encode(self, index: int, values: Sequence[Value]) -> ColumnNumbers:
        """Returns codes where the rows are divided; else float64[n] from -1 to 1, where a value beyond a bound is moved
        to it."""
        if index == self.divided_by:
            return codes_of(self.domain.attributes[index], values)
        number = self.declared.numbers[self._numbers.index(index)]
        return number.scaled(numbers.within(self.columns[index], number, values))

    def fitted(self, columns: Sequence[ColumnNumbers], rho: Decimal) -> Json:
        """Returns all that was released, and the rho that determines the size of the noise."""
        rows = len(columns[0])
        classes = np.zeros(rows, dtype=np.int64) if self.divided_by is None else columns[self.divided_by]
        table = Table(
            scaled=np.stack([columns[index] for index in self._numbers], axis=1).astype(np.float64),
            classes=classes.astype(np.int64),
        )
        noisy = GaussianModel(declared=self.declared, rho=rho).release(table)
        return {
            "rho": decimal_text(rho),
            "moments": noisy.values.tolist(),
            "rows": fitted(noisy).rows_estimated,
        }

    def drawn(self, content: Mapping[str, Any], rows: int, entropy: Entropy) -> Texts:
        """Draws rows of the model, as texts. Within a bin of the dividing column, every number or day is equally
        likely."""
        sample = rows_of(self._model(content), rows, entropy)
        texts: Texts = {}
        for index, column in enumerate(self.columns):
            if index == self.divided_by:
                codes = np.array(sample.labels).astype(np.uint16)
                texts[column.name] = texts_of_codes(column, self.domain.attributes[index], codes, entropy)
            else:
                texts[column.name] = numbers.texts_of_steps(column, sample.columns[column.name])
        return texts

    def before(self, table: Mapping[str, Any], rho: Decimal) -> Json:
        """Returns the errors to expect of a guessed table; `table` guesses the rows, and the share of each class where
        they are not all alike."""
        model = GaussianModel(declared=self.declared, rho=rho)
        return self._errors(model, [share * table["rows"] for share in self._shares(table)])

    def after(self, content: Mapping[str, Any]) -> Json:
        return self._errors(self._noisy(content).model, [count.count for count in self._model(content).classes])

    def not_kept(self, content: Mapping[str, Any]) -> list[str]:
        hidden = len(self._model(content).unknown)
        return [
            "Means, variances and covariances alone were kept: skewed columns come out symmetric, and columns of two "
            "groups are unrelated but through the class.",
            *([f"Of {hidden} classes too few rows show above the noise: theirs are spread evenly."] if hidden else ()),
        ]

    def likeness(self, content: Mapping[str, Any]) -> Likeness:
        model, seed = self._model(content), bytes.fromhex(content["seed"])
        return likeness_of(partial(self._codes, model), self.domain.sizes, content["rows"], seed)

    @property
    def _numbers(self) -> list[int]:
        return [index for index in range(len(self.columns)) if index != self.divided_by]

    def _noisy(self, content: Mapping[str, Any]) -> NoisyMoments:
        model = GaussianModel(declared=self.declared, rho=Decimal(content["rho"]))
        return NoisyMoments(model=model, values=np.array(content["moments"], dtype=np.int64))

    def _model(self, content: Mapping[str, Any]) -> Fitted:
        return fitted(self._noisy(content))

    def _codes(self, model: Fitted, rows: int, entropy: Entropy) -> list[Codes]:
        """Draws synthetic rows from the model and returns them as codes of the domain."""
        sample = rows_of(model, rows, entropy)
        return [
            np.array(sample.labels).astype(np.uint16)
            if index == self.divided_by
            else self.domain.attributes[index].codes(numbers.unstepped(column, sample.columns[column.name]))
            for index, column in enumerate(self.columns)
        ]

    def _errors(self, model: GaussianModel, rows: Sequence[float]) -> Json:
        by = self.divided_by
        labels = (None,) if by is None else labels_of(self.columns[by], self.domain.attributes[by])
        moments = moments_said(model, {column.name: column for column in self.columns}, labels, rows)
        return {"moments": {"divided_by": None if by is None else self.columns[by].name, **moments}}

    def _shares(self, table: Mapping[str, Any]) -> list[float]:
        many = len(self.declared.classes)
        shares = [float(share) for share in table.get("shares") or [1] * many]
        if len(shares) != many or not sum(shares) > 0:
            raise no_rows("shares", f"are {len(shares)} numbers; each of the {many} classes has one, not all of them 0")
        return [share / sum(shares) for share in shares]

    def _cut(self, index: int) -> Json:
        column, attribute = self.columns[index], self.domain.attributes[index]
        fields = {"name": column.name, "missing": attribute.missing}
        if not isinstance(attribute, Bins):
            return {**fields, "options": list(attribute.options)}
        edges = [str(edge) for edge in attribute.edges]
        return {**fields, "type": column.type, "decimals": column.decimals, "edges": edges}


def read(fields: Mapping[str, Any], columns: Sequence[Column], attributes: Sequence[Attribute]) -> Gaussian:
    """Reads a plan for the Gaussian model. PlanRefused names the part that is not possible."""
    names = [column.name for column in columns]
    divides = _divides(fields, names, attributes)
    numbers_made = [
        numbers.number_at(f"columns.{index}", column, fields["columns"][index])
        for index, column in enumerate(columns)
        if index != divides
    ]
    if not numbers_made:
        raise no_rows(
            "columns", "have no number; the Gaussian model makes numbers, with one column beside to divide them"
        )
    classes = 1 if divides is None else attributes[divides].size
    try:
        declared = Declared(
            numbers=tuple(numbers_made),
            groups=tuple(_groups(fields, [number.name for number in numbers_made])),
            classes=tuple(map(str, range(classes))),
        )
    except ValueError as why:
        raise no_rows("groups", str(why)) from None
    return Gaussian(columns=columns, domain=Domain(attributes=tuple(attributes)), declared=declared, divided_by=divides)


def _divides(fields: Mapping[str, Any], names: Sequence[str], attributes: Sequence[Attribute]) -> int | None:
    by = fields.get("divided_by")
    if not by:
        return None
    if by not in names:
        raise no_rows("divided_by", f"names {by}, which no row is made with")
    index = names.index(by)
    if attributes[index].size > MOST_CLASSES:
        raise no_rows(
            "divided_by",
            f"{by} has {attributes[index].size} values; rows are divided into {MOST_CLASSES} classes at most",
        )
    return index


def _groups(fields: Mapping[str, Any], names: Sequence[str]) -> list[Group]:
    """Returns the groups of columns that a plan names, in the order of the columns, and each other column as a group by
    itself; one group of all if it names none."""
    wanted = fields.get("groups") or [{"columns": list(names)}]
    groups, grouped = {}, set[str]()
    for index, wanted_group in enumerate(wanted):
        at, own = f"groups.{index}", wanted_group["columns"]
        if strange := sorted(set(own) - set(names)):
            raise no_rows(at, f"names {', '.join(strange)}; a group is of numbers that rows are made with")
        if len(set(own)) < len(own) or grouped & set(own):
            raise no_rows(at, "names a column twice, or one of another group")
        grouped |= set(own)
        groups[names.index(min(own, key=names.index))] = _group(at, sorted(own, key=names.index), wanted_group)
    groups |= {index: _group("groups", [name], {}) for index, name in enumerate(names) if name not in grouped}
    return [group for _, group in sorted(groups.items())]


def _group(at: str, columns: Sequence[str], fields: Mapping[str, Any]) -> Group:
    """Returns a group of columns. By default rows count as far out as half the squared length of the corners; a single
    column counts to its bounds."""
    length = fields.get("squared_length")
    usual = Decimal(max(2, len(columns))) / 2
    try:
        return Group(columns=tuple(columns), squared_length=usual if length is None else Decimal(length))
    except ValueError as why:
        raise no_rows(at, str(why)) from None
