"""The vault raises these errors. None of their texts holds a key, a value or a part of a record."""

from typing import Any

from datahub.api.problem import Outage, Problem
from datahub.api.sentences import coded_fields


class PermitRefused(Exception):
    """The code asked for keys without a Permit for this data set, or with a Permit that opens no keys: never a person's
    fault."""


class RootLocked(Problem):
    """The root key cannot be opened: its file or its passphrase is missing, or the two do not belong together."""

    code = "root_locked"
    status = 503


class KeyMissing(Problem):
    """A key that data were sealed with is not there: the database and the data are of different times."""

    code = "key_missing"
    status = 503


class KeyDestroyed(Problem):
    """The keys of the data set were destroyed, and its data with them."""

    code = "key_destroyed"
    status = 410


class RecordNotAsWritten(Problem):
    """A stored record is not the one that was written last; nothing more was read."""

    code = "record_not_as_written"
    status = 500


class RecordInUse(Problem):
    """Another writer is writing this record, or has written it since it was read. Nothing was changed."""

    code = "record_in_use"
    status = 409


class RecoveryRefused(Exception):
    """The recovery sheets given do not make a root key. The text is for whoever started the command."""


class StoreAway(Outage):
    """The store of documents cannot be reached. A begun write is ended or taken back when the store returns."""

    code = "store_away"


class PlanRefused(Problem):
    """The plan for a collection would leak more than is allowed, or asks for what cannot be done. `fields` names the
    column, and `reasons` gives the same in codes."""

    code = "plan_refused"

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "reasons": coded_fields(self.fields)}


class ValueRefused(Problem):
    """A value is not what its field's plan says. The error names the field and the rule, never the value."""

    code = "value_refused"


class CollectionNotReady(Problem):
    """The collection is being loaded, or its load was broken off."""

    code = "collection_not_ready"
    status = 409


class CollectionMissing(Problem):
    """The data set has no collection of this name."""

    code = "collection_missing"
    status = 404
