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
    """TokenWishRefused says that a token cannot be made as asked: its scopes or its end are not possible."""

    code = "invalid"
    status = 400


class LinkRefused(Problem):
    code = "link_refused"
    status = 403


class LinkSpent(Problem):
    code = "link_spent"
    status = 410


class TooMany(Problem):
    """TooMany says that a person already has as many of these things as one person may have."""

    code = "too_many"
    status = 409


class LastAdministrator(Problem):
    """An organisation that nobody looks after could never be changed again."""

    code = "last_administrator"
    status = 409


class NameTaken(Problem):
    code = "name_taken"
    status = 409


class NoMember(Problem):
    """This person is no member of the organisation, and only members are in its teams."""

    code = "no_member"
    status = 409
