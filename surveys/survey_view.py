"""Views of one survey share this base: it names the survey that the Door checks."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.views import APIView

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from surveys.models import Survey


def viewer_of(request: Request) -> Person:
    if not isinstance(request.user, Person):
        raise TypeError("the Door let somebody in who is not signed in")
    return request.user


class OfSurvey(APIView):
    """This is a view of one survey: the Door is asked about it."""

    # The Door passes all arguments of the URL.
    def ref(self, request: Request, id: UUID, **kwargs: Any) -> Ref:  # noqa: ARG002
        return Ref("survey", str(id))


def survey_of(id: UUID) -> Survey:
    return get_object_or_404(Survey, pk=id)
