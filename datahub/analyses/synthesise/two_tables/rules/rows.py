"""Rows of two tables are drawn from their models, with made-up keys that belong to nobody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datahub.analyses.synthesise.domain.rows import texts_of_codes
from datahub.analyses.synthesise.engines.marginals import model_of
from datahub.analyses.synthesise.rules.files import MOST_CELLS_TAKEN, MOST_ROWS_TAKEN, Texts
from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.analyses.synthesise.two_tables.rules.plan import TwoTablesPlan
from mechanisms.common.entropy import Entropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.two_tables.fitting import joined_rows


@dataclass(frozen=True, kw_only=True)
class TwoTables:
    """These tables hold the synthetic rows of both by column, the key first; None is missing."""

    parents: Texts
    children: Texts


def most_parents(parents: Mapping[str, Any], plan: TwoTablesPlan) -> int:
    """Returns how many parents are made at once at most, so that with the children that the model says they have there
    are no more rows and cells of both together than of one table."""
    model = model_of(parents)
    shares = model.marginal((len(model.tree.sizes) - 1,))
    each = float(shares @ np.arange(len(shares)))
    cells = len(plan.of_parents) + each * len(plan.of_children)
    return int(min(MOST_ROWS_TAKEN / (1 + each), MOST_CELLS_TAKEN / cells))


def drawn(
    parents: Mapping[str, Any], children: Mapping[str, Any], plan: TwoTablesPlan, many: int, entropy: Entropy
) -> TwoTables:
    """Draws `many` synthetic parents, and their children, as texts that the declarations admit."""
    rows = joined_rows(
        plan.declared, parents=model_of(parents), children=model_of(children), many=many, entropy=entropy
    )
    keys = np.array([f"made-{number}" for number in range(1, many + 1)], dtype=object)
    return TwoTables(
        parents={plan.parents_key: keys.tolist(), **_texts(plan.parents, rows.parents, entropy)},
        children={plan.children_key: keys[rows.owners].tolist(), **_texts(plan.children, rows.children, entropy)},
    )


def _texts(plan: SyntheticPlan, codes: Sequence[Codes], entropy: Entropy) -> Texts:
    return {
        column.name: texts_of_codes(column, attribute, of_column, entropy)
        for column, attribute, of_column in zip(plan.columns, plan.domain.attributes, codes, strict=True)
    }
