"""A declaration is what an owner states about each column; these rules say what it must contain.

Bounds, categories and bins are facts about the question that was asked, known before anybody answered. What is
proposed from the rows (`proposals`) becomes such a fact only by its owner's word: every guarantee is for what they say.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from datahub.datasets.errors import SchemaRefused
from datahub.datasets.rules.column_texts import column_text
from datahub.datasets.rules.notations import OF_TYPE
from datahub.vault.collections.rules.roles import ROLES

TYPES = ("integer", "number", "category", "date", "text")
# A rule of a policy compares values of a column as this type.
COMPARED_AS = {"integer": "number", "number": "number", "category": "text", "text": "text", "date": "time"}
OUTSIDE = ("reject", "clamp", "missing")
PROTECTIONS = ("rnd", "eq", "range", "det", "ope")
MOST_CATEGORIES = 1000
MOST_BINS = 1000
MOST_MISSING = 20
MOST_COLUMNS = 1000
LONGEST_TEXT = 64_000  # bytes of a text; the vault keeps each text at the declared width
MOST_DECIMALS = 9
LARGEST = Decimal(2**53 - 1)
# A number is read down to this exponent, which is below that of the least float, 5e-324.
LAST_PLACE = -400
LONGEST_VALUE = 200
OF_THE_FILE = ("name_in_file", "left_out")  # fields of a declaration that only a draft has
LONGEST_DESCRIPTION = 2000


@dataclass(frozen=True, slots=True)
class Category:
    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """This is a column as its owner declares it. `minimum`, `maximum` and `bins` are decimal texts or days; what does
    not concern the type is empty. `longest` are bytes of a text in UTF-8. `notation` is how the file writes numbers or
    days (`notations`)."""

    name: str
    type: str
    role: str
    description: str
    unit: str
    minimum: str
    maximum: str
    decimals: int
    categories: tuple[Category, ...]
    bins: tuple[str, ...]
    longest: int
    missing: tuple[str, ...]
    outside: str
    protection: str
    notation: str = ""

    def to_json(self) -> dict[str, Any]:
        content: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        categories = [{"value": category.value, "label": category.label} for category in self.categories]
        return content | {"categories": categories, "bins": list(self.bins), "missing": list(self.missing)}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Column":
        """Returns the column that JSON describes; `check` has accepted the JSON before."""
        categories = tuple(Category(category["value"], category["label"]) for category in content["categories"])
        return cls(
            **{
                **content,
                "categories": categories,
                "bins": tuple(content["bins"]),
                "missing": tuple(content["missing"]),
            }
        )


EMPTY: Mapping[str, Any] = {
    "name": "",
    "type": "",
    "role": "",
    "description": "",
    "unit": "",
    "minimum": "",
    "maximum": "",
    "decimals": 0,
    "categories": [],
    "bins": [],
    "longest": 0,
    "missing": [""],
    "outside": "reject",
    "protection": "rnd",
    "notation": "",
}


def check_shape(columns: Sequence[Mapping[str, Any]], sources: Sequence[str]) -> None:
    """Checks that the declarations have one entry for each column of the file, in its order, as even an unfinished
    draft must, and that the columns that stay have different names."""
    if [column["name_in_file"] for column in columns] != list(sources):
        raise _refused_whole("columns_differ")
    faults: dict[str, str] = {}
    first: dict[str, int] = {}
    for index in kept(columns):
        name = columns[index]["name"]
        if not name.isprintable():
            faults[f"columns.{index}.name"] = column_text("name_unseen")
        elif first.setdefault(name.casefold(), index) != index:
            other = columns[first[name.casefold()]]["name_in_file"]
            faults[f"columns.{index}.name"] = column_text("name_twice", other=other)
    if faults:
        raise SchemaRefused(column_text("names_refused"), fields=faults)


def has_different_names(columns: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether the columns that stay have different names, apart from capitals."""
    names = [columns[index]["name"].casefold() for index in kept(columns)]
    return len(set(names)) == len(names)


def kept(columns: Sequence[Mapping[str, Any]]) -> list[int]:
    """Returns the positions of the columns that are not left out."""
    return [index for index, column in enumerate(columns) if not column.get("left_out")]


def declared(columns: Sequence[Mapping[str, Any]]) -> list[Column]:
    """Returns the declared columns without those that are left out. SchemaRefused names every column that is not
    declared whole, by its position in the file."""
    faults: dict[str, str] = {}
    for index in kept(columns):
        faults.update({f"columns.{index}.{field}": fault for field, fault in _faults(columns[index])})
    if faults:
        raise SchemaRefused(column_text("columns_open", fields=len(faults)), fields=faults)
    if not kept(columns):
        raise _refused_whole("columns_left_out")
    return [Column.from_json(_without_source(columns[index])) for index in kept(columns)]


def _refused_whole(code: str) -> SchemaRefused:
    sentence = column_text(code)
    return SchemaRefused(sentence, fields={"columns": sentence})


def _without_source(column: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in column.items() if field not in OF_THE_FILE}


def _faults(column: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if column["role"] not in ROLES:
        yield "role", column_text("role_open")
    if column["type"] not in TYPES:
        yield "type", column_text("type_open")
        return
    yield from _DOMAINS[column["type"]](column)
    if column.get("notation") and column["notation"] not in OF_TYPE.get(column["type"], ()):
        yield "notation", column_text("notation_of_other_type")
    if column["outside"] == "clamp" and column["type"] not in {"integer", "number", "date"}:
        yield "outside", column_text("clamp_of_other_type")


def _bounded(column: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    read = _day_number if column["type"] == "date" else decimal
    low, high = read(column["minimum"]), read(column["maximum"])
    for field, bound in (("minimum", low), ("maximum", high)):
        if bound is None and column[field]:
            yield field, column_text("not_a_day" if column["type"] == "date" else "not_a_number", text=column[field])
        elif bound is None:
            yield field, column_text("bound_open")
        elif column["type"] == "integer" and bound != bound.to_integral_value():
            yield field, column_text("bound_not_whole", text=column[field])
    if low is None or high is None:
        return
    if low >= high:
        yield "maximum", column_text("bounds_crossed", minimum=column["minimum"])
        return
    edges = [read(edge) for edge in column["bins"]]
    inside = [edge for edge in edges if edge is not None and low < edge < high]
    if len(inside) < len(edges):
        yield "bins", column_text("edge_outside")
    elif sorted(set(inside)) != inside:
        yield "bins", column_text("edges_unsorted")


def _day_number(text: str) -> Decimal | None:
    date_found = day(text)
    return None if date_found is None else Decimal(date_found.toordinal())


def _categories(column: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    values = [category["value"] for category in column["categories"]]
    if len(values) < 2:
        yield "categories", column_text("categories_few")
    elif len(set(values)) < len(values):
        yield "categories", column_text("category_twice", value=next(v for v in values if values.count(v) > 1))
    elif not set(values).isdisjoint(column["missing"]):
        yield "missing", column_text("category_missing", value=next(v for v in values if v in column["missing"]))


def _text(column: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if not 1 <= column["longest"] <= LONGEST_TEXT:
        yield "longest", column_text("longest_open", most=LONGEST_TEXT)


_DOMAINS = {"integer": _bounded, "number": _bounded, "date": _bounded, "category": _categories, "text": _text}


def bytes_of(text: str) -> int:
    """Returns the length of a text in UTF-8. Half a letter of UTF-16, as a file may have it, is counted too."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text if "_" not in text else "")  # Python would read 1_11, which may be a code, as 111
    except InvalidOperation:
        return None
    if not value.is_finite() or abs(value) > LARGEST or len(text) > 40:
        return None
    # A number such as 1E-999999999 is short to write, and would fill the memory as a fraction.
    return value if int(value.as_tuple().exponent) >= LAST_PLACE else None


def day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None
