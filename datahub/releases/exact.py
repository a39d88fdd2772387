"""Who may be told what is worked out from rows without noise: whoever may see the rows.

Anybody else is told of a release once it has left, and the people are written down as without a bound before that.
"""

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.policies.obligations import Obligations
from datahub.policies.services import may
from datahub.releases.errors import NotPermitted


def sees_rows(viewer: Person, data_set: Ref) -> bool:
    """Whether this person may see rows of the data set now, by whatever token they ask."""
    return may(viewer=viewer, operation="dataset.see_rows", ref=data_set)


def may_see_rows(viewer: Ref, data_set: Ref) -> bool:
    """The same of somebody who is named by reference, as in a job; nobody sees rows whose account is gone."""
    person = Person.objects.filter(pk=viewer.id).first()
    return person is not None and sees_rows(person, data_set)


def check_figures(limits: Obligations) -> None:
    """NotPermitted where a limit of the role cannot be kept by exact figures: a second person approves a release and no
    look, and the figures tell of single people."""
    if limits.four_eyes or limits.minimum_cohort:
        raise NotPermitted(
            "Your role asks for a second person, or for more people behind each number. Exact figures of candidates "
            "tell of single people, and before anybody is asked. Ask for a release without them; whoever approves it "
            "sees the figures."
        )
