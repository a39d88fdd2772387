"""Rows are locked in one order, and a row that is gone by then is answered as missing, never as a failure of the
server.

Two requests wait for each other for ever if each holds what the other wants, so every transaction takes its locks in
ORDER: a parent before its parts, and the end of the log last. Whoever writes parts of a thing locks the thing first:
so none is written into what is just being deleted. tests/pairs holds all of it.
"""

from typing import TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

from datahub.api.errors import Missing

ORDER = (
    "accounts_person",  # a person is locked while the person's things are counted against a limit
    "accounts_organisation",
    "accounts_team",
    "accounts_membership",
    "jobs_job",  # a worker holds its job; requests lock only jobs that wait: policies.jobs.join
    "surveys_survey",
    "surveys_version",
    "surveys_deletion",
    "datasets_dataset",  # two data sets are locked in the order of their ids
    "datasets_lineage",
    "datasets_version",
    "datasets_upload",
    "datasets_destruction",
    "datasets_accessrequest",
    "analyses_synthesis",
    "releases_release",
    "policies_role",
    "policies_invitation",
    "policies_place",
    "ledger_head",
    "ledger_spend",
    "ledger_account",  # several accounts are locked in the order of their numbers
    "audit_head",
)
Row = TypeVar("Row", bound=Model)


def lock_row(rows: QuerySet[Row]) -> Row:
    """Returns the one row of `rows`, locked for a change; Missing if it is gone.

    `no_key`: whoever only names the row in a row of theirs need not wait, and would hold the log while they do.
    """
    return _the_row(rows.select_for_update(no_key=True, of=("self",)))


def lock_row_alone(rows: QuerySet[Row]) -> Row:
    """Returns the one row of `rows`, locked also against whoever would name it from now on; Missing if it is gone."""
    return _the_row(rows.select_for_update(of=("self",)))


def row_in(rows: QuerySet[Row]) -> Row:
    """Returns the one row of `rows`, not locked. Missing if it is gone: work that was asked for about it ends with
    that."""
    return _the_row(rows)


def _the_row(rows: QuerySet[Row]) -> Row:
    try:
        return rows.get()
    except ObjectDoesNotExist:
        raise Missing("There is nothing here.") from None
