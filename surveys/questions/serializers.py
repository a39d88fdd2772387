"""This module describes the JSON of a questionnaire's items, one serializer a type. Their types judge them; these
describe them."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from datahub.api.serializers import DescribedTextField
from mechanisms.ldp.numbers.grid import WIDEST
from surveys.questions import limits as rules
from surveys.questions import number_estimate as estimates

ID = r"^[a-z][a-z0-9_]{0,31}$"
DECIMAL = r"^-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$"


# The pattern excludes the same characters as questions/checks.py.
_UNSEEN = r"\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff"
TEXT, LINE = rf"^[^{_UNSEEN}]*$", rf"^[^\t\n{_UNSEEN}]*$"


def written(most: int, *, pattern: str = LINE, **options: Any) -> DescribedTextField:
    return DescribedTextField(pattern, max_length=most, allow_blank=True, trim_whitespace=False, **options)


def only(kind: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=[kind])


class OptionSerializer(serializers.Serializer[Any]):
    id = serializers.RegexField(ID)
    label = written(rules.LABEL)  # type: ignore[assignment]  # DRF's property of this name is not used


class ChoiceSerializer(OptionSerializer):
    exclusive = serializers.BooleanField(help_text="Cannot be given together with another option.")


class PointLabelSerializer(serializers.Serializer[Any]):
    point = serializers.IntegerField(min_value=-rules.FURTHEST_POINT, max_value=rules.FURTHEST_POINT)
    label = written(rules.LABEL)  # type: ignore[assignment]  # DRF's property of this name is not used


class ScalePointsSerializer(serializers.Serializer[Any]):
    least = serializers.IntegerField(min_value=-rules.FURTHEST_POINT, max_value=rules.FURTHEST_POINT)
    most = serializers.IntegerField(min_value=-rules.FURTHEST_POINT, max_value=rules.FURTHEST_POINT)
    least_label = written(rules.LABEL)
    most_label = written(rules.LABEL)
    labels = PointLabelSerializer(
        many=True,
        required=False,
        help_text="Of points between the ends, each at most once. Missing where none has one.",
    )


class NumberEstimateSerializer(serializers.Serializer[Any]):
    """The estimate of a number is made of places on a grid; a number beyond the bounds counts as the bound."""

    of = serializers.ChoiceField(choices=estimates.WANTED)
    low = serializers.IntegerField(min_value=-estimates.FURTHEST_NUMBER, max_value=estimates.FURTHEST_NUMBER)
    high = serializers.IntegerField(min_value=-estimates.FURTHEST_NUMBER, max_value=estimates.FURTHEST_NUMBER)
    steps = serializers.IntegerField(
        min_value=1,
        max_value=max(estimates.MOST_STEPS.values()),
        help_text=f"Publishing takes at most {estimates.MOST_STEPS[estimates.DISTRIBUTION]} of a distribution.",
    )


class NumberBinsSerializer(serializers.Serializer[Any]):
    """A bin is from an edge to under the next; `least` and `most` are what the page takes."""

    edges = serializers.ListField(child=serializers.RegexField(DECIMAL), max_length=rules.MOST_EDGES)
    unit = written(rules.UNIT)
    least = serializers.RegexField(DECIMAL, allow_null=True)
    most = serializers.RegexField(DECIMAL, allow_null=True)
    estimate = NumberEstimateSerializer(
        required=False, help_text="Missing for bins. With it there are no edges, no least and no most."
    )


class SliderTrackSerializer(serializers.Serializer[Any]):
    """A slider goes from `low` to `high` of its number's estimate, or from `least` to `most` of its bins."""

    step = serializers.IntegerField(
        min_value=1,
        max_value=WIDEST,
        help_text=f"Divides the way between the bounds into at most {rules.MOST_POSITIONS} whole steps.",
    )
    least_label = written(rules.LABEL)
    most_label = written(rules.LABEL)


class DateBinsSerializer(serializers.Serializer[Any]):
    """A bin is from an edge to before the next; `least` and `most` are what the page takes."""

    edges = serializers.ListField(child=serializers.DateField(), max_length=rules.MOST_EDGES)
    least = serializers.DateField(allow_null=True)
    most = serializers.DateField(allow_null=True)


class ItemSerializer(serializers.Serializer[Any]):
    id = serializers.RegexField(ID)
    text = written(rules.TEXT, pattern=TEXT)
    help = written(rules.HELP, pattern=TEXT)
    show_if = written(rules.CONDITION, help_text="Empty, or an expression over earlier questions.")


class QuestionSerializer(ItemSerializer):
    may_skip = serializers.BooleanField()


class YesNoSerializer(QuestionSerializer):
    type = only("yes_no")
    options = OptionSerializer(many=True)


class SingleChoiceSerializer(QuestionSerializer):
    type = only("single_choice")
    options = OptionSerializer(many=True)
    shuffle = serializers.BooleanField()


class DropdownSerializer(SingleChoiceSerializer):
    type = only("dropdown")


class ScaleSerializer(QuestionSerializer):
    type = only("scale")
    scale = ScalePointsSerializer()


class NumberSerializer(QuestionSerializer):
    type = only("number")
    number = NumberBinsSerializer()


class SliderSerializer(NumberSerializer):
    type = only("slider")
    slider = SliderTrackSerializer()


class DateSerializer(QuestionSerializer):
    type = only("date")
    date = DateBinsSerializer()


class MultipleChoiceSerializer(QuestionSerializer):
    type = only("multiple_choice")
    options = ChoiceSerializer(many=True)
    most_choices = serializers.IntegerField(min_value=1, max_value=rules.MOST_CHOICES, allow_null=True)
    shuffle = serializers.BooleanField()


class MatrixSerializer(QuestionSerializer):
    type = only("matrix")
    rows = OptionSerializer(many=True)
    options = OptionSerializer(many=True)


class RankingSerializer(QuestionSerializer):
    type = only("ranking")
    rows = OptionSerializer(many=True, help_text="What is put in order, each answered with its rank.")
    shuffle = serializers.BooleanField(help_text="Whether each device shows them in an order of its own at first.")


class SectionSerializer(ItemSerializer):
    type = only("section")


class ConsentSerializer(ItemSerializer):
    type = only("consent")
    label = written(rules.LABEL)  # type: ignore[assignment]  # DRF's property of this name is not used


class PageSerializer(ItemSerializer):
    type = only("page")
    shuffle = serializers.BooleanField(help_text="Whether each device draws its own order of this page's questions.")


SERIALIZERS = {
    "yes_no": YesNoSerializer,
    "single_choice": SingleChoiceSerializer,
    "dropdown": DropdownSerializer,
    "scale": ScaleSerializer,
    "number": NumberSerializer,
    "slider": SliderSerializer,
    "date": DateSerializer,
    "multiple_choice": MultipleChoiceSerializer,
    "matrix": MatrixSerializer,
    "ranking": RankingSerializer,
    "section": SectionSerializer,
    "consent": ConsentSerializer,
    "page": PageSerializer,
}
ITEMS = PolymorphicProxySerializer(
    component_name="Item",
    serializers={**SERIALIZERS},
    resource_type_field_name="type",
    many=True,
)


@extend_schema_field(ITEMS)
class ItemsField(serializers.ListField):
    """This is a list of items, each of its own type."""
