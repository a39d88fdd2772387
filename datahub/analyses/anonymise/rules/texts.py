"""This module turns the values of a column into the texts that a release would write for them."""

from collections.abc import Sequence
from datetime import date

import numpy as np

from datahub.analyses.anonymise.rules.table import Codes
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why


def sorted_texts(name: str, values: Sequence[object], missing: str) -> tuple[list[str], Codes]:
    """Returns the texts of different values, and for each value the place of its text among them. `missing` is the text
    for a missing value, None; PlanRefused where it is also a value. Texts are sorted, so that nothing that is made of
    them depends on how the rows are stored."""
    texts = [missing if value is None else text_of(value) for value in values]
    if len(set(texts)) < len(texts):
        raise PlanRefused(Why("missing", missing=missing, column=name))
    order = sorted(range(len(texts)), key=texts.__getitem__)
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order))
    return [texts[index] for index in order], rank


def text_of(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else f"{value:f}" if hasattr(value, "as_tuple") else str(value)
