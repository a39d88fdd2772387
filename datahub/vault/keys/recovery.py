"""This module is about the root key on five sheets of paper, three of which bring it back; and the drill that shows
that they do."""

import os
from collections.abc import Iterable

from django.db import transaction

from datahub.api.ref import PLATFORM
from datahub.audit.services import record
from datahub.vault.errors import RecoveryRefused, RootLocked
from datahub.vault.keys.kms import id_of_root, passphrase_file
from datahub.vault.keys.rules import shamir, sheets
from datahub.vault.keys.rules.sheets import Sheet
from datahub.vault.models import DataSetKey, RootKey

SET_BYTES = 4


def make_sheets() -> list[Sheet]:
    root, secret = passphrase_file().current_secret()
    made_together = os.urandom(SET_BYTES).hex()
    shares = shamir.share(secret, needed=sheets.NEEDED, total=sheets.MADE, entropy=os.urandom)
    _note("recovery sheets were made", {"root": root, "made_together": made_together})
    return [Sheet(root, made_together, number, share) for number, share in shares.items()]


def drill(given: Iterable[Sheet]) -> str:
    """Returns the id of the root that these sheets give, if it opens every data set there is; nothing is written."""
    root = id_of_root(_secret(list(given)))
    others = DataSetKey.objects.filter(wrapped__isnull=False).exclude(root=root).count()
    if others:
        raise RecoveryRefused(
            f"{others} data sets are not under root {root}: make new sheets for the root they are under."
        )
    _note("recovery sheets were tried", {"root": root})
    return root


def recover(given: Iterable[Sheet]) -> str:
    """Puts the root back into the key folder, under the passphrase of the present settings."""
    secret = _secret(list(given))
    root = id_of_root(secret)
    file = passphrase_file()
    try:
        file.current()
    except RootLocked:
        pass  # the root is lost, which is why the sheets are used
    else:
        raise RecoveryRefused("The root key of this installation opens; there is nothing to recover.")
    file.put_recovered(secret)
    with transaction.atomic():
        RootKey.objects.exclude(pk=root).filter(is_current=True).update(is_current=False)
        RootKey.objects.update_or_create(pk=root, defaults={"is_current": True})
        _note("the root was recovered from sheets", {"root": root})
    return root


def _secret(given: list[Sheet]) -> bytes:
    secret = shamir.combine(sheets.belong_together(given))
    if id_of_root(secret) != given[0].root:
        raise RecoveryRefused("These sheets do not give the root key that they name.")
    return secret


def _note(reason: str, detail: dict[str, str]) -> None:
    record(actor=None, operation="vault.recovery", subject=PLATFORM, reason=reason, detail=detail)
