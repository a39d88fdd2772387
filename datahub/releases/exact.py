"""Figures that are computed from rows without noise may be told only to whoever may see the rows.

Anybody else is told of a release once it has left, and the people are written down as without a bound before that.
"""

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.policies.services import Permit, may
from datahub.releases.errors import NotPermitted


def sees_rows(viewer: Person, data_set: Ref) -> bool:
    """Returns whether this person may see rows of the data set now, by whatever token they ask."""
    return may(viewer=viewer, operation="dataset.see_rows", ref=data_set)


def may_see_rows(viewer: Ref, data_set: Ref) -> bool:
    """Returns whether a person named by reference, as in a job, may see the rows; nobody whose account is gone sees
    any."""
    person = Person.objects.filter(pk=viewer.id).first()
    return person is not None and sees_rows(person, data_set)


def keeps_figures_back(permit: Permit) -> bool:
    """Returns whether a rule that permits somebody to anonymise asks for a second person, or for more people behind a
    number.

    Exact figures keep neither: they tell of single people, and before anybody is asked. The right to figures may stand
    in another rule, which can have no such limit.
    """
    return any(limits.four_eyes or limits.minimum_cohort for limits in permit.ways)


def check_figures(permit: Permit) -> None:
    """Refuses exact figures to a role that keeps them back. NotPermitted where the rules by which somebody anonymises
    keep exact figures back."""
    if keeps_figures_back(permit):
        raise NotPermitted(
            "Your role asks for a second person, or for more people behind each number, which exact figures do not "
            "keep. Ask for a release without them; whoever approves it sees the figures."
        )
