"""How others see an anonymisation, or a synthesis: a part of its data set. While it is there a failed release is asked
for again."""

from collections.abc import Sequence

from datahub.analyses.models import PLANNED, Anonymisation, JoinedSynthesis, Synthesis
from datahub.api.facts import Facts
from datahub.api.ref import Ref, uuids


def describe(ids: Sequence[str]) -> dict[Ref, Facts]:
    found = Anonymisation.objects.filter(pk__in=uuids(ids)).select_related("job", "version")
    return dict(_facts(anonymisation) for anonymisation in found)


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
    found = Synthesis.objects.filter(pk__in=uuids(ids)).select_related("job", "version")
    return {
        Ref("synthesis", str(one.pk)): Facts(
            name=f"version {one.version.number}",
            url=f"/data/{one.version.data_set_id}/syntheses/{one.pk}",
            owner=Ref.parse(one.asked_by),
            parent=Ref("dataset", str(one.version.data_set_id)),
            state=one.job.state,
            attributes={},
        )
        for one in found
    }


def describe_joined(ids: Sequence[str]) -> dict[Ref, Facts]:
    """A part of the data set of the parents."""
    found = JoinedSynthesis.objects.filter(pk__in=uuids(ids)).select_related("job", "parents")
    return {
        Ref("joined_synthesis", str(one.pk)): Facts(
            name=f"version {one.parents.number}",
            url=f"/data/{one.parents.data_set_id}/joined-syntheses/{one.pk}",
            owner=Ref.parse(one.asked_by),
            parent=Ref("dataset", str(one.parents.data_set_id)),
            state=one.job.state,
            attributes={},
        )
        for one in found
    }
