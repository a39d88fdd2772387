"""This module is about the security plan of a collection: for each field its type, its width, and what the store may
compare. No Django.

rnd     nothing: every stored value differs (the default)
eq      which rows share a token; several values may share one, and at least `rows_a_token` rows do
range   which rows share a bucket, of at least `rows_a_token` rows; the buckets' order is not stored
det     which rows are equal; refused where that says what the values are
ope     which row has the larger value; refused for the same reasons, and more than once in a collection
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from datahub.vault.collections.rules.plan_texts import plan_text
from datahub.vault.collections.rules.roles import GUARDED_ROLES
from datahub.vault.errors import PlanRefused

# A stored document holds one record, or one piece of a column.
RECORDS, COLUMNS = LAYOUTS = ("records", "columns")
BOOL, INT, FLOAT, DECIMAL, TEXT, DATE, BYTES = TYPES = ("bool", "int", "float", "decimal", "text", "date", "bytes")
RND, EQ, RANGE, DET, OPE = KINDS = ("rnd", "eq", "range", "det", "ope")
FIXED_WIDTHS = {BOOL: 1, INT: 8, FLOAT: 8, DATE: 4}
DEFAULT_WIDTHS = {DECIMAL: 30, TEXT: 62, BYTES: 62}
WIDEST = 65_535
WIDEST_TO_COMPARE = 512  # longer values do not fit into an index of the store
ORDERED = {INT, FLOAT, DECIMAL, DATE}
MOST_BITS = 32
MOST_BUCKETS = 64
MOST_DECIMALS = 18

FEWEST_DISTINCT = 100
LARGEST_SHARE = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a plan says how one column is stored. `width` is the longest value in bytes. `bits` and `edges` are
    chosen at the load where they are not given.

    A text that is declared as one of `values`, and a number or day between `low` and `high`, are codes in a layout of
    columns. Bounds are whole numbers: the ordinal of a day, a decimal without its point.
    """

    name: str
    type: str
    kind: str = RND
    width: int = 0
    decimals: int = 6  # a `decimal` has this many places, as a table column shows it
    rows_a_token: int = 20
    bits: int | None = None
    edges: tuple[float, ...] | None = None
    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    def __post_init__(self) -> None:
        if not self.name or len(self.name) > 200:
            raise _refused(self.name, "a field's name has 1 to 200 letters")
        if self.type not in TYPES:
            raise _refused(self.name, f"its type is {self.type!r}; types are {', '.join(TYPES)}")
        if self.kind not in KINDS:
            raise _refused(self.name, f"its kind is {self.kind!r}; kinds are {', '.join(KINDS)}")
        if not 0 <= self.width <= WIDEST:
            raise _refused(self.name, f"its width is {self.width}; it may be up to {WIDEST} bytes")
        if not 0 <= self.decimals <= MOST_DECIMALS:
            raise _refused(self.name, f"it has {self.decimals} decimals; at most {MOST_DECIMALS} are kept")
        if self.rows_a_token < 1 or not 0 <= (self.bits or 0) <= MOST_BITS:
            raise _refused(self.name, f"bits are 0 to {MOST_BITS}, and at least one row has a token")
        if self.kind in {RANGE, OPE} and self.type not in ORDERED:
            raise _refused(self.name, f"{self.kind} is for {', '.join(sorted(ORDERED))}, not for {self.type}")
        if self.kind == DET and self.room > WIDEST_TO_COMPARE:
            raise _refused_column("kind_wide", self.name, width=self.room, most=WIDEST_TO_COMPARE)
        if self.edges is not None and list(self.edges) != sorted(set(self.edges)):
            raise _refused(self.name, "edges of buckets grow")

    @property
    def room(self) -> int:
        """Returns the bytes that every value of the field takes before it is sealed."""
        return FIXED_WIDTHS.get(self.type) or self.width or DEFAULT_WIDTHS[self.type]

    @property
    def is_finished(self) -> bool:
        return not (self.kind == EQ and self.bits is None) and not (self.kind == RANGE and self.edges is None)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan says how a collection is stored. `rows` is known where columns were loaded."""

    fields: tuple[Field, ...]
    layout: str = RECORDS
    rows: int | None = None

    def __post_init__(self) -> None:
        names = [field.name for field in self.fields]
        if not names:
            raise PlanRefused("A collection needs at least one field.")
        if len(set(names)) < len(names):
            raise PlanRefused("Two fields have the same name.")
        compared = [field.name for field in self.fields if field.kind != RND]
        if self.layout == COLUMNS and compared:
            raise _refused(compared[0], "the store compares records, not pieces of columns")
        ordered = [field.name for field in self.fields if field.kind == OPE]
        # Two order-preserving indexes together reveal more than each alone (Durak, DuBuisson, Cash 2016).
        if len(ordered) > 1:
            raise _refused_column("kind_second", ordered[1], first=ordered[0])

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)

    @property
    def unfinished(self) -> list[str]:
        return [field.name for field in self.fields if not field.is_finished]

    def with_fields(self, changed: Mapping[str, Field]) -> Self:
        return replace(self, fields=tuple(changed.get(field.name, field) for field in self.fields))

    def to_json(self) -> dict[str, Any]:
        fields = [asdict(field) for field in self.fields]
        return {"version": 2, "fields": fields, "layout": self.layout, "rows": self.rows}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        fields = tuple(
            Field(**{**entry, "edges": _tuple(entry["edges"]), "values": tuple(entry["values"])})
            for entry in content["fields"]
        )
        return cls(fields, content["layout"], content["rows"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """These are the facts about a column that the guard-rails must know: its role, and how its values are spread."""

    role: str
    distinct: int
    top_share: float  # the commonest value has this share of the rows


def check_guard_rails(plan: Plan, columns: Mapping[str, Column]) -> None:
    """Checks that a plan leaks no more than is allowed. PlanRefused names the first field whose det or ope would say
    what its values are."""
    for field in plan.fields:
        if field.kind not in {DET, OPE}:
            continue
        column = columns.get(field.name)
        if column is None:
            raise _refused(field.name, f"{field.kind} needs to know the column's role and how its values are spread")
        if not column.role:
            raise _refused(field.name, f"{field.kind} is refused on a column without a role")
        if column.role in GUARDED_ROLES:
            raise _refused_column("kind_guarded", field.name, kind=field.kind, role=column.role)
        check_spread(field, column.distinct, column.top_share)


def check_spread(field: Field, distinct: int, top_share: float) -> None:
    if distinct < FEWEST_DISTINCT:
        counts = {"distinct": distinct, "fewest": FEWEST_DISTINCT}
        raise _refused_column("kind_few", field.name, kind=field.kind, **counts)
    if top_share > LARGEST_SHARE:
        shares = {"share": f"{top_share:.1%}", "most": f"{LARGEST_SHARE:.0%}"}
        raise _refused_column("kind_common", field.name, kind=field.kind, **shares)


def bits_for(marks: Iterable[int], mark_bits: int, rows_a_token: int) -> int:
    """Returns the most leading bits of the rows' marks under which every token that occurs has `rows_a_token` rows or
    more."""
    ordered = sorted(marks)
    for bits in range(MOST_BITS, 0, -1):
        if _fewest(ordered, mark_bits - bits, rows_a_token) >= rows_a_token:
            return bits
    return 0


def _fewest(ordered: Sequence[int], dropped: int, enough: int) -> int:
    """Returns the rows of the emptiest token; any number below `enough` will do once one is found."""
    fewest, start = len(ordered), 0
    for at in range(1, len(ordered) + 1):
        if at == len(ordered) or ordered[at] >> dropped != ordered[start] >> dropped:
            fewest, start = min(fewest, at - start), at
            if fewest < enough:
                break
    return fewest


def edges_for(values: Iterable[float], rows_a_token: int) -> tuple[float, ...]:
    """Returns where buckets begin after the first: as equal as ties allow, each of `rows_a_token` rows or more."""
    ordered = sorted(values)
    wanted = max(rows_a_token, -(-len(ordered) // MOST_BUCKETS))
    edges, start = [], 0
    for at in range(1, len(ordered)):
        if ordered[at] != ordered[at - 1] and at - start >= wanted and len(ordered) - at >= rows_a_token:
            edges.append(ordered[at])
            start = at
    return tuple(edges)


def bucket_of(edges: Sequence[float], value: float) -> int:
    return bisect_right(edges, value)


def spread(marks: Iterable[int]) -> tuple[int, float]:
    """Returns how many distinct values there are, and the share of the commonest, of rows' marks."""
    ordered = sorted(marks)
    distinct = longest = start = 0
    for at in range(1, len(ordered) + 1):
        if at == len(ordered) or ordered[at] != ordered[start]:
            distinct, longest, start = distinct + 1, max(longest, at - start), at
    return distinct, longest / len(ordered) if ordered else 0.0


def _tuple(edges: Sequence[float] | None) -> tuple[float, ...] | None:
    return None if edges is None else tuple(edges)


def _refused(name: str, detail: str) -> PlanRefused:
    return PlanRefused(f"Field {name!r}: {detail}.", fields={name or "name": detail})


def _refused_column(code: str, name: str, *, kind: str = "", **about: object) -> PlanRefused:
    sentence = plan_text(code, kind=kind, column=name, **about)
    return PlanRefused(sentence, fields={name: sentence})
