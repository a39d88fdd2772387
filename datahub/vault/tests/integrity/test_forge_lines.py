"""Whoever writes to the SQL database, and has no key of the platform, writes no line of the log that is believed."""

from typing import Any

import pytest

from datahub.api.ref import Ref
from datahub.vault import upkeep
from datahub.vault.integrity import log
from datahub.vault.integrity.rules import merkle
from datahub.vault.integrity.rules.findings import Kind
from datahub.vault.models import LogEnd, LogEntry, Register, RegisteredRecord, SecureCollection
from datahub.vault.services import Collection, create_collection
from datahub.vault.tests.factories import PAY, PAY_ROWS, a_permit, all_findings

pytestmark = pytest.mark.django_db


def put(content: dict[str, Any], signature: str = "") -> None:
    """Writes a line at the end of the log, and the stored end that fits it."""
    frontier = written()
    where = {"ref": content["ref"], "collection": content["collection"]}
    LogEntry.objects.create(number=frontier.size, **where, content=content, signature=signature)
    frontier.add(log.leaf_of(content))
    LogEnd.objects.update(size=frontier.size, roots=b"".join(frontier.roots))


def append(content: dict[str, Any], signature: str = "") -> None:
    """Writes a line with the number and the root that the platform would write there."""
    frontier = written()
    put({**content, "number": frontier.size, "before": frontier.root().hex()}, signature)


def written() -> merkle.Frontier:
    frontier = merkle.Frontier()
    for leaf in log.leaves():
        frontier.add(leaf)
    return frontier


def take_away(ref: Ref) -> None:
    for row in SecureCollection.objects.filter(ref=str(ref)):
        upkeep.records_of(row).store.drop(row.stored_as)
    SecureCollection.objects.filter(ref=str(ref)).delete()
    RegisteredRecord.objects.filter(register__ref=str(ref)).delete()
    Register.objects.filter(ref=str(ref)).delete()


def test_an_honest_log_has_no_findings(collection: Collection) -> None:
    log.sign_head()
    assert all_findings() == set()


@pytest.mark.parametrize("signature", ["none", "of another line"])
def test_a_forged_line_that_says_dropped_drops_nothing(ref: Ref, collection: Collection, signature: str) -> None:
    """The forged line drops nothing, even when the platform signs a head of the log that contains it."""
    log.sign_head()
    newest = LogEntry.objects.order_by("-number")[0]
    take_away(ref)
    append({**newest.content, "kind": log.DROPPED}, "" if signature == "none" else newest.signature)
    log.sign_head()
    where = f"{ref} rows"
    assert all_findings() == {(Kind.LOG, where), (Kind.REGISTER, where), (Kind.MISSING, where)}


def test_a_line_that_was_true_once_is_not_believed_at_another_place(ref: Ref, collection: Collection) -> None:
    collection.drop()
    dropped = LogEntry.objects.order_by("-number")[0]
    create_collection(a_permit(ref), ref, PAY).bulk_load(PAY_ROWS)
    take_away(ref)
    append(dropped.content, dropped.signature)
    where = f"{ref} rows"
    assert all_findings() == {(Kind.LOG, where), (Kind.REGISTER, where), (Kind.MISSING, where)}


def test_a_line_of_another_history_of_the_log_is_not_believed_at_its_own_number(
    ref: Ref, collection: Collection
) -> None:
    """The log is cut back, continues with another line, and then gets the line that stood there before."""
    end = LogEnd.objects.values("size", "roots").get()
    collection.insert([{"pay": 7, "city": "Bern"}])
    collection.drop()
    dropped = LogEntry.objects.order_by("-number")[0]
    LogEntry.objects.filter(number__gte=end["size"]).delete()
    LogEnd.objects.update(**end)
    create_collection(a_permit(ref), ref, PAY, name="others")
    assert LogEnd.objects.get().size == dropped.number
    put(dropped.content, dropped.signature)
    assert (Kind.LOG, f"{ref} rows") in all_findings()


def test_a_register_of_before_with_a_line_to_fit_is_named(ref: Ref, collection: Collection) -> None:
    then = Register.objects.values().get()
    records = list(RegisteredRecord.objects.values())
    line = LogEntry.objects.order_by("-number")[0].content
    [id] = collection.insert([{"pay": 7, "city": "Bern"}])
    row = SecureCollection.objects.get()
    assert upkeep.records_of(row).store.delete(row.stored_as, id, 1)
    Register.objects.update(**{name: then[name] for name in ("count", "masked", "nonce", "plan")})
    RegisteredRecord.objects.exclude(record__in=[record["record"] for record in records]).delete()
    append(line)
    assert (Kind.LOG, f"{ref} rows") in all_findings()


def test_bytes_that_move_from_one_column_of_a_register_to_the_next_are_named(ref: Ref, collection: Collection) -> None:
    register = Register.objects.get()
    register.nonce, register.plan = bytes(register.nonce or b"") + bytes(register.plan or b""), None
    register.save()
    assert (Kind.REGISTER, f"{ref} rows") in all_findings()
