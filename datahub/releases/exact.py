"""Who may be told what is worked out from rows without noise: whoever may see the rows.

Anybody else is told of a release once it has left, and the people are written down as without a bound before that.
"""

from datahub.accounts.models import Person
from datahub.api.ref import Ref
from datahub.policies.services import may


def sees_rows(viewer: Person, data_set: Ref) -> bool:
    """Whether this person may see rows of the data set now, by whatever token they ask."""
    return may(viewer=viewer, operation="dataset.see_rows", ref=data_set)


def may_see_rows(viewer: Ref, data_set: Ref) -> bool:
    """The same of somebody who is named by reference, as in a job; nobody sees rows whose account is gone."""
    person = Person.objects.filter(pk=viewer.id).first()
    return person is not None and sees_rows(person, data_set)
