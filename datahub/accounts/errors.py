"""These are the errors that accounts raise for a refused request, each with a code that keeps its meaning."""

from datahub.api.problem import Problem


class TokenRefused(Problem):
    code = "token_refused"
    status = 401


class CsrfRefused(Problem):
    code = "csrf_failed"
    status = 403


class AddressTaken(Problem):
    code = "address_taken"
    status = 409


class AddressRefused(Problem):
    code = "address_refused"
    status = 400


class PasswordRefused(Problem):
    code = "password_refused"
    status = 400


class TokenWishRefused(Problem):
    """A token cannot be made as asked: its scopes or its end are not possible."""

    code = "invalid"
    status = 400


class LinkRefused(Problem):
    code = "link_refused"
    status = 403


class LinkSpent(Problem):
    code = "link_spent"
    status = 410


class TooMany(Problem):
    """A person already has as many of these things as one person may have."""

    code = "too_many"
    status = 409


class LastAdministrator(Problem):
    """The change would leave an organisation without an administrator, so that nobody could change it again."""

    code = "last_administrator"
    status = 409


class NameTaken(Problem):
    code = "name_taken"
    status = 409


class NoMember(Problem):
    """The person is not a member of the organisation, and only members can be in its teams."""

    code = "no_member"
    status = 409
