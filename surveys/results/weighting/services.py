"""Known shares are kept with the version whose results they weight."""

from django.db import transaction

from datahub.api.ref import Ref
from datahub.audit.services import record
from surveys.drafts.services import lock_survey, ref_to
from surveys.models import Version
from surveys.results.selectors import shown_results_of
from surveys.results.weighting.rules import KnownShares, checked


@transaction.atomic
def keep_known_shares(*, actor: Ref, rule: str, version: Version, known: KnownShares) -> Version:
    """Stores known shares with a version in place of earlier ones; an empty mapping removes them."""
    shares = checked(shown_results_of(version), known)
    survey = lock_survey(version.survey_id)
    version.known_shares = shares
    version.save(update_fields=["known_shares"])
    record(
        actor=actor,
        operation="survey.edit",
        subject=ref_to(survey),
        reason=rule,
        detail={"number": version.number, "version": version.hash, "known_shares": sorted(shares)},
    )
    return version
