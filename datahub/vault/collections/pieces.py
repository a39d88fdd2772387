"""A table is sealed in pieces of its columns: some rows of one column are one document of the store.

A block is 65 536 rows, of wider tables fewer; each column of it is one piece, of wide columns several. Number and
length of pieces follow from the number of rows and from the plan alone: the last piece is filled up to a quarter.
"""

import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from datahub.vault.collections.codes import Codes, Items, Packed, items_of
from datahub.vault.collections.rules.plan import Plan
from datahub.vault.collections.rules.plan_texts import plan_text
from datahub.vault.collections.rules.values import Value
from datahub.vault.collections.sealing import AROUND, HEAD_BYTES, NONCE_BYTES, VERSION_BYTES, not_as_written
from datahub.vault.errors import PlanRefused
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.keys.rules.purposes import context
from datahub.vault.store.parted import COLUMN_BYTES, column_of
from datahub.vault.store.port import ID_BYTES

FORMAT, AES_256_GCM = 1, 2
MOST_ROWS = 2**16  # a block has at most this many rows
LEAST_ROWS = 2**6
MOST_BYTES = 4 * 2**20  # a piece has at most this many bytes
WINDOW_BYTES = 64 * 2**20  # the rows of one window take at most this many bytes
WINDOW_ROWS = 2**20
OPENED_BYTES = 8  # a value takes at least this many bytes in memory
# So many values keep their codes in memory: of all columns together, and of each column at least.
REMEMBERED, LEAST_REMEMBERED = 200_000, 256
PARTS_OF_A_PIECE = 4  # the last piece of a column is filled up to a whole number of quarters
# A piece begins with its block's number, the block's number of rows, and the piece's position in the block.
HEADER = struct.Struct(">QII")
PLACE_BYTES = 4
# The rest of a piece's id is random; it is equal in each column of a block.
BLOCK_BYTES = ID_BYTES - COLUMN_BYTES - PLACE_BYTES


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece belongs to one column: `place` is its position in its block, `content` its items without a header."""

    block: int
    rows: int
    place: int
    content: bytes


class Shape:
    """The shape says how many rows a block, a window and each column's pieces have; it follows from the plan alone.

    Errors: PlanRefused for a row that is too long: the fewest rows of a window would not fit into it.
    """

    def __init__(self, plan: Plan) -> None:
        remembered = max(LEAST_REMEMBERED, REMEMBERED // len(plan.fields))
        self.columns: list[Codes | Packed] = [items_of(field, remembered) for field in plan.fields]
        row_bytes = sum(max(OPENED_BYTES, column.bits // 8) for column in self.columns)
        if row_bytes * LEAST_ROWS > WINDOW_BYTES:
            widest = max(zip(self.columns, plan.names, strict=True), key=lambda column: column[0].bits)[1]
            most = WINDOW_BYTES // LEAST_ROWS
            sentence = plan_text("row_too_long", column=widest, size=row_bytes, most=most)
            raise PlanRefused(sentence, fields={widest: sentence})
        self.block_rows = _power_of_two(WINDOW_BYTES // row_bytes, MOST_ROWS)
        blocks = max(1, min(WINDOW_ROWS, WINDOW_BYTES // row_bytes) // self.block_rows)
        self.window_rows = blocks * self.block_rows
        self.piece_rows = [_power_of_two(MOST_BYTES * 8 // column.bits, self.block_rows) for column in self.columns]

    def pieces_in(self, size: int) -> int:
        """Returns how many of the longest pieces fit into `size` bytes; at least one."""
        columns = zip(self.columns, self.piece_rows, strict=True)
        return max(1, size // max(column.bits * rows // 8 for column, rows in columns))

    def blocks_of(self, rows: int) -> int:
        return -(-rows // self.block_rows)

    def pieces_of(self, column: int, rows: int) -> int:
        """Returns how many pieces a column has in a block of `rows` rows."""
        return -(-rows // self.piece_rows[column])

    def sealed_bytes(self, column: int, rows: int) -> int:
        """Returns how many bytes the sealed pieces of a column of `rows` rows have together."""
        most = self.piece_rows[column]
        step = max(1, most // PARTS_OF_A_PIECE)
        filled = -(-rows // step) * step
        return filled * self.columns[column].bits // 8 + -(-rows // most) * (HEADER.size + AROUND)

    def cut(self, column: int, block: int, items: Items) -> Iterator[bytes]:
        """Yields the pieces of one column of a block, with their headers, each filled up with absent values."""
        most, rows = self.piece_rows[column], len(items)
        for place, start in enumerate(range(0, rows, most)):
            own = items[start : start + most]
            step = max(1, most // PARTS_OF_A_PIECE)
            filled = items[:0].copy()
            filled.resize(-(-len(own) // step) * step, refcheck=False)
            filled[: len(own)] = own
            yield HEADER.pack(block, rows, place) + self.columns[column].to_bytes(filled)


def id_of(block: bytes, place: int, column: int) -> bytes:
    """Returns the id of a piece: in the order of ids the blocks of every column come alike, and places in order."""
    return block + place.to_bytes(PLACE_BYTES, "big") + column.to_bytes(COLUMN_BYTES, "big")


def new_block() -> bytes:
    return os.urandom(BLOCK_BYTES)


class PieceSealing:
    """This is the sealing of one collection's pieces: each column under a key of its own, and every piece bound to data
    set, collection, load, column, id and version; to its number and rows by what is sealed with it."""

    def __init__(self, ring: KeyRing, collection: str, plan: Plan, stored_as: str) -> None:
        self._ring, self._collection, self._names, self._stored_as = ring, collection, plan.names, stored_as
        ring.prepare((collection, name, "rnd") for name in plan.names)
        self._ciphers: dict[tuple[int, int], AESGCM] = {}
        self._heads = [_head(ring.field(collection, name, "rnd").id) for name in plan.names]

    def __repr__(self) -> str:
        return f"PieceSealing({self._collection!r})"

    def seal(self, id: bytes, version: int, row: Sequence[Value]) -> bytes:
        """Seals a piece, which is the one value of its row."""
        (content,) = row
        column, nonce = column_of(id), os.urandom(NONCE_BYTES)
        head = self._heads[column]
        sealed = self._cipher(column, head).encrypt(nonce, content, self._belongs_to(id, version))  # type: ignore[arg-type]  # `row` holds bytes
        return head + nonce + sealed

    def open(self, id: bytes, version: int, sealed: bytes) -> list[Value]:
        """Returns the piece, as the one value of its row. RecordNotAsWritten names it."""
        return [self._opened(id, version, sealed)]

    def _opened(self, id: bytes, version: int, sealed: bytes) -> bytes:
        head, nonce = sealed[:HEAD_BYTES], sealed[HEAD_BYTES : HEAD_BYTES + NONCE_BYTES]
        try:
            cipher = self._cipher(column_of(id), head)
            return cipher.decrypt(nonce, sealed[HEAD_BYTES + NONCE_BYTES :], self._belongs_to(id, version))
        except (InvalidTag, ValueError, IndexError):
            raise not_as_written(id) from None

    def piece(self, id: bytes, version: int, sealed: bytes) -> Piece:
        content = self._opened(id, version, sealed)
        block, rows, place = HEADER.unpack_from(content)
        return Piece(block, rows, place, content[HEADER.size :])

    def is_current(self, id: bytes, sealed: bytes) -> bool:
        """Returns whether a piece is sealed under the key of its column that is current now; rotation seals the others
        anew."""
        return sealed[:HEAD_BYTES] == self._heads[column_of(id)]

    def keys_named(self, id: bytes, sealed: bytes) -> bytes:
        """Returns column and head of a sealed piece: pieces for which both are equal were sealed under the same key."""
        return id[-COLUMN_BYTES:] + sealed[:HEAD_BYTES]

    def _belongs_to(self, id: bytes, version: int) -> bytes:
        place = context("piece", str(self._ring.ref), self._collection, self._stored_as, self._names[column_of(id)])
        return place + id + version.to_bytes(VERSION_BYTES, "big")

    def _cipher(self, column: int, head: bytes) -> AESGCM:
        """Returns the cipher that a head names; ValueError if it names none, KeyMissing if its key is gone."""
        if len(head) != HEAD_BYTES or head[:2] != _head(0)[:2]:
            raise ValueError("no head of a sealed piece")
        number = int.from_bytes(head[2:], "big")
        if (column, number) not in self._ciphers:
            key = self._ring.field(self._collection, self._names[column], "rnd", number)
            self._ciphers[column, number] = AESGCM(key.secret)
        return self._ciphers[column, number]


def _power_of_two(wanted: int, most: int) -> int:
    return max(LEAST_ROWS, min(most, 1 << (max(wanted, 1).bit_length() - 1)))


def _head(key_id: int) -> bytes:
    return bytes([FORMAT, AES_256_GCM]) + key_id.to_bytes(4, "big")
