"""Proofs record what they prove, and run again when the mechanisms have changed."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from mechanisms.tests.proofs import proven_by

HERE = Path(__file__).parent
# What decides how a test here ends, beside what its module imports.
DECIDED_BY = pytest.mark.depends_on(
    "mechanisms/tests/conftest.py", "mechanisms/tests/proofs.py", "mechanisms/tests/accounting/dp_accounting.json",
    "tests/vectors",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "proof(kind, of=slug, but=slug): a proof of the mechanisms it is given")


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """The report of a run then names the proofs: see proofs.py."""
    for item in items:
        item.user_properties += [("proof", proof) for proof in proven_by(item)]
        if item.path.is_relative_to(HERE):
            item.add_marker(DECIDED_BY)
