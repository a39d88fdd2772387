"""This module turns an Arrow column into the texts that a release would write for its values."""

from datetime import date

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from datahub.analyses.anonymise.rules.table import Texts
from datahub.analyses.errors import PlanRefused
from datahub.analyses.refusal_reasons import Why


def texts_of(name: str, column: pa.ChunkedArray, missing: str) -> Texts:
    """Returns the different texts of a column, and for each row the place of its text among them. `missing` is the text
    for a missing value; PlanRefused where it is also a value. Texts are sorted, so that nothing that is made of them
    depends on how the rows are stored."""
    packed = _packed(column)
    texts = [text_of(value) for value in packed.dictionary.to_pylist()]
    texts += [missing] if packed.null_count else []
    if len(set(texts)) < len(texts):
        raise PlanRefused(Why("missing", missing=missing, column=name))
    order = sorted(range(len(texts)), key=texts.__getitem__)
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order))
    codes = pc.fill_null(packed.indices, len(texts) - 1).to_numpy(zero_copy_only=False)
    return Texts(values=[texts[index] for index in order], codes=rank[codes])


def repeated_once(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Returns a batch whose texts are stored once each, with a number in each row."""
    columns = [column.dictionary_encode() if pa.types.is_string(column.type) else column for column in batch.columns]
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)


def _packed(column: pa.ChunkedArray) -> pa.DictionaryArray:
    if pa.types.is_dictionary(column.type):
        return column.unify_dictionaries().combine_chunks()
    return column.combine_chunks().dictionary_encode()


def text_of(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else f"{value:f}" if hasattr(value, "as_tuple") else str(value)
