"""The JSON of surveys, drafts and versions. Drafts are judged by rules.questionnaire, which names each fault."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from datahub.api.serializers import StrictSerializer
from surveys.models import Version
from surveys.rules import questionnaire as rules
from surveys.rules.checks import LANGUAGE as LANGUAGE_TAG
from surveys.rules.schedule import SURVEY_STATES, VERSION_STATES
from surveys.rules.translations import DESCRIPTION, TITLE
from surveys.serializers.items import ID, TEXT, ItemsField, written

MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
LANGUAGE = f"^{LANGUAGE_TAG.pattern}$"


@extend_schema_field({"type": "string", "format": "date-time", "pattern": MOMENT})
class MomentField(serializers.DateTimeField):
    """A time in UTC, to the second, as rules.checks reads it."""


class DraftLevelSerializer(serializers.Serializer[Any]):
    """Its epsilon is that of one question; the most protective level comes first."""

    epsilon = serializers.RegexField(r"^(0|[1-9][0-9]?)(\.[0-9]{1,4})?$")


class DraftSerializer(serializers.Serializer[Any]):
    closed = True  # rules.questionnaire takes no other field

    title = written(TITLE)
    description = written(DESCRIPTION, pattern=TEXT)
    language = serializers.RegexField(LANGUAGE)
    languages = serializers.ListField(
        child=serializers.RegexField(LANGUAGE), max_length=rules.MOST_LANGUAGES, help_text="Further languages."
    )
    translations = serializers.DictField(
        child=serializers.DictField(child=written(DESCRIPTION, pattern=TEXT)),
        help_text="By language and path, such as q1.text; what is missing is shown in the survey's own language.",
    )
    questions = ItemsField()
    pairs = serializers.ListField(
        child=serializers.ListField(child=serializers.RegexField(ID), min_length=2, max_length=2),
        max_length=rules.MOST_PAIRS,
        help_text="Questions that are encoded together, so that how their answers go together can be estimated.",
    )
    levels = DraftLevelSerializer(many=True)
    opens_at = MomentField(allow_null=True)
    closes_at = MomentField(allow_null=True)
    cap_reports = serializers.IntegerField(min_value=1, max_value=rules.MOST_REPORTS, allow_null=True)
    level_choice = serializers.ChoiceField(
        choices=rules.LEVEL_CHOICES,
        required=False,
        help_text="Whether respondents choose one level for the whole report, or one for each question.",
    )


class NewSurveySerializer(DraftSerializer):
    """Every part may be left out."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class DraftPartsSerializer(NewSurveySerializer):
    """`draft_revision`, where it is sent, must be the one the parts are based on."""

    draft_revision = serializers.IntegerField(min_value=1)


class VersionInListSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    hash = serializers.CharField()
    state = serializers.ChoiceField(choices=VERSION_STATES)
    published_at = serializers.DateTimeField()
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    cap_reports = serializers.IntegerField(allow_null=True, help_text="At most so many reports are ever accepted.")
    closed_at = serializers.DateTimeField(allow_null=True)
    reports = serializers.IntegerField(help_text="Ingested so far; what waits in the inbox is not counted.")


class SurveyInListSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    slug = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=SURVEY_STATES)
    versions = VersionInListSerializer(many=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    simulated = serializers.BooleanField()
    archived_at = serializers.DateTimeField(allow_null=True)


class CompletenessSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Texts that are written in the survey's own language.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="Paths of what is not translated yet.")


class SurveySerializer(SurveyInListSerializer):
    draft = DraftSerializer()
    draft_revision = serializers.IntegerField()
    translations = serializers.DictField(child=CompletenessSerializer(), help_text="By further language.")


class PublishSerializer(StrictSerializer):
    """Nothing: what is published is the draft."""


class PublishedSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    hash = serializers.CharField()
    link = serializers.CharField(help_text="Path of the respondent page.")


class CloseSerializer(StrictSerializer):
    state = serializers.ChoiceField(choices=[Version.State.CLOSED])


class PublicVersionSerializer(serializers.Serializer[Any]):
    hash = serializers.CharField(help_text="SHA-256 of the definition's canonical JSON.")
    state = serializers.ChoiceField(choices=VERSION_STATES)
    definition = serializers.DictField()
