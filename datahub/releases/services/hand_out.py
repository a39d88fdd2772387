"""A recipient gets the table as it was verified, or a part of it that is verified
anew."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction

from datahub.audit.services import record
from datahub.policies.services import Permit
from datahub.releases import verifier
from datahub.releases.errors import NothingSealed
from datahub.releases.findings import FAILS
from datahub.releases.in_memory import files_in_memory, sha256_of
from datahub.releases.models import Release
from datahub.releases.promises import OF_A_POPULATION
from datahub.releases.rules.states import promised_not
from datahub.releases.rules.synthetic import named, part_of, typed_part
from datahub.releases.rules.tables import FORMS, Blocks, card_of, projected
from datahub.releases.sealed import note_of, ref_to, table_of


@dataclass(frozen=True, kw_only=True)
class HandedOut:
    table: Iterable[bytes]
    card: dict[str, Any]


def hand_out(permit: Permit, release: Release, columns: Sequence[str], form: str) -> HandedOut:
    """Returns the file of a release, the same bytes each time. A projection that does not hold what its card promises
    is not given."""
    if release.kind == Release.Kind.SYNTHETIC:
        return _rows_made(permit, release, columns, form)
    whole = [column["name"] for column in release.columns]
    kept = [name for name in whole if name in set(columns)]
    table = _table(permit, release, kept, form)
    card = card_of(note_of(permit, release)["card"], kept, sha256_of(table))
    card["about"] = {
        **card["about"],
        "title": release.title,
        "licence": release.licence,
        "citation": release.citation,
        "not_promised": promised_not(of_people=any(model["model"] in OF_A_POPULATION for model in card["models"])),
    }
    if kept != whole:
        _verify(table, card)
    return HandedOut(table=table, card=card)


def _rows_made(permit: Permit, release: Release, columns: Sequence[str], form: str) -> HandedOut:
    """Hands out columns of synthetic rows. They promise what the whole table does, so there is nothing to verify
    anew."""
    terms = {"title": release.title, "licence": release.licence, "citation": release.citation}
    card = named(part_of(note_of(permit, release)["card"], columns), **terms)
    kept = [column["name"] for column in card["columns"]]
    if form == "parquet" and len(kept) < len(release.columns):
        table: Iterable[bytes] = [typed_part(b"".join(table_of(permit, release, form)), kept, card)]
    else:
        table = _table(permit, release, kept, form)
    return HandedOut(table=table, card={**card, "sha256": sha256_of(table)})


def _table(permit: Permit, release: Release, kept: Sequence[str], form: str) -> Iterable[bytes]:
    if len(kept) == len(release.columns):
        return table_of(permit, release, form)
    return Blocks(partial(FORMS[form], kept, projected(table_of(permit, release, "csv"), kept)))


def _verify(table: Iterable[bytes], card: dict[str, Any]) -> None:
    with files_in_memory({"release": table, "card": [json.dumps(card).encode()]}) as paths:
        findings = verifier.verify(verifier.Files(**paths))
    if any(finding.outcome == FAILS for finding in findings):
        raise NothingSealed("This part of the release does not hold what it promises; it is not given.")


@transaction.atomic
def note_download(permit: Permit, release: Release, form: str) -> None:
    detail = {"as": form}
    record(actor=permit.viewer, operation=permit.operation, subject=ref_to(release), reason=permit.rule, detail=detail)
