"""Policies refuse requests, jobs that have not begun, and wrong roles, invitations and policies with these errors."""

from datahub.api.errors import Missing
from datahub.api.problem import Problem


class SignInNeeded(Problem):
    code = "not_authenticated"
    status = 401


class Refused(Problem):
    code = "permission_denied"
    status = 403


class Hidden(Missing):
    """A thing that the viewer may not know of answers exactly like a thing that does not exist."""


class TokenRevoked(Problem):
    """The token that asked for a job was revoked before the job had begun."""

    code = "token_revoked"
    status = 403


class TokenExpired(Problem):
    """The token that asked for a job expired before the job had begun."""

    code = "token_expired"
    status = 403


class TokenTooNarrow(Problem):
    """The token that asked for a job has no scope any more that covers it."""

    code = "token_too_narrow"
    status = 403


class LastOwner(Problem):
    code = "last_owner"
    status = 409


class RoleRefused(Problem):
    """The thing does not have this role, or this holder cannot have it."""

    code = "invalid"
    status = 400


class InvitationRefused(Problem):
    """The invitation is unknown, used, revoked, expired, of another address, or of somebody who may invite no more:
    always the same answer."""

    code = "invitation_refused"
    status = 404


class PolicyRefused(Problem):
    """A policy could never do what it says; `fields` names where."""

    code = "policy_refused"
    status = 400


class LimitUnkept(PolicyRefused):
    """The operation does not keep the limit of a rule: the limit would refuse everybody, or nobody would apply it."""

    code = "limit_unkept"


class OperationUnbuilt(PolicyRefused):
    """A rule is about an operation that no code carries out yet."""

    code = "operation_unbuilt"


class MechanismUnused(PolicyRefused):
    """The rule names mechanisms with which nobody could do what the rule permits."""

    code = "mechanism_unused"


class PolicyLoop(Problem):
    """A role would come back to a person who passed it on, or a group would contain itself."""

    code = "policy_loop"
    status = 400


class PolicyChanged(Problem):
    """Somebody else saved a version of the policy in the meantime."""

    code = "policy_changed"
    status = 409
