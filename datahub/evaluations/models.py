"""An evaluation is a comparison of mechanisms that somebody asked for, with its findings. It contains no answer of any
respondent."""

import uuid

from django.conf import settings
from django.db import models

from datahub.api.writes.creations import CreatedOnce
from datahub.jobs.models import Job


class Evaluation(CreatedOnce):
    """An evaluation compares mechanisms on simulated people. `asked` is a rules.study.Study; `findings` what its job
    found, or null. `job` says how far it is."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    asked = models.JSONField()
    findings = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["owner", "-created_at"], name="evaluations_of_owner")]

    def __str__(self) -> str:
        return f"evaluation {self.id}"
