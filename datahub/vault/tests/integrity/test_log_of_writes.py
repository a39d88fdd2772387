"""The log grows by one leaf a write; whoever kept a signed head can tell a log that was cut, rewritten or replaced."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import F
from rest_framework.test import APIClient

from datahub.api.ref import PLATFORM, Ref
from datahub.api.signing import is_signed, public_key
from datahub.jobs import execution
from datahub.jobs.services import submit
from datahub.vault.integrity import log
from datahub.vault.integrity.registry import Registry, forget
from datahub.vault.integrity.rules import merkle
from datahub.vault.integrity.rules.findings import Kind
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys.keyring import KeyRing
from datahub.vault.models import LogEnd, LogEntry, Register, RegisteredRecord, SignedHead

pytestmark = pytest.mark.django_db


@pytest.fixture
def registry(ring: KeyRing) -> Registry:
    registry = Registry(ring, "people")
    for number in range(5):
        write(registry, number)
    return registry


def write(registry: Registry, number: int) -> None:
    record = bytes([number]) * 16
    registry.begin([record], [1], [bytes([number]) * 32])
    registry.done([record])


def log_messages() -> str:
    return "\n".join(str(finding) for finding in log_findings())


def test_a_log_nobody_touched_has_no_findings(registry: Registry) -> None:
    log.sign_head()
    write(registry, 5)
    assert log_messages() == ""
    assert LogEnd.objects.get().size == LogEntry.objects.count() == 6


def test_a_head_is_signed_once_and_only_when_something_was_written(registry: Registry) -> None:
    first = log.sign_head()
    assert first is not None
    assert is_signed(first.statement, first.signature, public_key())
    assert first.statement["root"] == merkle.root_of(log.leaves()).hex()
    assert log.sign_head() is None
    assert [head["statement"]["size"] for head in log.heads_kept_beside()] == [5]


def test_everybody_may_read_the_heads_and_the_newest_comes_first(registry: Registry) -> None:
    execution.run(submit(kind="vault.sign_head", subject=PLATFORM).id)
    write(registry, 5)
    execution.run(submit(kind="vault.sign_head", subject=PLATFORM).id)
    answer = APIClient().get("/api/v1/log-heads/").json()["results"]
    assert [head["statement"]["size"] for head in answer] == [6, 5]
    assert all(is_signed(head["statement"], head["signature"], head["public_key"]) for head in answer)


def test_a_bulk_write_is_one_leaf(ring: KeyRing) -> None:
    registry = Registry(ring, "many")
    ids = [number.to_bytes(16, "big") for number in range(1000)]
    registry.begin(ids, [1] * 1000, [id * 2 for id in ids])
    registry.done(ids)
    assert LogEntry.objects.get().content["writes"] == registry.count == 1000


def test_a_leaf_removed_from_the_middle_or_the_end_is_found(registry: Registry) -> None:
    LogEntry.objects.filter(number=2).delete()
    assert "write 2 is missing" in log_messages()
    LogEntry.objects.filter(number__gte=2).delete()
    assert "does not have the end that was kept" in log_messages()


def test_a_log_cut_back_together_with_its_end_is_found_by_a_head_kept_beside(registry: Registry) -> None:
    entries = list(LogEntry.objects.values())
    log.sign_head()
    SignedHead.objects.all().delete()
    LogEntry.objects.filter(number=4).delete()
    frontier = merkle.Frontier()
    for entry in entries[:4]:
        frontier.add(log.leaf_of(entry["content"]))
    LogEnd.objects.update(size=4, roots=b"".join(frontier.roots))
    assert "a head of 5 was signed" in log_messages()


def test_a_rewritten_log_disagrees_with_an_earlier_head(registry: Registry) -> None:
    log.sign_head()
    entry = LogEntry.objects.get(number=1)
    entry.content["writes"] = 7
    entry.save()
    frontier = merkle.Frontier()
    for leaf in log.leaves():
        frontier.add(leaf)
    LogEnd.objects.update(roots=b"".join(frontier.roots))
    assert "the first 5 writes are not those whose head was signed" in log_messages()


def test_a_head_nobody_signed_is_found(registry: Registry) -> None:
    head = log.sign_head()
    assert head is not None
    SignedHead.objects.update(signature="A" * 86)
    assert "not signed by this platform" in log_messages()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"count": F("count") - 1}, "the register is not the one"),
        ({"masked": bytes(32)}, "the register is not the one"),
        ({"collection": "other"}, "nothing is registered of the 5 records"),
    ],
    ids=str,
)
def test_a_register_that_was_changed_disagrees_with_the_log(
    registry: Registry, changes: dict[str, Any], expected: str
) -> None:
    Register.objects.update(**changes)
    assert expected in log_messages()


def test_records_that_no_write_put_there_are_found(registry: Registry) -> None:
    Register.objects.create(ref="dataset:x", collection="planted", count=3)
    assert "the log knows no write of these records" in log_messages()


def test_a_dropped_collection_leaves_its_name_in_the_log_and_nothing_else(registry: Registry, data_set: Ref) -> None:
    forget(data_set, "people")
    assert not RegisteredRecord.objects.exists()
    assert LogEntry.objects.get(number=5).content["kind"] == log.DROPPED
    assert log_messages() == ""


def test_the_command_says_so_and_proves_growth_to_who_kept_a_head(registry: Registry, tmp_path: Path) -> None:
    earlier = log.sign_head()
    assert earlier is not None
    anchor = tmp_path / "head.json"
    anchor.write_text(json.dumps(log.as_json(earlier)))
    write(registry, 5)
    call_command("vault", "verify", anchor=[str(anchor)], stdout=StringIO())
    out = StringIO()
    call_command("vault", "prove", size=5, stdout=out)
    shown = json.loads(out.getvalue())
    proof = [bytes.fromhex(node) for node in shown["proof"]]
    roots = bytes.fromhex(earlier.statement["root"]), bytes.fromhex(shown["to"]["root"])
    assert merkle.is_consistent(5, roots[0], shown["to"]["size"], roots[1], proof)
    LogEntry.objects.filter(number=5).delete()
    with pytest.raises(CommandError, match="findings"):
        call_command("vault", "verify", stdout=StringIO(), stderr=StringIO())
    assert {finding.kind for finding in log_findings()} == {Kind.LOG, Kind.REGISTER}
