"""A file comes in pieces, each sealed before it touches a disk; whoever was interrupted asks which are there."""

import hashlib
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.writes.locking import lock_row
from datahub.audit.services import record
from datahub.datasets import pieces
from datahub.datasets.errors import ChunkRefused, ChunksMissing, NotInThisState, WishRefused
from datahub.datasets.models import Chunk, Upload, Version
from datahub.datasets.rules.column_texts import column_text
from datahub.datasets.rules.kinds_of_look import LOOKS, kind_of_look
from datahub.datasets.sealed import opened_size, sealed_checksum, sealed_size
from datahub.datasets.services.create import locked, ref_to
from datahub.datasets.services.load import locked_version
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.policies.jobs import asked_with, join
from datahub.policies.services import Permit
from datahub.vault.keys import keyring

CHUNK_BYTES = 2 * 1024 * 1024


@transaction.atomic
def begin(*, actor: Person, permit: Permit, data_set_id: UUID, id: UUID, name: str, size: int, sha256: str) -> Upload:
    """Begins a new version; a data set has one draft at a time. If the id exists, the existing upload is returned."""
    data_set = locked(data_set_id)
    known = Upload.objects.filter(pk=id, version__data_set=data_set).first()
    if known is not None:
        return known
    if size > settings.LARGEST_UPLOAD:
        sentence = column_text("file_too_large", size=size, most=settings.LARGEST_UPLOAD)
        raise WishRefused(sentence, fields={"size": sentence})
    if data_set.versions.exclude(state=Version.State.LOADED).exists():
        raise NotInThisState("Another file is on its way already. Load it or drop it first.")
    newest = data_set.versions.order_by("-number").first()
    version = Version.objects.create(data_set=data_set, number=1 if newest is None else newest.number + 1)
    upload = Upload.objects.create(
        id=id,
        version=version,
        name=name,
        size=sealed_size(permit, id, size),
        checksum=sealed_checksum(permit, id, sha256),
        chunk_size=CHUNK_BYTES,
    )
    detail = {"version": version.number}
    record(actor=ref_of(actor), operation="dataset.upload", subject=ref_to(data_set), reason=permit.rule, detail=detail)
    return upload


def receive(*, permit: Permit, upload: Upload, number: int, piece: bytes, sha256: str) -> None:
    """Stores a piece of an upload, the last one filled up to the length of the others. Sealing and writing are outside
    the transaction, which others wait for; what is refused in it leaves nothing."""
    _check_piece(permit, upload, number, piece, sha256)
    chunks = pieces.of_upload(upload.pk, keyring.keys_of(permit, permit.ref))
    with chunks.written_aside(number, piece.ljust(upload.chunk_size, b"\0")) as put_in_place, transaction.atomic():
        locked_upload = _locked(upload)
        _check_receiving(locked_upload)
        Chunk.objects.get_or_create(upload=locked_upload, number=number)
        locked_upload.save(update_fields=["touched_at"])
        put_in_place()  # the piece is on disk before the commit, because the row says so


def finish(*, permit: Permit, actor: Person, upload: Upload) -> Upload:
    """Ends an upload whose pieces are all there: a job then detects its format. A second call changes nothing."""
    with transaction.atomic():
        locked_row = _locked(upload)
        looks = Job.objects.filter(kind__in=LOOKS, subject=str(permit.ref), payload__upload=str(locked_row.pk))
        if locked_row.state == Upload.State.LOOKING and not _ended_in_vain(looks):
            join(looks, permit)
            return locked_row
        if locked_row.state != Upload.State.LOOKING:
            _check_receiving(locked_row)
        missing = missing_of(permit, locked_row)
        if missing:
            raise ChunksMissing(f"{len(missing)} pieces are missing, the first is {missing[0]}.")
        locked_row.state = Upload.State.LOOKING
        locked_row.save(update_fields=["state", "touched_at"])
        submit(
            kind=kind_of_look(opened_size(permit, locked_row)),
            subject=permit.ref,
            payload={"upload": str(locked_row.pk), **asked_with(permit)},
            key=f"datasets.look:{locked_row.pk}:try {looks.count() + 1}",
            owner=ref_of(actor),
        )
    return locked_row


@transaction.atomic
def drop(*, actor: Person, permit: Permit, upload: Upload) -> None:
    """Drops a draft with its pieces and columns. A loaded version is refused."""
    data_set = locked(upload.version.data_set_id)
    version = locked_version(upload.version_id)
    if version.state != Version.State.DRAFT:
        raise NotInThisState(f"The version is {version.state}; only a draft can be dropped.")
    transaction.on_commit(lambda: pieces.destroy(upload.pk))
    version.delete()
    detail = {"version": version.number}
    record(actor=ref_of(actor), operation="dataset.drop", subject=ref_to(data_set), reason=permit.rule, detail=detail)


def _locked(upload: Upload) -> Upload:
    """Returns the upload, locked after its data set and its version, as whoever drops it locks them."""
    locked_version(upload.version_id)
    return lock_row(Upload.objects.filter(pk=upload.pk))


def missing_of(permit: Permit, upload: Upload) -> list[int]:
    there = set(upload.received.values_list("number", flat=True))
    chunks = pieces.chunks_of(opened_size(permit, upload), upload.chunk_size)
    return [number for number in range(chunks) if number not in there]


def _ended_in_vain(looks: QuerySet[Job]) -> bool:
    """Returns whether the newest job that looks at the file was cancelled or failed, so that none looks at it any
    more."""
    newest = looks.order_by("-created_at").first()
    return newest is None or newest.state in {Job.State.CANCELLED, Job.State.FAILED}


def _check_receiving(upload: Upload) -> None:
    if upload.state != Upload.State.RECEIVING:
        raise NotInThisState(f"The upload is {upload.state}; it takes no more pieces.")


def _check_piece(permit: Permit, upload: Upload, number: int, piece: bytes, sha256: str) -> None:
    _check_receiving(upload)
    size = opened_size(permit, upload)
    last = pieces.chunks_of(size, upload.chunk_size) - 1
    if number > last:
        raise ChunkRefused(f"There are pieces 0 to {last}; this is {number}.", fields={"number": "is none"})
    wanted = size - number * upload.chunk_size if number == last else upload.chunk_size
    if len(piece) != wanted:
        detail = f"Piece {number} has {wanted} bytes; {len(piece)} came."
        raise ChunkRefused(detail, fields={"body": "has another length"})
    if hashlib.sha256(piece).hexdigest() != sha256:
        raise ChunkRefused("The bytes that came are not those of the checksum. Send them again.",
                           fields={"checksum": "differs"})  # fmt: skip
