"""A load reads the sealed pieces of a declared file, checks them in blocks, and seals the values again into the
vault."""

from collections.abc import Iterator
from contextlib import suppress
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from datahub.accounts.models import Person
from datahub.accounts.services import ref_of
from datahub.api.problem import Problem
from datahub.api.ref import PLATFORM, Ref
from datahub.api.writes.locking import lock_row, row_in
from datahub.audit.services import record
from datahub.datasets import pieces
from datahub.datasets.errors import NotInThisState
from datahub.datasets.models import Chunk, DataSet, Upload, Version
from datahub.datasets.readers.table import Format, Table
from datahub.datasets.rules.columns import Column, declared, kept
from datahub.datasets.rules.intake import Counted, Intake, Values
from datahub.datasets.rules.sealing import guarded, plan_of
from datahub.datasets.rules.steps import done_in_steps, total_in_steps
from datahub.datasets.sealed import opened_size, rows_found, sealed_checksum, sealed_figures, sealed_sources
from datahub.datasets.selectors.previews import columns_of
from datahub.datasets.services.look import pieces_of
from datahub.datasets.services.read_apart import opened
from datahub.jobs.claims import Claim
from datahub.jobs.errors import ClaimLost
from datahub.jobs.models import Job
from datahub.jobs.services import submit
from datahub.policies.jobs import asked_with, join, permit_of_job
from datahub.policies.services import Permit, permit_of_accepted
from datahub.vault.collections.file_chunks import SealedFile, buffered
from datahub.vault.collections.room import check_room
from datahub.vault.errors import CollectionMissing, KeyDestroyed, KeyMissing
from datahub.vault.services import Collection, check_plan, create_collection, open_collection


def collection_of(number: int) -> str:
    """Returns the name of a version's collection; its keys are those of the data set."""
    return f"version-{number}"


@transaction.atomic
def ask_for_loading(*, actor: Person, permit: Permit, version_id: UUID, accepts_losses: bool) -> Version:
    """Asks for a load. SchemaRefused or PlanRefused names what is not declared. A second call changes nothing. A load
    that would lose all of a column ends with its counts and loads nothing, unless the owner accepts losses."""
    version = locked_version(version_id)
    if version.state == Version.State.LOADING:
        join(Job.objects.filter(key=_key(version)), permit)
        return version
    if version.state != Version.State.DRAFT or version.upload.state != Upload.State.FOUND:
        raise NotInThisState(f"The version is {version.state} and its file {version.upload.state}: nothing to load.")
    columns = declared(columns_of(version))
    plan = plan_of(columns)
    check_plan(plan, guarded(columns))
    check_room(plan, rows_found(permit, version.upload))
    version.state, version.revision, version.figures = Version.State.LOADING, version.revision + 1, None
    version.save(update_fields=["state", "revision", "figures"])
    submit(
        kind="datasets.load",
        subject=permit.ref,
        payload={
            "version": str(version.pk),
            "upload": str(version.upload.pk),
            "accepts_losses": accepts_losses,
            **asked_with(permit),
        },
        key=_key(version),
        owner=ref_of(actor),
    )
    return version


def locked_version(version_id: UUID) -> Version:
    """Returns the version, locked for a change, after its data set: Missing if it was dropped meanwhile.

    One whose load was called off, or given up, is a draft again, and the vault holds nothing of it.
    """
    # The upload is read after the lock: joined to the locked query, it would show values of before the lock.
    lock_row(DataSet.objects.filter(versions=version_id))
    version = lock_row(Version.objects.filter(pk=version_id))
    if version.state == Version.State.LOADING and _is_over(version):
        version.state = Version.State.DRAFT
        version.save(update_fields=["state"])
        _leave_rows(version)
    return version


def give_back() -> int:
    """Makes drafts again of versions whose load was cancelled, or given up, while no worker was there to say so;
    returns how many."""
    waiting = Version.objects.filter(state=Version.State.LOADING)
    over = [version.pk for version in waiting if _is_over(version)]
    for version_id in over:
        with transaction.atomic():
            locked_version(version_id)
    return len(over)


def load(claim: Claim) -> None:
    """Loads a version. If that fails, the version is a draft again, and the job says why. It is a draft with counts if
    the load would lose all of a column and its owner has not accepted that."""
    version = row_in(Version.objects.select_related("upload").filter(pk=UUID(claim.payload["version"])))
    try:
        permit = permit_of_job(claim, "dataset.administer")
        is_loaded = _load(claim, permit, version)
    except Problem:
        with transaction.atomic():
            claim.extend()  # ClaimLost: another attempt has taken over, and decides on the version
            Version.objects.filter(pk=version.pk, state=Version.State.LOADING).update(state=Version.State.DRAFT)
            _leave_rows(version)
        raise
    except ClaimLost:
        with transaction.atomic():
            locked_version(version.pk)
        raise
    if is_loaded:
        pieces.destroy(version.upload.pk)


def _load(claim: Claim, permit: Permit, version: Version) -> bool:
    """Loads the rows and returns whether they stay."""
    upload, columns, indexes = version.upload, declared(columns_of(version)), kept(columns_of(version))
    intake, chunks, size = Intake(columns), pieces_of(permit, upload), opened_size(permit, upload)
    file = SealedFile(chunks, size=size, chunk_size=upload.chunk_size)
    total = rows_found(permit, upload)

    def progress(done: int, of: int) -> None:
        claim.progress(done_in_steps(done), total_in_steps(of or total))

    with opened(buffered(file), format=Format(**(version.format or {})), size=size) as table:
        _empty(claim, permit, version, columns).load_columns(_kept(table.only(indexes), intake), progress)
    if intake.loses_a_column() and not claim.payload.get("accepts_losses"):
        _ask_before_losing(claim, permit, version, intake.counted)
        return False
    checksum = file.sha256()
    with transaction.atomic():
        claim.extend()  # the job is locked before the log, as whoever cancels the job locks them
        version.state, version.loaded_at = Version.State.LOADED, timezone.now()
        version.checksum = sealed_checksum(permit, version.pk, checksum)
        version.figures = sealed_figures(permit, version.pk, intake.counted)
        _forget_sources(permit, version)
        version.save(update_fields=["state", "loaded_at", "checksum", "figures", "sources"])
        Chunk.objects.filter(upload=upload).delete()
        Upload.objects.filter(pk=upload.pk).update(state=Upload.State.GONE, found=None)
        record(
            actor=permit.viewer,
            operation="dataset.load",
            subject=claim.subject,
            reason=permit.rule,
            detail={"version": version.number},
        )
        claim.finish({})
    return True


def _forget_sources(permit: Permit, version: Version) -> None:
    """Seals the names in the file for the owner, and deletes them and the columns that are left out."""
    columns = list(version.columns.all())
    names = [(column.name_in_file, "" if column.is_left_out else column.name) for column in columns]
    version.sources = sealed_sources(permit, version.pk, names)
    version.columns.filter(is_left_out=True).delete()
    version.columns.update(name_in_file="")


def _ask_before_losing(claim: Claim, permit: Permit, version: Version, counted: Counted) -> None:
    """Makes the version a draft again that shows what the load would have lost; the pieces of the file stay."""
    with transaction.atomic():
        claim.extend()
        figures = sealed_figures(permit, version.pk, counted)
        Version.objects.filter(pk=version.pk).update(state=Version.State.DRAFT, figures=figures)
        _leave_rows(version)
        claim.finish({})


def _kept(table: Table, intake: Intake) -> Iterator[list[Values]]:
    """Yields the values of some rows at a time, column by column, without the rows that are rejected."""
    for block in table.blocks():
        columns = intake.take_block(block)
        if len(columns[0]):
            yield columns


def _empty(claim: Claim, permit: Permit, version: Version, columns: list[Column]) -> Collection:
    """Creates an empty collection for a load; the rows of a killed attempt are deleted first: nobody reads a version
    that is not loaded."""
    name = collection_of(version.number)
    with transaction.atomic():
        claim.extend()  # ClaimLost: the rows there may be complete, and another attempt's
        with suppress(CollectionMissing):  # the first attempt finds no collection
            open_collection(permit, claim.subject, name=name).leave()
        return create_collection(permit, claim.subject, plan_of(columns), name=name, columns=guarded(columns))


def _leave_rows(version: Version) -> None:
    """Deletes rows that an attempt stored before it was killed, or cancelled at its end, and that no version lists.

    The platform does it: whoever asked for the load may have lost the right to, which is often why it ended.
    """
    ref, rule = Ref("dataset", str(version.data_set_id)), "a load that ended early leaves nothing"
    permit = permit_of_accepted(viewer=PLATFORM, operation="dataset.administer", ref=ref, rule=rule)
    with suppress(CollectionMissing, KeyDestroyed, KeyMissing):  # no rows were stored, or no key opens them
        open_collection(permit, ref, name=collection_of(version.number)).leave()


def _is_over(version: Version) -> bool:
    """Returns whether the job of this load has ended without loading it. An ended job never changes."""
    job = Job.objects.filter(key=_key(version)).first()
    return job is None or job.state in {Job.State.CANCELLED, Job.State.FAILED}


def _key(version: Version) -> str:
    return f"datasets.load:{version.pk}:{version.revision}"
