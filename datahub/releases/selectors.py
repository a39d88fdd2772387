"""These selectors return the releases that count for the people behind them, and those that a viewer may know of."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from datahub.accounts.models import Person, Token
from datahub.accounts.services import ref_of
from datahub.api.objects import describe
from datahub.api.ref import Ref
from datahub.jobs.models import Job
from datahub.jobs.selectors import progress_of
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.selectors import refs_with_role, roles_of
from datahub.policies.services import Permit
from datahub.releases.errors import NothingSealed
from datahub.releases.exact import sees_rows
from datahub.releases.findings import HOLDS, REASONS
from datahub.releases.limits import reads_counts
from datahub.releases.models import Recipient, Release
from datahub.releases.promises import OF_A_POPULATION
from datahub.releases.rules.guarantees import guarantee_of, quasi_in
from datahub.releases.rules.states import promised_not
from datahub.releases.rules.synthetic import part_of
from datahub.releases.rules.tables import models_of
from datahub.releases.sealed import note_of

OUT = (Release.State.RELEASED, Release.State.WITHDRAWN)
PARTS = ("model", "k", "least", "most", "against")  # these parts belong to models that compare with a population
OF_THE_WHOLE = ("risk", "utility")  # these parts of a report are computed from all columns, and name them
FOR_EVERYONE = ("guarantee", "promised", "not_promised", *OF_THE_WHOLE)


def counting_of(people: Ref) -> QuerySet[Release]:
    """Returns anonymised releases that left, or may leave: also those withdrawn after that, because somebody may still
    have them."""
    about = Release.objects.filter(people=str(people), kind=Release.Kind.ANONYMISED).order_by("created_at", "pk")
    return about.filter(Q(state__in=Release.SEALED) | Q(state=Release.State.WITHDRAWN, released_at__isnull=False))


def living() -> Q:
    """Returns the condition that picks, among recipients, those whose time is not over."""
    return Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())


def releases_for(viewer: Person) -> QuerySet[Release]:
    """Returns the releases of data sets that the viewer owns, those they made, those they were given, and those for
    everybody."""
    owned = [str(ref) for ref in refs_with_role(viewer, "dataset", OWNER)]
    given = Recipient.objects.filter(living(), person=viewer).values("release")
    theirs = Q(data_set__in=owned) | Q(made_by=str(ref_of(viewer)))
    others = Q(pk__in=given, state__in=OUT) | Q(audience=Release.Audience.PUBLIC, state=Release.State.RELEASED)
    return Release.objects.filter(theirs | others).select_related("verdict")


def of_data_set(data_set: UUID) -> QuerySet[Release]:
    return Release.objects.filter(data_set=f"dataset:{data_set}").select_related("verdict")


def keeps(viewer: Person, release: Release) -> bool:
    """Returns whether the viewer sees the whole release: they made it, or own the data."""
    return release.made_by == str(ref_of(viewer)) or OWNER in roles_of(viewer, Ref.parse(release.data_set))


def columns_for(viewer: Person, release: Release) -> list[str]:
    """Returns the columns of the table that are for this viewer, in its order."""
    names = [column["name"] for column in release.columns]
    if keeps(viewer, release) or release.audience == Release.Audience.PUBLIC:
        return names
    recipient = Recipient.objects.filter(living(), release=release, person=viewer).first()
    return (
        names
        if recipient is None or recipient.columns is None
        else [name for name in names if name in recipient.columns]
    )


def whole(release: Release, viewer: Person) -> dict[str, Any]:
    job = None if release.job is None else Job.objects.filter(pk=release.job).first()
    columns, verdict = columns_for(viewer, release), getattr(release, "verdict", None)
    return {
        "id": release.pk,
        "kind": release.kind,
        "data_set": Ref.parse(release.data_set).id,
        "version": release.number,
        "title": release.title,
        "licence": release.licence,
        "citation": release.citation,
        "audience": release.audience,
        "state": release.state,
        "error": "" if job is None else job.error,
        "progress": progress_of(job or Job()),
        "guarantee": _guarantee_for(release, columns),
        "models": models_of(release.anonymity_models, release.columns, columns),
        "columns": [column for column in release.columns if column["name"] in columns],
        "rows": release.rows if _is_told(viewer, release) else None,
        "purpose": release.purpose,
        "second_person": release.second_person,
        "verdict": None if verdict is None else {"approved": verdict.approved, "said": verdict.said, "at": verdict.at},
        "asked": _candidate_of(job, release) if job is not None and keeps(viewer, release) else None,
        "synthesis": _synthesis(job, release) if release.made_by == str(ref_of(viewer)) else None,
        "made_by_me": release.made_by == str(ref_of(viewer)),
        "created_at": release.created_at,
        "released_at": release.released_at,
        "withdrawn_at": release.withdrawn_at,
    }


def _candidate_of(job: Job, release: Release) -> dict[str, Any] | None:
    """Returns which candidate of which anonymisation the release is of. Of one that failed, None if that is gone: it
    leads nowhere."""
    if "anonymisation" not in job.payload:
        return None
    if release.state == Release.State.FAILED and not describe([Ref("anonymisation", job.payload["anonymisation"])]):
        return None
    return {"anonymisation": job.payload["anonymisation"], "candidate": job.payload["candidate"]}


def _synthesis(job: Job | None, release: Release) -> str | None:
    """Returns the synthesis that a release of synthetic rows is of, if it is there still: whoever asked for it may look
    at it, and nobody else."""
    if job is None or release.kind != Release.Kind.SYNTHETIC:
        return None
    id: str = job.payload["synthesis"]
    return id if describe([Ref("synthesis", id)]) else None


def check_told(viewer: Person, release: Release) -> None:
    """Refuses figures to viewers who are not told them. NothingSealed for whoever may not see the rows, until the
    release has left: its figures are exact."""
    if not _is_told(viewer, release):
        raise NothingSealed("The release has not left. Its figures are for whoever may see the rows, or approves it.")


def _is_told(viewer: Person, release: Release) -> bool:
    """Returns whether the viewer is told everything of a release. Synthetic data are always told: noise was drawn
    before, and paid for."""
    is_free = release.kind == Release.Kind.SYNTHETIC or release.released_at is not None
    return is_free or sees_rows(viewer, Ref.parse(release.data_set))


def report_of(
    permit: Permit, release: Release, *, viewer: Person, token: Token | None, everything: bool
) -> dict[str, Any]:
    """Returns all that was found, for who decides about it; for others what their columns show and what is promised of
    them.

    Counts of a population are besides for those alone who may compare with it: `everything` is about the rows.
    """
    note = note_of(permit, release)
    if release.kind == Release.Kind.SYNTHETIC:
        return _report_of_rows_made(release, note, columns_for(viewer, release))
    report, findings = dict(note["report"]), list(note["findings"]["csv"])
    if not everything:
        columns = columns_for(viewer, release)
        report = {name: report[name] for name in FOR_EVERYONE} | _promised_of(release, columns)
        if len(columns) < len(release.columns):
            report |= dict.fromkeys(OF_THE_WHOLE)
        findings = [finding for finding in findings if _is_of(finding, release, columns)]
    if not (everything and _reads_counts(release, viewer, token)):
        report["population"] = None
        findings = [
            _without_figures(finding) if _model_in(finding) in OF_A_POPULATION else finding for finding in findings
        ]
    return {"state": release.state, "rows": release.rows, "before": None, "card": None, **report, "verified": findings}


def _report_of_rows_made(release: Release, note: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """Returns the report of a release of synthetic rows, which have no risk, no loss and no promise of any class: their
    guarantee stands in the card. Whoever has some of the columns is told nothing of the others: what was found of the
    whole names each."""
    card = part_of(note["card"], columns)
    left_out = set() if len(columns) == len(release.columns) else {"columns"}
    verified = [finding for finding in _of_any_form(note) if finding["of"] not in left_out]
    return {
        "state": release.state,
        "rows": release.rows,
        "guarantee": release.guarantee,
        "promised": card["promised"],
        "not_promised": card["not_promised"],
        "risk": None,
        "utility": None,
        "before": None,
        "population": None,
        "card": card,
        "verified": [finding for finding in verified if finding["about"].get("column", columns[0]) in columns],
    }


def _of_any_form(note: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the findings on the files of one release together: what fails in any of them fails."""
    by_promise: dict[tuple[str, str | None], dict[str, Any]] = {}
    for finding in chain.from_iterable(note["findings"].values()):
        known = by_promise.setdefault((finding["of"], finding["about"].get("column")), finding)
        if known["outcome"] == HOLDS:
            by_promise[finding["of"], finding["about"].get("column")] = finding
    return list(by_promise.values())


def _promised_of(release: Release, columns: Sequence[str]) -> dict[str, Any]:
    guarantee = _guarantee_for(release, columns)
    left = models_of(release.anonymity_models, release.columns, columns)
    not_promised = promised_not(of_people=any(model["model"] in OF_A_POPULATION for model in left))
    return {"guarantee": guarantee, "promised": [guarantee], "not_promised": not_promised}


def _guarantee_for(release: Release, columns: Sequence[str]) -> str:
    """Returns the guarantee of all of a release, or of the columns that are left; synthetic data have no anonymity
    models, and one guarantee."""
    if len(columns) == len(release.columns) or not release.anonymity_models:
        return release.guarantee
    quasi = [column["name"] for column in release.columns if column["role"] == "quasi" and column["name"] in columns]
    return guarantee_of(models_of(release.anonymity_models, release.columns, columns), quasi)


def _reads_counts(release: Release, viewer: Person, token: Token | None) -> bool:
    """Returns whether the viewer may read counts of the population; a release that was compared with none has no such
    counts."""
    if release.compared_with == "":
        return False
    population = Ref.parse(release.compared_with)
    return reads_counts(viewer, token, population, quasi_in(release.columns), purpose=release.purpose)


def _model_in(finding: Mapping[str, Any]) -> str:
    """Returns the slug with which a promise begins."""
    return str(finding["promise"]).partition(" ")[0]


def _is_of(finding: Mapping[str, Any], release: Release, columns: Sequence[str]) -> bool:
    """Returns whether a finding is about these columns, and still promised of them."""
    about = {"model": _model_in(finding), "column": finding["about"].get("column")}
    return bool(models_of([about], release.columns, columns))


def _without_figures(finding: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a finding on a promise against a population, without a count that tells how many people it has."""
    about = {part: value for part, value in finding["about"].items() if part in PARTS}
    kept = {"why": "figures_kept", "found": REASONS["figures_kept"], "about": about}
    return {**finding, **kept, "measured": None, "class_rows": None, "failing_classes": None}
