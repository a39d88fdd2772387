"""Releases raise these errors. `Refused` of `reading`, which is about a file, is not among them."""

from datahub.api.problem import Problem


class NotInThisState(Problem):
    """The state of the release does not allow this step."""

    code = "not_in_this_state"
    status = 409


class SamePerson(Problem):
    """The person who made a release may not approve it."""

    code = "second_person_needed"
    status = 403


class NotPermitted(Problem):
    """The role that lets somebody do this sets a limit that the plan does not keep."""

    code = "limit_of_role"
    status = 403


class MakerMayNotRelease(Problem):
    """The person who made a release that waits may not make it any more: a second person approves beside them, and not
    for them."""

    code = "maker_may_not_release"
    status = 409


class MakerMayNotCompare(Problem):
    """The person who made a release that waits may not compare with its population any more, or the population is
    gone."""

    code = "maker_may_not_compare"
    status = 409


class WishRefused(Problem):
    """The fields of a request for a release are not valid; `fields` names the wrong ones."""

    code = "invalid"


class LinkRefused(Problem):
    """The link is unknown, expired or revoked, its release is withdrawn, or its maker is not allowed to give it: always
    the same answer."""

    code = "download_refused"
    status = 404


class NothingSealed(Problem):
    """The release has no file: it is being made, was blocked or refused, or is withdrawn."""

    code = "nothing_released"
    status = 409


class OutOfRoom(Problem):
    """The disk has no room for the file. Nothing of it is left."""

    code = "out_of_room"
    status = 507


class NoMemoryFiles(Problem):
    """The system has no files in memory, without which a table would stand on a disk unsealed; so none is made."""

    code = "no_memory_files"
    status = 503
