"""These factories make the data sets, permits and keys of the vault's tests."""

from pathlib import Path
from uuid import uuid4

import pytest
from pytest_django import Settings

from datahub.api.ref import Ref
from datahub.policies.services import Permit
from datahub.vault import upkeep
from datahub.vault.collections.rules.plan import Field, Plan
from datahub.vault.integrity.rules.findings import Kind
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys import kms

PERSON = Ref("person", "5d9c1f0e-0000-4000-8000-000000000001")
PASSPHRASE = "a passphrase for tests alone"
PAY = Plan((Field(name="pay", type="int"), Field(name="city", type="text", kind="eq", bits=16)))
PAY_ROWS = [(number, "Oslo") for number in range(20)]
Findings = set[tuple[Kind, str]]


def a_data_set() -> Ref:
    return Ref("dataset", str(uuid4()))


def a_permit(ref: Ref, operation: str = "dataset.administer") -> Permit:
    return Permit(PERSON, operation, ref, None, "an-owner", administrator=False)


def quick_keys(monkeypatch: pytest.MonkeyPatch, settings: Settings, folder: Path) -> None:
    """Gives the test a key folder of its own, in the state of a process that has just begun."""
    settings.ROOT_KEYS = folder
    settings.ROOT_PASSPHRASE = PASSPHRASE
    monkeypatch.setattr(kms, "_adapters", {})


def all_findings() -> Findings:
    """Returns the findings of the verification of everything."""
    return {(finding.kind, finding.where) for finding in (*log_findings(), *upkeep.findings())}
