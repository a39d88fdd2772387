"""The four things a person may be on the platform, and what each may do there. One person may be several. No Django.

A person is all of them until an administrator withholds one. Whoever answers a survey needs no account, so that being a
data provider can be withheld from nobody: what it permits is choosing a level of privacy on the answer page.
"""

from collections.abc import Mapping

DATA_OWNER, DATA_PROVIDER, DATA_USER, ALGORITHM_PROVIDER = (
    "data_owner",
    "data_provider",
    "data_user",
    "algorithm_provider",
)
ROLES = (DATA_OWNER, DATA_PROVIDER, DATA_USER, ALGORITHM_PROVIDER)
WITHHELD = frozenset({DATA_OWNER, DATA_USER, ALGORITHM_PROVIDER})  # those that can be

MAY: Mapping[str, tuple[str, ...]] = {  # operations on the platform; on things, roles of the thing decide
    DATA_OWNER: ("dataset.create",),
    DATA_PROVIDER: (),
    DATA_USER: ("dataset.list", "access_request.create", "access_request.list", "survey.create"),
    ALGORITHM_PROVIDER: (),  # operations come with the room of algorithms
}
