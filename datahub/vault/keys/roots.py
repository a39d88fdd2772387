"""Changes the root key: adds a new one, wraps every data set's key anew under it, and drops the old one once nothing is
wrapped under it.

If it is killed at any step, the next run goes on from there: each row says which root its key is wrapped under, and a
root that a row names is never dropped.
"""

from collections.abc import Callable

from django.db import transaction
from django.db.models import QuerySet

from datahub.api.ref import PLATFORM
from datahub.api.writes.locking import lock_row_alone
from datahub.audit.services import record
from datahub.vault.keys.keyring import current_root
from datahub.vault.keys.kms import kms
from datahub.vault.keys.rules.purposes import of_data_set
from datahub.vault.models import DataSetKey, RootKey

Progress = Callable[[int, int], None]


def rotate_root(progress: Progress) -> str:
    new = _add()
    rewrap(progress)
    drop_unused()
    return new


def _add() -> str:
    with transaction.atomic():
        old = current_root()
        new = kms().add_root()
        RootKey.objects.filter(pk=old.pk).update(is_current=False)
        RootKey.objects.create(pk=new)
        record(
            actor=None,
            operation="vault.rotate_root",
            subject=PLATFORM,
            reason="a new root; recovery sheets of the old one open nothing from now on",
            detail={"old": old.pk, "new": new},
        )
    return new


def rewrap(progress: Progress) -> None:
    """Wraps each data set's key that is under an old root anew under the current one, in a transaction of its own, so
    that nobody waits for all of them."""
    waiting = list(_under_old_roots().values_list("pk", flat=True))
    for done, pk in enumerate(waiting):
        progress(done, len(waiting))
        with transaction.atomic():
            root = current_root()
            row = lock_row_alone(DataSetKey.objects.filter(pk=pk))
            if row.wrapped is None or row.root_id == root.pk:
                continue  # the data set's key was destroyed, or another rotation wrapped it anew
            purpose = of_data_set(row.ref)
            key = kms().unwrap(bytes(row.wrapped), purpose, row.root_id)
            DataSetKey.objects.filter(pk=pk).update(wrapped=kms().wrap(key, purpose, root.pk), root=root)
    progress(len(waiting), len(waiting))


def drop_unused() -> None:
    """Drops every root that wraps no key. Nobody is about to wrap under an old one: whoever wraps locks the row of the
    current root, as this does."""
    with transaction.atomic():
        current = current_root()
        DataSetKey.objects.filter(wrapped__isnull=True).update(root=current)
        used = {current.pk, *_under_old_roots().values_list("root_id", flat=True)}
        RootKey.objects.exclude(pk__in=used).delete()
        for root in kms().roots():
            if root not in used and root != kms().current():
                kms().drop_root(root)


def _under_old_roots() -> QuerySet[DataSetKey]:
    return DataSetKey.objects.filter(wrapped__isnull=False).exclude(root__is_current=True)
