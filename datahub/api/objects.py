"""The functions in settings.OBJECTS describe things of other packages, and those in settings.LOCKS lock one."""

from collections import defaultdict
from collections.abc import Iterable

from django.conf import settings
from django.utils.module_loading import import_string

from datahub.api.facts import Facts
from datahub.api.ref import Ref


def describe(refs: Iterable[Ref]) -> dict[Ref, Facts]:
    """Returns the facts of all things that exist; one call for each kind. What is missing, or of an unknown kind, is
    left out."""
    ids: dict[str, list[str]] = defaultdict(list)
    for ref in refs:
        ids[ref.kind].append(ref.id)
    facts: dict[Ref, Facts] = {}
    for kind, wanted in ids.items():
        if kind in settings.OBJECTS:
            facts.update(import_string(settings.OBJECTS[kind])(wanted))
    return facts


def lock(ref: Ref) -> None:
    """Locks the row of the thing until the transaction ends, so that nobody deletes what is about to be named.

    Missing if it is gone. Things of a kind that settings.LOCKS does not name are never deleted by a request.
    """
    if ref.kind in settings.LOCKS:
        import_string(settings.LOCKS[ref.kind])(ref.id)
