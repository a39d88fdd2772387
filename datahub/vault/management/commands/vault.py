"""`manage.py vault` verifies what is stored, signs the head of the log, and keeps the root key.

verify [--anchor FILE]        heads                 prove --from SIZE
recovery-sheets --to FOLDER   drill --sheet FILE    recover --sheet FILE
rotate-root                   change-passphrase --to FILE
"""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from datahub.vault import rotation, upkeep
from datahub.vault.errors import RecoveryRefused, RootLocked
from datahub.vault.integrity import log
from datahub.vault.integrity.rules import merkle
from datahub.vault.integrity.verify import log_findings
from datahub.vault.keys import recovery, roots
from datahub.vault.keys.key_files import write_durably
from datahub.vault.keys.kms import PASSPHRASE, SHORTEST, passphrase_file
from datahub.vault.keys.rules import sheets
from datahub.vault.models import LogEntry, SecureCollection, SignedHead


class Command(BaseCommand):
    help = "Verify the store, sign the head of its log, make and try recovery sheets, change the root key."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=sorted(ACTIONS))
        parser.add_argument("--anchor", action="append", default=[], help="a signed head that somebody else kept")
        parser.add_argument("--from", dest="size", type=int, default=0, help="the size of a head you kept")
        parser.add_argument("--to", default="", help="a folder for sheets, or the file with the new passphrase")
        parser.add_argument("--data-set", help="dataset:… whose keys are to be changed")
        parser.add_argument("--sheet", action="append", default=[], help="a file with the text of one sheet")

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        try:
            ACTIONS[action](self, options)
        except (RecoveryRefused, RootLocked) as refusal:
            raise CommandError(str(refusal)) from None

    def verify(self, options: dict[str, Any]) -> None:
        anchors = [json.loads(Path(name).read_text("utf-8")) for name in options["anchor"]]
        findings = [*log_findings(anchors), *upkeep.findings()]
        for finding in findings:
            self.stderr.write(str(finding))
        if findings:
            raise CommandError(f"{len(findings)} findings: the store is not what was written")
        summary = f"{LogEntry.objects.count()} writes, {SignedHead.objects.count()} signed heads"
        self.stdout.write(f"{summary}, {SecureCollection.objects.count()} collections: as written")

    def heads(self, options: dict[str, Any]) -> None:
        log.sign_head()
        for head in SignedHead.objects.order_by("size"):
            self.stdout.write(json.dumps(log.as_json(head)))

    def prove(self, options: dict[str, Any]) -> None:
        leaves = log.leaves()
        proof = [node.hex() for node in merkle.consistency(leaves, options["size"])]
        later = {"size": len(leaves), "root": merkle.root_of(leaves).hex()}
        self.stdout.write(json.dumps({"from": options["size"], "to": later, "proof": proof}))

    def recovery_sheets(self, options: dict[str, Any]) -> None:
        folder = Path(options["to"] or _missing("--to FOLDER"))
        day = timezone.now().date().isoformat()
        for sheet in recovery.make_sheets():
            write_durably(folder / f"sheet-{sheet.number}.txt", sheet.page(day).encode(), over=True)
        self.stdout.write(f"{sheets.MADE} sheets in {folder}. Print them, give them to five people, delete the files.")

    def drill(self, options: dict[str, Any]) -> None:
        root = recovery.drill(_sheets(options))
        self.stdout.write(f"These sheets give root key {root}, and every data set is under it.")

    def recover(self, options: dict[str, Any]) -> None:
        self.stdout.write(f"Root key {recovery.recover(_sheets(options))} is in the key folder again.")

    def rotate_root(self, options: dict[str, Any]) -> None:
        root = roots.rotate_root(_unsaid)
        self.stdout.write(f"Every data set is under root key {root}. Make new recovery sheets now: the old are void.")

    def rotate_keys(self, options: dict[str, Any]) -> None:
        ref = str(options["data_set"] or _missing("--data-set REF"))
        rows = list(SecureCollection.objects.filter(ref=ref))
        if not rows:
            raise CommandError(f"{ref} has no collection")
        for row in rows:
            job = rotation.start_for_upkeep(row)
            self.stdout.write(f"{row.name}: new keys from now on; job {job.pk} seals what is under the old ones.")

    def reconcile(self, options: dict[str, Any]) -> None:
        rotation.end_what_waits(upkeep.reconcile_by_date)
        self.stdout.write("What killed writers left more than ten minutes ago has ended.")

    def change_passphrase(self, options: dict[str, Any]) -> None:
        new = Path(options["to"] or _missing("--to FILE")).read_text("utf-8").strip()
        if len(new) < SHORTEST:
            raise CommandError(f"the passphrase has {len(new)} characters; it needs at least {SHORTEST}")
        passphrase_file().change_passphrase(new)
        self.stdout.write(
            f"Set DATAHUB_ROOT_PASSPHRASE_FILE to that file, restart, and delete {PASSPHRASE} if it is there."
        )


def _unsaid(done: int, total: int) -> None:
    """Ignores the progress of a rotation: a data set takes less than a millisecond."""


def _sheets(options: dict[str, Any]) -> list[sheets.Sheet]:
    return [sheets.read(Path(name).read_text("utf-8")) for name in options["sheet"] or _missing("--sheet FILE")]


def _missing(what: str) -> Any:
    raise CommandError(f"say {what}")


ACTIONS: dict[str, Callable[[Command, dict[str, Any]], None]] = {
    "verify": Command.verify,
    "heads": Command.heads,
    "prove": Command.prove,
    "recovery-sheets": Command.recovery_sheets,
    "drill": Command.drill,
    "recover": Command.recover,
    "reconcile": Command.reconcile,
    "rotate-keys": Command.rotate_keys,
    "rotate-root": Command.rotate_root,
    "change-passphrase": Command.change_passphrase,
}
