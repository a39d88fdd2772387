"""This module describes the JSON of plans: closed forms, and results of made-up people."""

from typing import Any

from rest_framework import serializers

from surveys.drafts.serializers import NewSurveySerializer
from surveys.questions.number_estimate import WANTED
from surveys.results.crosstabs.serializers import CrossTableSerializer
from surveys.results.serializers import MadeUpSerializer, StepSerializer

INCLUSION = "The share of the phones at this level that send it: 1 where every question is sent."
PROPOSALS = ["some", "one_level", "rows_apart", "ceiling", "pairs", "half_width", "fewer_answers", "without"]
FIELD_KINDS = ["one", "set", "joint"]


class PlanLevelOddsSerializer(serializers.Serializer[Any]):
    ratio = serializers.FloatField()
    most_sure = serializers.FloatField(help_text="How sure somebody who thought it fifty-fifty can become.")


class PlanLevelSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    eps_report = serializers.CharField()
    odds = PlanLevelOddsSerializer()


class PlanOddsSerializer(serializers.Serializer[Any]):
    kept = serializers.FloatField(help_text="Probability that a report supports the answer given.")
    other = serializers.FloatField(help_text="Probability that it supports one certain other answer.")


class PlanQuestionLevelSerializer(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    mechanism = serializers.CharField()
    epsilon = serializers.CharField()
    inclusion = serializers.FloatField(help_text=INCLUSION)
    reason = serializers.CharField()
    odds = PlanOddsSerializer()
    half_widths = serializers.DictField(child=serializers.FloatField(), help_text="By number of reports.")
    needed = serializers.DictField(child=serializers.IntegerField(), help_text="Reports needed, by half-width.")


class PlannedSerializer(serializers.Serializer[Any]):
    answers = serializers.IntegerField()
    levels = PlanQuestionLevelSerializer(many=True)
    mix = serializers.DictField(child=serializers.FloatField(), help_text="Half-widths by number of reports.")
    needed = serializers.DictField(
        child=serializers.IntegerField(), help_text="Reports needed with this mix, by half-width."
    )
    made_up = MadeUpSerializer(many=True)


class PlanQuestionSerializer(PlannedSerializer):
    id = serializers.CharField(help_text="Of the question; of a row of a matrix: question.row.")
    question = serializers.CharField()
    row = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=FIELD_KINDS)


class PlanPairSerializer(PlannedSerializer):
    """This is the plan of one combination of the answers to two questions that are perturbed together."""

    id = serializers.CharField(help_text="Of the block they are perturbed in.")
    questions = serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2)


class PlanNumberLevelSerializer(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    mechanism = serializers.CharField()
    epsilon = serializers.CharField()
    inclusion = serializers.FloatField(help_text=INCLUSION)
    reason = serializers.CharField()
    half_widths = serializers.DictField(
        child=serializers.FloatField(), help_text="Of the mean, in its unit, at most; by number of reports."
    )
    needed = serializers.DictField(
        child=serializers.IntegerField(), help_text="Reports that are enough, by half-width as a share of the width."
    )


class PlanDistributionSerializer(serializers.Serializer[Any]):
    limits = serializers.BooleanField(
        help_text="Whether its quantiles will have limits: from epsilon 1 at every level."
    )
    settles = serializers.BooleanField(
        help_text=(
            "Whether the distribution settled wherever so much epsilon was tried, at every level. Else it may not, the "
            "sooner the more people answer; then the mean alone is shown."
        )
    )


class PlanNumberSerializer(serializers.Serializer[Any]):
    """This is the plan of a number that is asked for its mean or its distribution."""

    id = serializers.CharField()
    of = serializers.ChoiceField(choices=WANTED)
    unit = serializers.CharField(allow_blank=True)
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    steps = serializers.IntegerField()
    levels = PlanNumberLevelSerializer(many=True)
    mix = serializers.DictField(child=serializers.FloatField(), help_text="Half-widths by number of reports.")
    needed = serializers.DictField(child=serializers.IntegerField(), help_text="Reports that are enough with this mix.")
    made_up = MadeUpSerializer(many=True)
    distribution = PlanDistributionSerializer(required=False, help_text="Only where it is asked for.")


class PlanAnsweredSerializer(serializers.Serializer[Any]):
    """This is the plan of the share who answer, where it is the planned `share`."""

    half_widths = serializers.DictField(child=serializers.FloatField(), help_text="By number of reports; shares of 1.")
    needed = serializers.DictField(child=serializers.IntegerField(), help_text="Reports needed, by half-width.")


class PlanMeanOfAnsweredSerializer(serializers.Serializer[Any]):
    """The plan of the mean of those who answer, whatever it is, where the planned `share` of the people does, or
    more."""

    half_widths = serializers.DictField(
        child=serializers.FloatField(allow_null=True),
        help_text=(
            "Half the way between Fieller's limits, in its unit, at most; by number of reports. Null where so few "
            "reports would give no limits."
        ),
    )
    needed = serializers.DictField(
        child=serializers.IntegerField(), help_text="Reports that are enough, by half-width as a share of the width."
    )


class PlanSkippableAtSerializer(serializers.Serializer[Any]):
    answered = PlanAnsweredSerializer()
    mean = PlanMeanOfAnsweredSerializer()


class PlanSkippableLevelSerializer(PlanSkippableAtSerializer):
    level = serializers.IntegerField()
    mechanism = serializers.CharField()
    epsilon = serializers.CharField()
    inclusion = serializers.FloatField(help_text=INCLUSION)


class PlanPushSerializer(serializers.Serializer[Any]):
    up = serializers.FloatField()
    down = serializers.FloatField()


class PlanSkippableMadeUpSerializer(serializers.Serializer[Any]):
    reports = serializers.CharField(help_text="Share of the reports that is chosen freely instead of being honest.")
    answered = PlanPushSerializer(help_text="By how much they can push the share who answered at most.")
    mean = serializers.FloatField(
        allow_null=True,
        help_text=(
            "By how much they can push the mean at most, up or down, in its unit; null where they can push it as far "
            "as they want."
        ),
    )


class PlanSkippableSerializer(serializers.Serializer[Any]):
    """This is the plan of a number that is asked for its mean and that may be skipped."""

    id = serializers.CharField()
    unit = serializers.CharField(allow_blank=True)
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    levels = PlanSkippableLevelSerializer(many=True)
    mix = PlanSkippableAtSerializer(help_text="With this mix.")
    made_up = PlanSkippableMadeUpSerializer(many=True)


class PlanAimSerializer(serializers.Serializer[Any]):
    """This is the level that the draft's aim chooses."""

    epsilon = serializers.CharField(help_text="Of the whole report.")
    people = serializers.IntegerField(help_text="Needed at this level for the half-width of the aim in every question.")


class PlanProposalSerializer(serializers.Serializer[Any]):
    """This is a change of the draft, and the people that it then needs."""

    kind = serializers.ChoiceField(
        choices=PROPOSALS,
        help_text=(
            "some: each phone sends some of the questions; one_level: the weakest level alone; rows_apart: each row of "
            "a matrix is drawn by itself; ceiling: one answer or planned pair may spend the epsilon of the report; "
            "pairs: questions two by two in one block; half_width: a wider one; fewer_answers: half as many to one "
            "question; without: one question fewer."
        ),
    )
    questions = serializers.ListField(child=serializers.CharField(), help_text="Of pairs two by two.")
    half_width = serializers.CharField(allow_null=True)
    parts = NewSurveySerializer(
        allow_null=True, help_text="What PATCH of the draft would take; null where only the author can change it."
    )
    people = serializers.IntegerField()


class PlanSerializer(serializers.Serializer[Any]):
    confidence = serializers.ChoiceField(choices=["95"])
    share = serializers.FloatField(
        help_text="The share whose half-widths these are; of a mean that may be skipped, the share who answer."
    )
    reports = serializers.ListField(child=serializers.IntegerField())
    mix = serializers.ListField(child=serializers.IntegerField())
    levels = PlanLevelSerializer(many=True)
    half_widths = serializers.ListField(child=serializers.CharField(), help_text="For which reports are `needed`.")
    questions = PlanQuestionSerializer(many=True)
    numbers = PlanNumberSerializer(many=True)
    numbers_or_skipped = PlanSkippableSerializer(
        many=True, required=False, help_text="Only of drafts that ask for means that may be skipped."
    )
    pairs = PlanPairSerializer(many=True)
    aim = PlanAimSerializer(allow_null=True)
    people = serializers.IntegerField(
        help_text=(
            "Needed with this mix, at the levels there are, so that every question has the `half_width`: of an answer "
            "that half give; of a mean as a share of its range; of a mean that may be skipped, of the share who answer."
        )
    )
    half_width = serializers.CharField(help_text="That of the aim; without one 0.1.")
    proposals = PlanProposalSerializer(many=True, help_text="Those that need fewer people, the fewest first.")
    simulated_least = serializers.IntegerField(help_text="Of fewer people nothing is shown, made up or not.")
    simulated_most = serializers.IntegerField(
        help_text="How many people can be made up at once: 0 for a questionnaire too large."
    )


class RehearsalSerializer(StepSerializer):
    """A rehearsal has results as a survey's are, of people who are made up."""

    simulated = serializers.BooleanField(help_text="Always true: nobody's answer is in it.")
    seed = serializers.IntegerField(help_text="The same one gives the same people and reports.")
    truth = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()),
        help_text="Question, answer, share: what the people are drawn from.",
    )
    truth_of_numbers = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()),
        required=False,
        help_text=(
            "Only where a mean or a distribution is asked for: number, `mean`, in its unit; where it may be skipped "
            "the mean of those who answered, and `answered`, their share."
        ),
    )
    crosstabs = CrossTableSerializer(many=True, help_text="Planned pairs.")
