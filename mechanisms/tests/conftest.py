"""Proofs note what they prove."""

from collections.abc import Iterable

import pytest

from mechanisms.tests.proofs import proven_by


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "proof(kind, of=slug, but=slug): a proof of the mechanisms it is given")


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """The report of the run then says it: see proofs.py."""
    for item in items:
        item.user_properties += [("proof", proof) for proof in proven_by(item)]
