"""/budgets: shows how much may still be learned about which people, in the viewer's share and, for the owner, in
all."""

from collections.abc import Mapping
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from datahub.accounts.models import Person, Token
from datahub.accounts.views.me import person_of
from datahub.api.paging import CursorPage
from datahub.api.ref import PLATFORM, Ref
from datahub.ledger import selectors
from datahub.ledger.errors import NoBudget
from datahub.ledger.people import people_of
from datahub.ledger.rules import Cap
from datahub.ledger.serializers import (
    BudgetInListSerializer,
    BudgetSerializer,
    BudgetUseSerializer,
    LimitSerializer,
    told,
    told_in_list,
    told_uses,
)
from datahub.ledger.services.limits import set_limit
from datahub.policies.decide.vocabulary import OWNER
from datahub.policies.errors import Hidden, Refused
from datahub.policies.permissions import permit_of
from datahub.policies.selectors import refs_with_role
from datahub.policies.services import Permit, authorise


class BudgetListView(APIView):
    """These are the budgets of the data that the viewer owns, and of the data that the viewer has asked."""

    operations: Mapping[str, str] = {"GET": "dataset.list"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = "people"

    def ref(self, request: Request) -> Ref:
        return PLATFORM

    @extend_schema(operation_id="budgets_list", responses=BudgetInListSerializer(many=True))
    def get(self, request: Request) -> Response:
        viewer = permit_of(request).viewer
        owned = refs_with_role(request.user, "dataset", OWNER) if isinstance(request.user, Person) else []
        page = CursorPage()
        accounts = page.paginate_queryset(selectors.budgets_for(viewer, owned), request, view=self)
        views = [selectors.budget_of(Ref.parse(row.people), viewer, everything=False) for row in accounts]
        return page.get_paginated_response(told_in_list(views, person_of(request)))


class BudgetOfDataSetView(APIView):
    """This is the viewer's own share of the budget of a data set, for whoever may know that the data set exists."""

    operations: Mapping[str, str] = {"GET": "dataset.read_metadata"}

    def ref(self, request: Request, id: UUID) -> Ref:
        return Ref("dataset", str(id))

    @extend_schema(operation_id="budget_of_dataset", responses=BudgetSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        people = the_people(request)
        everything = sees_everything(request, people)
        return Response(
            told(selectors.budget_of(people, permit_of(request).viewer, everything=everything), person_of(request))
        )


class LimitsOfDataSetView(APIView):
    """The owner sets how much may be learned of the people in all, and by one analyst."""

    operations: Mapping[str, str] = {"PUT": "budget.set"}

    def ref(self, request: Request, id: UUID) -> Ref:
        return Ref("dataset", str(id))

    @extend_schema(operation_id="budget_limit_set", request=LimitSerializer, responses=BudgetSerializer)
    def put(self, request: Request, id: UUID) -> Response:
        """Sets a limit of a budget, not below what is spent and reserved: what was learned stays learned."""
        serializer = LimitSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields, people = serializer.validated_data, the_people(request)
        permit = permit_to_limit(request, people)
        account = Ref.parse(fields["account"]) if "account" in fields else people
        cap = Cap(rho=fields["rho"], delta=fields["delta"], epsilon=fields["epsilon"])
        set_limit(permit=permit, account=account, people=people, cap=cap)
        return Response(told(selectors.budget_of(people, permit.viewer, everything=True), person_of(request)))


class UsesOfDataSetView(APIView):
    """These are the uses of a budget: the owner sees all of them, others see their own."""

    operations: Mapping[str, str] = {"GET": "dataset.read_metadata"}
    pagination_class = CursorPage  # the OpenAPI document shows this pagination
    ordering = "-reserved_at"

    def ref(self, request: Request, id: UUID) -> Ref:
        return Ref("dataset", str(id))

    @extend_schema(operation_id="budget_uses_of_dataset", responses=BudgetUseSerializer(many=True))
    def get(self, request: Request, id: UUID) -> Response:
        people = the_people(request)
        spends = selectors.spends_of(people, permit_of(request).viewer, everything=sees_everything(request, people))
        page = CursorPage()
        return page.get_paginated_response(told_uses(page.paginate_queryset(spends, request, view=self)))


class BudgetOfPeopleView(APIView):
    """The owner sees the budget of people, whichever of their data sets names it."""

    operations: Mapping[str, str] = {"GET": "budget.read"}

    def ref(self, request: Request, id: UUID) -> Ref:
        return Ref("lineage", str(id))

    @extend_schema(operation_id="budget_of_people", responses=BudgetSerializer)
    def get(self, request: Request, id: UUID) -> Response:
        permit = permit_of(request)
        return Response(told(selectors.budget_of(permit.ref, permit.viewer, everything=True), person_of(request)))


def the_people(request: Request) -> Ref:
    """Returns the people behind the data. Joined data have several: then the first of them, because each of the others
    is on a page of its own."""
    people = sorted(people_of(permit_of(request)), key=str)
    if not people:
        raise NoBudget("No people stand behind these data, so there is no budget.")
    return people[0]


def permit_to_limit(request: Request, people: Ref) -> Permit:
    """Returns a permit to limit the people. The Door has admitted an owner of the data set; only the owner of the
    original decides for its people."""
    try:
        return _ask(request, "budget.set", people)
    except Hidden:
        raise Refused("This is a copy. Whoever owns the original sets the budget of the people behind it.") from None


def sees_everything(request: Request, people: Ref) -> bool:
    try:
        _ask(request, "budget.read", people)
    except (Hidden, Refused):
        return False
    return True


def _ask(request: Request, operation: str, people: Ref) -> Permit:
    token = request.auth if isinstance(request.auth, Token) else None
    return authorise(viewer=request.user, token=token, operation=operation, ref=people)
