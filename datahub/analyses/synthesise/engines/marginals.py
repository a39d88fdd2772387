"""This engine draws rows of any declared columns from a tree of marginals with noise."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, ClassVar

import numpy as np

from datahub.analyses.errors import no_rows
from datahub.analyses.synthesise.domain.columns import labels_of
from datahub.analyses.synthesise.domain.impossible import said_in_one_form, with_impossible
from datahub.analyses.synthesise.domain.rows import Value, codes_of, texts_of_codes
from datahub.analyses.synthesise.engines.engine import ColumnNumbers, Json, Texts
from datahub.datasets.rules.columns import Column
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis import forecast
from mechanisms.synthesis.domain import Attribute, Bins, Domain
from mechanisms.synthesis.fitting import Fitted, fitted
from mechanisms.synthesis.junction_tree import Attributes, JunctionTree, cells_of
from mechanisms.synthesis.likeness import Likeness, of_model
from mechanisms.synthesis.marginals import CodedRows
from mechanisms.synthesis.measuring import Measurement
from mechanisms.synthesis.model import Model
from mechanisms.synthesis.sampling import sampled
from mechanisms.synthesis.workload import MOST_CELLS, Workload, workload

PARTS = frozenset({"together", "target", "impossible"})


@dataclass(frozen=True, kw_only=True, eq=False)
class Marginals:
    slug: ClassVar[str] = "synthetic-rows/1"
    mechanisms: ClassVar[frozenset[str]] = frozenset({"discrete-gaussian", "exponential"})
    errors_are: ClassVar[str] = "total variation for noise alone"

    columns: Sequence[Column]
    domain: Domain
    workload: Workload
    together: Sequence[Sequence[str]]  # names are sorted, so that equal plans have equal digests
    target: str | None

    def in_one_form(self) -> Json:
        cut = [
            {"name": attribute.name, "missing": attribute.missing, "edges": [str(edge) for edge in attribute.edges]}
            if isinstance(attribute, Bins)
            else {"name": attribute.name, "missing": attribute.missing, "options": list(attribute.options)}
            for attribute in self.domain.attributes
        ]
        impossible = {"impossible": said_in_one_form(self.domain)} if self.domain.impossible else {}
        return {"engine": self.slug, "columns": cut, "together": self.together, "target": self.target, **impossible}

    def encode(self, index: int, values: Sequence[Value]) -> ColumnNumbers:
        """Returns the values of a column as codes of the domain, uint16[n]."""
        return codes_of(self.domain.attributes[index], values)

    def fitted(self, columns: Sequence[ColumnNumbers], rho: Decimal) -> Json:
        rows = CodedRows([column.astype(np.uint16, copy=False) for column in columns], self.domain.sizes)
        return to_json(fitted(rows, self.domain, rho=rho, workload=self.workload))

    def drawn(self, model: Mapping[str, Any], rows: int, entropy: Entropy) -> Texts:
        """Draws rows of the model, as texts. Within a bin, every number or day is equally likely."""
        codes = sampled(model_of(model), rows, entropy)
        return {
            column.name: texts_of_codes(column, attribute, of_column, entropy)
            for column, attribute, of_column in zip(self.columns, self.domain.attributes, codes, strict=True)
        }

    def before(self, table: Mapping[str, Any], rho: Decimal) -> Json:
        return asdict(forecast.before(self.domain, self.workload, rho=rho, rows=table["rows"]))

    def after(self, model: Mapping[str, Any]) -> Json:
        measured: list[tuple[Attributes, float]] = [(tuple(of), sigma) for of, sigma in model["measured"]]
        return asdict(forecast.after(self.domain, measured, rows=model["rows"]))

    def not_kept(self, model: Mapping[str, Any]) -> list[str]:  # noqa: ARG002 - every engine has this signature
        return ["A relation between columns that no noisy count showed is absent."]

    def likeness(self, model: Mapping[str, Any]) -> Likeness:
        return of_model(model_of(model))


def read(fields: Mapping[str, Any], columns: Sequence[Column], attributes: Sequence[Attribute]) -> Marginals:
    """Reads a plan for marginals. PlanRefused names the part that is not possible."""
    domain = Domain(attributes=tuple(attributes))
    alone = sum(domain.sizes)
    if alone > MOST_CELLS:
        raise no_rows("columns", f"have {alone} values in all; a model holds {MOST_CELLS}. Use fewer bins or columns")
    labels = {column.name: labels_of(column, attribute) for column, attribute in zip(columns, attributes, strict=True)}
    domain = with_impossible(domain, fields.get("impossible", ()), labels)
    return Marginals(
        columns=columns,
        domain=domain,
        workload=_workload(fields, domain),
        together=sorted(sorted(names) for names in fields.get("together", ())),
        target=fields.get("target") or None,
    )


def to_json(fit: Fitted) -> Json:
    return model_to_json(fit.model, fit.measurements)


def model_to_json(model: Model, measurements: Sequence[Measurement]) -> Json:
    """Returns as JSON all that was released: noisy numbers, and what was computed from them."""
    return {
        "sizes": list(model.tree.sizes),
        "cliques": [list(clique) for clique in model.tree.cliques],
        "parents": list(model.tree.parents),
        "beliefs": [belief.ravel().tolist() for belief in model.beliefs],
        "rows": model.rows,
        "measured": [[list(measurement.attributes), measurement.sigma] for measurement in measurements],
    }


def model_of(content: Mapping[str, Any]) -> Model:
    tree = JunctionTree(
        sizes=tuple(content["sizes"]),
        cliques=tuple(tuple(clique) for clique in content["cliques"]),
        parents=tuple(content["parents"]),
    )
    beliefs = [
        np.array(belief, dtype=np.float64).reshape([tree.sizes[attribute] for attribute in clique])
        for belief, clique in zip(content["beliefs"], tree.cliques, strict=True)
    ]
    return Model(tree=tree, beliefs=beliefs, rows=content["rows"], potentials={})


def _workload(fields: Mapping[str, Any], domain: Domain) -> Workload:
    together, target = fields.get("together", ()), fields.get("target")
    for index, names in enumerate(together):
        if len(set(names)) < len(names):
            raise no_rows(f"together.{index}", "names a column twice")
        try:
            cells_of(domain.sizes, domain.places(names))
            workload(domain, together=[names])
        except ValueError as why:
            raise no_rows(f"together.{index}", str(why)) from None
    try:
        return workload(domain, together=together, target=target)
    except ValueError as why:
        raise no_rows("target", str(why)) from None
