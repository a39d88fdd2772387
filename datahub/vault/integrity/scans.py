"""A full scan is checked for having given everything: one sum beside the reading, and one comparison at its end."""

from collections.abc import Sequence

from datahub.vault.errors import RecordNotAsWritten
from datahub.vault.integrity.registry import Registry
from datahub.vault.integrity.rules.multiset import MODULUS, Element


class FullScan:
    """Checks each piece of a scan as it comes, and the whole at the end; while others write, the whole cannot be
    checked."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._before = registry.count_and_hash()
        self._count = self._sum = 0

    def add(self, piece: Sequence[Element]) -> None:
        self._registry.check(piece)
        self._count += len(piece)
        self._sum += self._registry.total(piece)

    def finish(self) -> None:
        if (self._count, self._sum % MODULUS) == self._before:
            return
        if self._registry.count_and_hash() == self._before and not self._registry.is_being_written():
            raise RecordNotAsWritten(
                f"The store gave {self._count} of {self._before[0]} records of {self._registry.where}."
            )
