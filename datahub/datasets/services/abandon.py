"""Abandoned uploads are dropped, and so are pieces that a killed process left."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from datahub.audit.services import record
from datahub.datasets import pieces
from datahub.datasets.models import DataSet, Destruction, Upload, Version
from datahub.datasets.services.create import ref_to
from datahub.datasets.services.load import locked_version


def drop_abandoned(now: datetime) -> int:
    """Drops drafts that nobody has sent, declared or read for ABANDONED_UPLOAD_DAYS; returns how many."""
    before = now - timedelta(days=settings.ABANDONED_UPLOAD_DAYS)
    waiting = Upload.objects.filter(touched_at__lt=before, version__state=Version.State.DRAFT)
    destroyed = Destruction.objects.values("data_set")  # a data set that is being destroyed takes its uploads with it
    uploads = list(waiting.exclude(version__data_set__in=destroyed).values_list("pk", flat=True))
    return sum(_drop(upload, before) for upload in uploads)


def sweep_pieces() -> int:
    """Deletes the folders of uploads that were loaded or dropped, or that do not exist; returns how many."""
    # Folders are read first: an upload stands in the database before its first piece is written.
    there = pieces.there()
    wanted = Upload.objects.exclude(state=Upload.State.GONE).filter(pk__in=there)
    left = set(there) - set(wanted.values_list("pk", flat=True))
    for upload in left:
        pieces.destroy(upload)
    return len(left)


def _drop(upload_id: UUID, before: datetime) -> bool:
    with transaction.atomic():
        data_set = DataSet.objects.select_for_update(no_key=True).filter(versions__upload=upload_id).first()
        upload = Upload.objects.filter(pk=upload_id, touched_at__lt=before).first()
        if data_set is None or upload is None:
            return False  # the upload was dropped or used again meanwhile
        version = locked_version(upload.version_id)
        if version.state != Version.State.DRAFT:
            return False
        number = version.number
        version.delete()
        reason = f"nobody went on with the file for {settings.ABANDONED_UPLOAD_DAYS} days"
        detail = {"version": number}
        record(actor=None, operation="dataset.drop", subject=ref_to(data_set), reason=reason, detail=detail)
    pieces.destroy(upload_id)
    return True
