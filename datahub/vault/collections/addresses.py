"""The documents of a collection are stored under a random name for each load, so that no two loads share one.

A load that lost its turn may wake later and still write to the place it had. So a place that was left stays on a list,
and is emptied again and again until nobody can be about to write there.
"""

import secrets
from datetime import timedelta

from django.utils import timezone

from datahub.vault.models import LeftPlace, SecureCollection
from datahub.vault.store.chosen import store_named

NAME_BYTES = 12
# An address that was left stays on the list this long: longer than a machine is kept stopped before it runs on.
WATCHED = timedelta(days=7)


def new_address() -> str:
    return secrets.token_hex(NAME_BYTES)


def leave(row: SecureCollection) -> None:
    """Notes the address that a collection leaves. Call it in the transaction that gives the collection another place,
    or ends it."""
    LeftPlace.objects.get_or_create(stored_as=row.stored_as, defaults={"ref": row.ref, "store": row.store})


def sweep(ref: str) -> None:
    """Empties every place that collections of this data set have left. StoreAway: `upkeep` sweeps the remaining places
    later."""
    for address in LeftPlace.objects.filter(ref=ref):
        empty(address)


def empty(address: LeftPlace) -> None:
    """Empties one left place. A second call changes nothing, unless somebody wrote there in between."""
    store_named(address.store).drop(address.stored_as)
    LeftPlace.objects.filter(pk=address.pk, left_at__lt=timezone.now() - WATCHED).delete()
