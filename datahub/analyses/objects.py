"""Other packages see an anonymisation, or a synthesis, as a part of its data set. While it exists, a failed release is
asked for again."""

from collections.abc import Sequence

from datahub.analyses.models import PLANNED, Anonymisation, Synthesis
from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    rows = Anonymisation.objects.filter(pk__in=uuids(ids)).select_related("job", "version")
    return dict(_facts(anonymisation) for anonymisation in rows)


def _facts(anonymisation: Anonymisation) -> tuple[Ref, Facts]:
    data_set = anonymisation.version.data_set_id
    return Ref("anonymisation", str(anonymisation.pk)), Facts(
        name=f"version {anonymisation.version.number}",
        url=f"/data/{data_set}/anonymisations/{anonymisation.pk}",
        owner=Ref.parse(anonymisation.asked_by),
        parent=Ref("dataset", str(data_set)),
        state=PLANNED if anonymisation.job is None else anonymisation.job.state,
        attributes={},
    )


def describe_syntheses(ids: Sequence[str]) -> dict[Ref, Facts]:
    """Returns the facts of syntheses by reference; a synthesis of two tables is a part of the data set of the
    parents."""
    syntheses = Synthesis.objects.filter(pk__in=uuids(ids)).select_related("job", "version")
    return {
        Ref("synthesis", str(synthesis.pk)): Facts(
            name=f"version {synthesis.version.number}",
            url=f"/data/{synthesis.version.data_set_id}/{_page_of(synthesis)}/{synthesis.pk}",
            owner=Ref.parse(synthesis.asked_by),
            parent=Ref("dataset", str(synthesis.version.data_set_id)),
            state=synthesis.job.state,
            attributes={},
        )
        for synthesis in syntheses
    }


def _page_of(synthesis: Synthesis) -> str:
    return "syntheses" if synthesis.children_id is None else "joined-syntheses"
