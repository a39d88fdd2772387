"""Other packages see an evaluation as owned by whoever asked for it; nobody else learns of it."""

from collections.abc import Sequence

from datahub.accounts.services import ref_of
from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids
from datahub.evaluations.models import Evaluation


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    rows = Evaluation.objects.filter(pk__in=uuids(ids)).select_related("owner", "job")
    return dict(_facts(evaluation) for evaluation in rows)


def _facts(evaluation: Evaluation) -> tuple[Ref, Facts]:
    return Ref("evaluation", str(evaluation.pk)), Facts(
        name=evaluation.asked["population"],
        url=f"/evaluate/{evaluation.pk}",
        owner=ref_of(evaluation.owner),
        parent=None,
        state=evaluation.job.state,
        attributes={},
    )
