"""The codebook says what is declared of a data set, as JSON and as DDI Codebook 2.5. Nothing in it was counted in the
data."""

from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from datahub.datasets.models import DataSet
from datahub.datasets.rules.columns import Column

FORMATS = ("json", "ddi")
DDI = "ddi:codebook:2_5"
NOTE = "Bounds, categories and bins are declared by the owner; no number here was counted in the data."
_KIND = {"integer": "discrete", "category": "discrete", "number": "contin", "date": "discrete", "text": "discrete"}


def as_json(data_set: DataSet, columns: Sequence[Column]) -> dict[str, Any]:
    return {
        "format": "datahub-codebook/1",
        "note": NOTE,
        "data_set": {
            "id": str(data_set.pk),
            "name": data_set.name,
            "description": data_set.description,
            "licence": data_set.licence,
            "doi": data_set.doi,
            "provenance": data_set.provenance,
        },
        "columns": [column.to_json() for column in columns],
    }


def as_ddi(data_set: DataSet, columns: Sequence[Column]) -> bytes:
    book = Element("codeBook", {"xmlns": DDI, "version": "2.5"})
    _study(SubElement(book, "stdyDscr"), data_set)
    data = SubElement(book, "dataDscr")
    for number, column in enumerate(columns, 1):
        _variable(data, number, column)
    indent(book)
    written: bytes = tostring(book, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + written + b"\n"


def _study(study: Element, data_set: DataSet) -> None:
    title = SubElement(SubElement(study, "citation"), "titlStmt")
    _add_element(title, "titl", data_set.name)
    if data_set.doi:
        SubElement(title, "IDNo", {"agency": "DOI"}).text = _clean(data_set.doi)
    about = SubElement(study, "stdyInfo")
    _add_element(about, "abstract", data_set.description)
    if data_set.provenance:
        method = SubElement(SubElement(study, "method"), "dataColl")
        _add_element(SubElement(method, "sources"), "dataSrc", data_set.provenance)
    if data_set.licence:
        _add_element(SubElement(SubElement(study, "dataAccs"), "useStmt"), "conditions", data_set.licence)
    _add_element(study, "notes", NOTE)


def _variable(data: Element, number: int, column: Column) -> None:
    variable = SubElement(data, "var", {"ID": f"V{number}", "name": _clean(column.name), "intrvl": _KIND[column.type]})
    _add_element(variable, "labl", column.description or column.name)
    if column.minimum:
        bounds = {"min": column.minimum, "max": column.maximum} | ({"units": "REAL"} if column.type == "number" else {})
        SubElement(SubElement(variable, "valrng"), "range", bounds)
    if column.missing:
        invalid = SubElement(variable, "invalrng")
        for value in column.missing:
            SubElement(invalid, "item", {"VALUE": _clean(value)})
    for category in column.categories:
        element = SubElement(variable, "catgry")
        _add_element(element, "catValu", category.value)
        _add_element(element, "labl", category.label or category.value)
    kind = "numeric" if column.type in {"integer", "number"} else "character"
    SubElement(variable, "varFormat", {"type": kind})
    unit = f" Unit: {column.unit}." if column.unit else ""
    bins = f" Bins begin at {', '.join((column.minimum, *column.bins))}." if column.bins else ""
    _add_element(variable, "notes", f"Role: {column.role}.{unit}{bins}")


def _add_element(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = _clean(text)


def _clean(text: str) -> str:
    """Returns a text without the control characters that XML has no way to write."""
    return "".join(
        letter for letter in text if letter in "\t\n" or (letter >= " " and letter not in "\x7f\ufffe\uffff")
    )
