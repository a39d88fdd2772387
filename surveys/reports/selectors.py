"""A version's stored reports."""

from django.db.models import QuerySet

from surveys.models import Report, Version


def shown_reports(version: Version) -> QuerySet[Report]:
    """All that anybody may see a number or a file of."""
    return Report.objects.filter(batch__version=version, batch__left_out=False)
