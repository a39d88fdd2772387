"""Every DRF view passes the Door, which refuses a view that does not say what it does to what."""

from typing import TYPE_CHECKING

from django.core.exceptions import ImproperlyConfigured
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from datahub.accounts.models import Person, Token
from datahub.api.parameters import check_query, parameters_of
from datahub.api.ref import Ref
from datahub.policies.decide.conditions import NOTHING_KNOWN, Context
from datahub.policies.decide.rules import OPERATIONS
from datahub.policies.errors import Hidden, Refused
from datahub.policies.services import Permit, authorise
from datahub.policies.watch.services import note

if TYPE_CHECKING:
    from rest_framework.views import APIView  # rest_framework.views imports this module by its name in the settings


class Door(BasePermission):
    """A view states `operations` (method -> operation) and `ref(request, **kwargs)`, or `public = "why"`.

    It may state `context(request, **kwargs)`: what is known of a use of a data set, and `looks`, the methods that read
    no row: a page asks them as often as it likes, and none is a use. `request.permit` is then the Permit. A view that
    states neither operations nor why it is public, or both, fails before anything happens. Whoever was let in is told
    of query parameters that the operation does not know.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        method = "GET" if request.method == "HEAD" else request.method or ""
        if method == "OPTIONS" or getattr(view, method.lower(), None) is None:
            raise MethodNotAllowed(method)
        operation = stated_operation(view, method)
        if operation is not None:
            ref = view.ref(request, **view.kwargs)  # type: ignore[attr-defined]  # stated_operation made sure that the view has `ref`
            token = token_of(request)
            is_use = method not in getattr(view, "looks", ())
            request.is_use = is_use  # type: ignore[attr-defined]  # permit_for_another reads this attribute
            context = view.context(request, **view.kwargs) if hasattr(view, "context") else NOTHING_KNOWN
            permit = _ask(request, operation, ref, token, context)
            request.permit = permit  # type: ignore[attr-defined]  # permit_of reads this attribute
        check_query(request.query_params, parameters_of(type(view), method))
        return True


def _ask(request: Request, operation: str, ref: Ref, token: Token | None, context: Context) -> Permit:
    """Returns the permit for an operation, and counts a use of a data set, permitted or refused, for its owner's watch:
    a refusal is always counted."""
    person = request.user if isinstance(request.user, Person) else None
    try:
        permit = authorise(viewer=request.user, token=token, operation=operation, ref=ref, context=context)
    except (Refused, Hidden):
        if person is not None:
            note(person=person, operation=operation, ref=ref, what="refused")
        raise
    if person is not None and getattr(request, "is_use", True):
        note(person=person, operation=operation, ref=ref, what="permitted")
    return permit


def permit_for_another(request: Request, operation: str, ref: Ref) -> Permit:
    """Returns a permit for what a body names beside the thing that the Door was asked about: Refused or Hidden, counted
    as a use."""
    return _ask(request, operation, ref, token_of(request), NOTHING_KNOWN)


def stated_operation(view: "APIView", method: str) -> str | None:
    """Returns the operation that a view states for a method; None for a public view. ImproperlyConfigured names a view
    that does not say."""
    name = f"{type(view).__module__}.{type(view).__qualname__}"
    public, operations = getattr(view, "public", ""), getattr(view, "operations", None)
    if public and operations is None:
        return None
    if public or operations is None:
        raise ImproperlyConfigured(f'{name} states neither `operations` nor `public = "why"`, or both')
    operation = operations.get(method)
    if operation not in OPERATIONS:
        raise ImproperlyConfigured(f"{name} states {operation!r} for {method}, which policies.rules does not know")
    if not callable(getattr(view, "ref", None)):
        raise ImproperlyConfigured(f"{name} states operations, but no ref() that says on what")
    return str(operation)


def token_of(request: Request) -> Token | None:
    """Returns the token with which a program asks; None in a session."""
    return request.auth if isinstance(request.auth, Token) else None


def permit_of(request: Request) -> Permit:
    """Returns the Permit that the Door has put on the request."""
    permit = request.permit  # type: ignore[attr-defined]  # the Door sets the permit on every view that is not public
    if not isinstance(permit, Permit):
        raise TypeError("the Door left no permit on this request")
    return permit
