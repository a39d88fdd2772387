"""This module describes the JSON of a draft and of a survey with it. Drafts are judged by questionnaire.py, which names
each fault."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from surveys.drafts import questionnaire as rules
from surveys.drafts import sending
from surveys.drafts.translations import DESCRIPTION, TITLE
from surveys.questions.checks import LANGUAGE as LANGUAGE_TAG
from surveys.questions.serializers import ID, TEXT, ItemsField, written
from surveys.serializers import SurveyInListSerializer

MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
EPSILON = r"^(0|[1-9][0-9]?)(\.[0-9]{1,4})?$"
EPS_BLOCK, IMPORTANCE = f"^({sending.EPS_BLOCK.pattern})$", f"^({sending.IMPORTANCE.pattern})$"
LANGUAGE = f"^{LANGUAGE_TAG.pattern}$"


@extend_schema_field({"type": "string", "format": "date-time", "pattern": MOMENT})
class MomentField(serializers.DateTimeField):
    """This is a time in UTC, to the second, as questions/checks.py reads it."""


class DraftLevelSerializer(serializers.Serializer[Any]):
    """The epsilon of a level is that of one question, or of the report where some questions are sent; the most
    protective level comes first."""

    epsilon = serializers.RegexField(EPSILON)


class SendSerializer(serializers.Serializer[Any]):
    """This part of a draft says which questions each phone sends."""

    closed = True

    questions = serializers.ChoiceField(
        choices=("some", "all"),
        help_text="some: drawn by lot; the epsilon of a level is then that of the whole report.",
    )
    ask = serializers.ChoiceField(
        choices=("sent", "all"),
        help_text="Whether people are asked what is sent and what decides on it, or everything.",
    )
    eps_block = serializers.RegexField(
        EPS_BLOCK, help_text="The most that one question, or a planned pair, may spend: 2 unless raised."
    )
    importance = serializers.DictField(
        child=serializers.RegexField(IMPORTANCE),
        help_text="By question from 0.25 to 4: how many times as many reports as its half-width alone needs.",
    )
    together = serializers.ListField(
        child=serializers.RegexField(ID),
        max_length=sending.MOST_QUESTIONS,
        help_text="Questions whose rows are sent together; of others each row is drawn by itself.",
    )


class AimSerializer(serializers.Serializer[Any]):
    """An aim says how many people a survey expects and how exact it has to be. Of epsilon 1, 2 and 4 the least at which
    the people expected reach the half-width is that of its reports: the more people, the more protection."""

    closed = True

    people = serializers.IntegerField(min_value=sending.LEAST_PEOPLE, max_value=sending.MOST_REPORTS)
    half_width = serializers.RegexField(
        f"^({sending.HALF_WIDTH.pattern})$",
        help_text="Of a 95 % interval of an answer that half of the people give, as a share of 1; 0.01 to 0.2999.",
    )


class DraftSerializer(serializers.Serializer[Any]):
    closed = True  # questionnaire.py refuses every other field.

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
        help_text=(
            "Questions that are encoded together, so that how their answers go together can be estimated. A question "
            "is in several pairs only where each phone sends some of the questions."
        ),
    )
    levels = DraftLevelSerializer(many=True)
    opens_at = MomentField(allow_null=True)
    closes_at = MomentField(allow_null=True)
    cap_reports = serializers.IntegerField(min_value=1, max_value=sending.MOST_REPORTS, allow_null=True)
    aim = AimSerializer(
        required=False, allow_null=True, help_text="Chooses the one level of the whole report; `levels` is then empty."
    )
    level_choice = serializers.ChoiceField(
        choices=rules.LEVEL_CHOICES,
        required=False,
        help_text="Whether respondents choose one level for the whole report, or one for each question.",
    )
    send = SendSerializer(required=False, help_text="Without it every question is sent.")


class NewSurveySerializer(DraftSerializer):
    """A new survey has a draft, of which every part may be left out."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class DraftPartsSerializer(NewSurveySerializer):
    """A change of a draft sends the parts that change. `draft_revision`, where it is sent, must be the one the parts
    are based on."""

    draft_revision = serializers.IntegerField(min_value=1)


class NoteSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Where it stands in the file.")
    what = serializers.CharField(allow_blank=True)
    why = serializers.CharField()
    item = serializers.CharField(allow_blank=True, help_text="The id of the item that the note is about; or empty.")


class ImportNoteSerializer(NoteSerializer):
    number = serializers.IntegerField(help_text="By this number the note is settled.")


class CompletenessSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Texts that are written in the survey's own language.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="Paths of what is not translated yet.")


class SurveySerializer(SurveyInListSerializer):
    draft = DraftSerializer()
    draft_revision = serializers.IntegerField()
    translations = serializers.DictField(child=CompletenessSerializer(), help_text="By further language.")
    import_notes = ImportNoteSerializer(many=True, help_text="The notes of the import that nobody has settled yet.")


class FormFileSerializer(serializers.Serializer[Any]):
    """This is a file of another program."""

    closed = True

    name = serializers.RegexField(
        r"^.*\.[A-Za-z]{3,4}$",
        help_text="Its ending says what it is: .xlsx or .csv an XLSForm, .lss or .txt a survey of LimeSurvey.",
    )
    content = serializers.CharField(help_text="The bytes of the file in base64, with padding; at most 3 MiB of bytes.")


class ImportedSerializer(serializers.Serializer[Any]):
    survey = SurveySerializer()
    notes = NoteSerializer(many=True)


class ExportedFormSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="A name for the file.")
    media_type = serializers.CharField()
    content = serializers.CharField(help_text="The bytes of the file in base64, with padding.")
    notes = NoteSerializer(many=True, help_text="What an import of the file does not give back.")
