"""This module is about a version's stored reports, and how many people sent them."""

from django.db.models import QuerySet

from surveys.models import Counts, Report, Version
from surveys.publishing.definition import Definition


def shown_reports(version: Version) -> QuerySet[Report]:
    """Returns all reports that anybody may see a number or a file of."""
    return Report.objects.filter(batch__version=version, batch__left_out=False)


def people_of(version: Version, definition: Definition) -> dict[int, int] | None:
    """Returns the people of each level, where some of them did not send every block; else they are as many as the
    reports."""
    if not definition.sends_some:
        return None
    return dict(Counts.objects.filter(version=version).values_list("level", "people"))
