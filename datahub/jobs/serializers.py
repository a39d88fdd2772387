from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from datahub.jobs.models import Job

UPKEEP = list(settings.ON_DEMAND)


class ProgressSerializer(serializers.Serializer[Job]):
    """This is the progress of a job. `total` is 0 until the task knows how much there is to do."""

    done = serializers.IntegerField(source="progress_done")
    total = serializers.IntegerField(source="progress_total")
    note = serializers.CharField(source="progress_note")


class JobSerializer(serializers.ModelSerializer[Job]):
    progress = ProgressSerializer(source="*")
    result = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = [
            "id",
            "kind",
            "subject",
            "state",
            "progress",
            "attempts",
            "result",
            "error",
            "created_at",
            "finished_at",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": ["object", "null"], "additionalProperties": {}})
    def get_result(self, job: Job) -> object:
        return job.result


class AskSerializer(StrictSerializer):
    kind = serializers.ChoiceField(choices=UPKEEP)


class CancelSerializer(StrictSerializer):
    state = serializers.ChoiceField(choices=[Job.State.CANCELLED])
