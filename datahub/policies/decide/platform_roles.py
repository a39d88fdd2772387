"""A person may have four roles on the platform; these rules say what each permits. No Django.

A person has all four until an administrator withholds one. Whoever answers a survey needs no account, so that being a
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
WITHHELD = frozenset({DATA_OWNER, DATA_USER, ALGORITHM_PROVIDER})  # an administrator can withhold these roles

MAY: Mapping[str, tuple[str, ...]] = {  # each role permits operations on the platform; on a thing, its own roles decide
    DATA_OWNER: ("dataset.create",),
    DATA_PROVIDER: (),
    DATA_USER: ("dataset.list", "access_request.create", "access_request.list", "survey.create"),
    ALGORITHM_PROVIDER: (),  # the platform runs no algorithms yet
}
