"""This module describes the JSON of results, for the schema; estimate.py makes it."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from surveys.population import POPULATIONS, POPULATIONS_TEXT
from surveys.questions.number_estimate import WANTED
from surveys.results.guarantee import (
    KINDS,
    LEFT_OUT_OF_QUESTION,
    UNREPRESENTED,
    ErrorPartsSerializer,
    GuaranteeSerializer,
)
from surveys.results.kinds.serializers import (
    RANKED,
    DistributionSerializer,
    MeanByLevelSerializer,
    MeanEstimateSerializer,
    MeanRankSerializer,
    SkippableNumberResultSerializer,
)
from surveys.schedule import VERSION_STATES

LEFT_OUT = (
    "Reports that are in no number, because fewer than 20 people chose their level until the version closed. "
    "Where levels are chosen by question: 0, and each question has its "
    "own, or all of them where no question can be shown."
)


SENDS, SENDS_TEXT = ("some", "all"), "Which questions each phone sent: every one, or some, drawn by lot."


class AnswerSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # DRF's property of this name is not used
    share = serializers.FloatField(help_text="Unbiased; may lie outside 0 and 1.")
    standard_error = serializers.FloatField()
    error_parts = ErrorPartsSerializer()
    intervals = serializers.DictField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text='By confidence: "50", "80", "95".',
    )
    simultaneous = serializers.ListField(
        child=serializers.FloatField(),
        min_length=2,
        max_length=2,
        help_text="95 % for all answers of the question at once (Bonferroni).",
    )
    consistent_share = serializers.FloatField(help_text="From 0 to 1; of one answer, so that all add up to 1.")


class EstimatesSerializer(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=["share-pooled", "inverse-variance"])
    answers = AnswerSerializer(many=True)
    mean_rank = MeanRankSerializer(required=False, allow_null=True, help_text=RANKED)


class ByLevelSerializer(serializers.Serializer[Any]):
    levels = serializers.ListField(child=serializers.IntegerField())
    mechanism = serializers.CharField()
    epsilon = serializers.CharField()
    reports = serializers.IntegerField()
    answers = AnswerSerializer(many=True)
    mean_rank = MeanRankSerializer(required=False, allow_null=True, help_text=RANKED)
    guarantee = GuaranteeSerializer()


class AgreementSerializer(serializers.Serializer[Any]):
    """The test of agreement has the null hypothesis that people of every level answered alike. It selects no
    estimate."""

    statistic = serializers.FloatField(help_text="Cochran's, of the answer that differs most.")
    freedom = serializers.IntegerField()
    compared = serializers.IntegerField(help_text="Answers looked at; the chance counts all of them.")
    chance = serializers.FloatField(help_text="Of a difference as large as this where all levels are alike.")


class MadeUpSerializer(serializers.Serializer[Any]):
    reports = serializers.CharField(help_text="Share of the reports that is chosen freely instead of being honest.")
    up = serializers.FloatField(help_text="By how much the estimate of any answer can be pushed up by them at most.")
    down = serializers.FloatField()


class QuestionResultSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="Of the question; of a row of a matrix: question.row.")
    question = serializers.CharField()
    row = serializers.CharField(allow_null=True)
    type = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS, help_text="Shares of a set's answers do not add up to 1.")
    text = serializers.CharField()
    row_label = serializers.CharField(allow_null=True)
    estimates = EstimatesSerializer()
    inverse_variance = EstimatesSerializer()
    agreement = AgreementSerializer(allow_null=True, help_text="Of levels; null with one, or with too few reports.")
    worth = serializers.IntegerField(
        help_text="How many answers without noise would say as much of an answer that half give."
    )
    made_up = MadeUpSerializer(many=True)
    by_level = ByLevelSerializer(many=True)
    left_out = serializers.IntegerField(required=False, help_text=LEFT_OUT_OF_QUESTION)
    unrepresented = serializers.FloatField(required=False, help_text=UNREPRESENTED)
    guarantee = GuaranteeSerializer()


class NumberResultSerializer(serializers.Serializer[Any]):
    """This is the result of a number that was asked for its mean or its distribution; one beyond the bounds counted as
    the bound."""

    id = serializers.CharField()
    text = serializers.CharField()
    of = serializers.ChoiceField(choices=WANTED)
    unit = serializers.CharField(allow_blank=True)
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    steps = serializers.IntegerField()
    estimates = MeanEstimateSerializer()
    inverse_variance = MeanEstimateSerializer()
    distribution = DistributionSerializer(
        required=False,
        allow_null=True,
        help_text="Of results, where it was asked for; null where the reports of a level do not settle it.",
    )
    agreement = AgreementSerializer(allow_null=True, help_text="Of levels; null with one.")
    made_up = MadeUpSerializer(many=True, help_text="By how much they push the mean, in its unit.")
    by_level = MeanByLevelSerializer(many=True)
    left_out = serializers.IntegerField(required=False, help_text=LEFT_OUT_OF_QUESTION)
    unrepresented = serializers.FloatField(required=False, help_text=UNREPRESENTED)
    guarantee = GuaranteeSerializer()


class LevelsResultSerializer(serializers.Serializer[Any]):
    levels = serializers.ListField(child=serializers.IntegerField(), help_text="Several where too few chose one.")
    eps_report = serializers.CharField()
    reports = serializers.IntegerField()


class VersionOfResultsSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    hash = serializers.CharField()
    state = serializers.ChoiceField(choices=VERSION_STATES)


class CollectingSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["collecting"])
    survey = serializers.UUIDField()
    version = VersionOfResultsSerializer()
    shown_from = serializers.IntegerField()
    batch_least = serializers.IntegerField(
        help_text="Results move in steps of at least so many reports, and as many wait."
    )
    reports = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    left_out = serializers.IntegerField(help_text=LEFT_OUT)
    simulated = serializers.BooleanField()
    sends = serializers.ChoiceField(choices=SENDS, help_text=SENDS_TEXT)


class StepSerializer(serializers.Serializer[Any]):
    reports = serializers.IntegerField()
    levels = LevelsResultSerializer(
        many=True, help_text="Empty where levels are chosen by question: each question then has its own in `by_level`."
    )
    questions = QuestionResultSerializer(many=True)
    numbers_or_skipped = SkippableNumberResultSerializer(
        many=True, required=False, help_text="Only of versions that ask for means that may be skipped."
    )
    numbers = NumberResultSerializer(
        many=True, required=False, help_text="Only of versions that ask for means or distributions of numbers."
    )
    guarantee = GuaranteeSerializer()
    method = serializers.CharField()


class PairSerializer(serializers.Serializer[Any]):
    questions = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)


class UnshownSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    row_label = serializers.CharField(allow_null=True)


class FurthestOffSerializer(serializers.Serializer[Any]):
    """The block whose reports are furthest from what the draws say."""

    level = serializers.IntegerField()
    questions = serializers.ListField(child=serializers.CharField(), help_text="Those that are sent in the block.")
    reports = serializers.IntegerField(help_text="How many people of the level sent it.")
    expected = serializers.FloatField(help_text="How many were to be expected.")


class DrawsSerializer(serializers.Serializer[Any]):
    """A chi-square test of how often the questions were sent against the lists of draws, of all levels together."""

    statistic = serializers.FloatField()
    freedom = serializers.IntegerField()
    chance = serializers.FloatField(help_text="How often draws alone would be as far off.")
    furthest = FurthestOffSerializer(
        allow_null=True, help_text="Null unless the chance is below 0.001, and where too few sent it to say how many."
    )


class ShownSerializer(StepSerializer):
    draws = DrawsSerializer(
        required=False,
        allow_null=True,
        help_text="Only where each phone sends some questions; null until the survey is over, and with too few people.",
    )
    unshown = UnshownSerializer(
        many=True,
        required=False,
        help_text="Only where each question has reports of its own: those of which too few are left.",
    )
    pairs = PairSerializer(many=True, help_text="Planned pairs; crosstabs/ has their cells.")
    state = serializers.ChoiceField(choices=["shown"])
    population = serializers.ChoiceField(choices=POPULATIONS, help_text=POPULATIONS_TEXT)
    survey = serializers.UUIDField()
    version = VersionOfResultsSerializer()
    batches = serializers.IntegerField()
    short_batch = serializers.BooleanField(help_text="Whether a batch is smaller than the version promised.")
    withdrawn = serializers.IntegerField()
    left_out = serializers.IntegerField(help_text=LEFT_OUT)
    computed_at = serializers.DateTimeField()
    simulated = serializers.BooleanField()
    sends = serializers.ChoiceField(choices=SENDS, help_text=SENDS_TEXT)
    truth = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()),
        allow_null=True,
        help_text="Of a simulated survey: question, answer, share.",
    )


class StepsSerializer(serializers.Serializer[Any]):
    steps = StepSerializer(many=True)


RESULTS = PolymorphicProxySerializer(
    component_name="Results",
    serializers={"collecting": CollectingSerializer, "shown": ShownSerializer},
    resource_type_field_name="state",
)


class ComparisonSerializer(serializers.Serializer[Any]):
    question = serializers.CharField()
    a = serializers.CharField()
    b = serializers.CharField()
    difference = serializers.FloatField(help_text="The estimated share of a less that of b.")
    standard_error = serializers.FloatField()
    chance = serializers.FloatField(help_text="That a is given more often than b, after the survey.")
    prior = serializers.ChoiceField(
        choices=["flat"], help_text="Flat: before it every difference was as likely as any other; normal approximation."
    )
    guarantee = GuaranteeSerializer()
