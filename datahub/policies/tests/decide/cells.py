"""This is the decision table of DataHub, written by hand: every cell that is not written here is a refusal.

A cell is an operation, a viewer and a thing. It is written beside the name of the rule that must have permitted it.
"""

from datahub.policies.tests.decide import dataset_cells
from datahub.policies.tests.decide.viewers import (
    EVERY_PLATFORM,
    KINDS,
    PROVEN,
    SESSIONS,
    anyones,
    beside_owner,
    by,
    of,
    owned,
    tokens,
)

# For each operation and rule, the viewers and the things that the rule permits.
TABLE: dict[str, dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]] = {
    "survey.create": {"who-proved-an-address-creates-surveys": [(PROVEN + tokens("write", "all"), EVERY_PLATFORM)]},
    "survey.list": {"everyone-lists-their-surveys": [(SESSIONS + tokens("read", "write", "all"), EVERY_PLATFORM)]},
    "survey.read": {
        "an-owner-reads-the-survey": owned("survey", "read", "write", "all"),
        "an-editor-reads-the-survey": beside_owner("editor"),
        "an-analyst-reads-the-survey": beside_owner("analyst"),
        "a-viewer-reads-the-survey": beside_owner("viewer"),
        "a-steward-reads-the-survey": beside_owner("steward"),
    },
    "role.give_up": {
        "an-owner-gives-up-their-role": owned("survey"),
        "an-editor-gives-up-their-role": beside_owner("editor"),
        "an-analyst-gives-up-their-role": beside_owner("analyst"),
        "a-viewer-gives-up-their-role": beside_owner("viewer"),
        "a-steward-gives-up-their-role": beside_owner("steward"),
    },
    "survey.edit": {
        "an-owner-edits-the-survey": owned("survey", "write", "all"),
        "an-editor-edits-the-survey": beside_owner("editor"),
    },
    "survey.publish": {
        "an-owner-publishes-the-survey": owned("survey", "write", "all"),
        "an-editor-publishes-the-survey": beside_owner("editor"),
    },
    "survey.pause": {
        "an-owner-pauses-the-survey": owned("survey", "write", "all"),
        "an-editor-pauses-the-survey": beside_owner("editor"),
        "a-steward-pauses-the-survey": beside_owner("steward"),
    },
    "survey.close": {
        "an-owner-closes-the-survey": owned("survey", "write", "all"),
        "an-editor-closes-the-survey": beside_owner("editor"),
        "a-steward-closes-the-survey": beside_owner("steward"),
    },
    "survey.archive": {
        "an-owner-archives-the-survey": owned("survey", "write", "all"),
    },
    "survey.delete": {
        "an-owner-deletes-the-survey": owned("survey", "write", "all"),
        "a-steward-deletes-the-survey": beside_owner("steward"),
    },
    "survey.results": {
        "an-owner-reads-results": owned("survey", "read", "write", "all"),
        "an-editor-reads-results": beside_owner("editor"),
        "an-analyst-reads-results": beside_owner("analyst"),
        "a-viewer-reads-results": beside_owner("viewer"),
    },
    "survey.export": {
        "an-owner-exports-results": owned("survey", "read", "write", "all"),
        "an-analyst-exports-results": beside_owner("analyst"),
    },
    "role.list": {
        "an-owner-sees-who-has-which-role": owned("survey"),
        "a-steward-sees-who-has-which-role": beside_owner("steward"),
        **dataset_cells.ROLE_LIST,
    },
    "role.grant": {
        "an-owner-grants-roles": owned("survey"),
        **dataset_cells.ROLE_GRANT,
    },
    "role.revoke": {
        "an-owner-revokes-roles": owned("survey"),
        **dataset_cells.ROLE_REVOKE,
    },
    "role.explain": {
        "an-owner-asks-what-others-may": owned("survey"),
        **dataset_cells.ROLE_EXPLAIN,
    },
    "invitation.list": {
        "an-owner-sees-invitations": owned("survey"),
        "a-head-sees-invitations": by("head", "organisation"),
    },
    "invitation.create": {
        "an-owner-invites-to-the-survey": owned("survey"),
        "a-head-invites-to-the-organisation": by("head", "organisation"),
    },
    "invitation.revoke": {
        "an-owner-revokes-invitations": owned("survey"),
        "a-head-revokes-invitations": by("head", "organisation"),
    },
    "report.bulk": {"a-program-sends-reports-in-bulk": [(tokens("bulk", "all"), EVERY_PLATFORM)]},
    "token.list": {"everyone-lists-their-tokens": [(SESSIONS, EVERY_PLATFORM)]},
    "token.create": {"everyone-creates-tokens": [(SESSIONS, EVERY_PLATFORM)]},
    "token.read": {"an-owner-reads-the-token": owned("token"), "an-administrator-reads-tokens": anyones("token")},
    "token.revoke": {"an-owner-revokes-the-token": owned("token"), "an-administrator-revokes-tokens": anyones("token")},
    "job.list": {"everyone-lists-their-jobs": [(SESSIONS, EVERY_PLATFORM)]},
    "job.create": {"an-administrator-asks-for-upkeep": [(("administrator",), EVERY_PLATFORM)]},
    "job.read": {"an-owner-reads-the-job": owned("job"), "an-administrator-reads-jobs": anyones("job")},
    "job.cancel": {"an-owner-cancels-the-job": owned("job"), "an-administrator-cancels-jobs": anyones("job")},
    "audit.read": {
        "an-administrator-reads-the-log": [(("administrator",), EVERY_PLATFORM)],
        "an-owner-reads-the-log-of-a-thing": [cell for kind in KINDS for cell in owned(kind)],
        "an-administrator-reads-the-log-of-a-thing": [
            (("administrator",), (*of(kind, "nobody", "somebody"), f"{kind} missing")) for kind in KINDS
        ],
        "a-steward-reads-the-log-of-the-survey": beside_owner("steward"),
        "a-head-reads-the-log-of-the-organisation": [(("head",), of("organisation", "nobody", "somebody"))],
    },
    "evaluation.create": {"who-proved-an-address-evaluates": [(PROVEN + tokens("write", "all"), EVERY_PLATFORM)]},
    "evaluation.list": {
        "everyone-lists-their-evaluations": [(SESSIONS + tokens("read", "write", "all"), EVERY_PLATFORM)]
    },
    "evaluation.read": {"an-owner-reads-the-evaluation": owned("evaluation", "read", "write", "all")},
    "evaluation.cancel": {"an-owner-cancels-the-evaluation": owned("evaluation", "write", "all")},
    "evaluation.delete": {"an-owner-deletes-the-evaluation": owned("evaluation", "write", "all")},
    "me.read": {"everyone-reads-their-account": owned("person")},
    "me.edit": {"everyone-edits-their-account": owned("person")},
    "invitation.accept": {"who-proved-an-address-accepts": [(PROVEN, EVERY_PLATFORM)]},
    "organisation.create": {"who-proved-an-address-creates-organisations": [(PROVEN, EVERY_PLATFORM)]},
    "organisation.list": {"everyone-lists-their-organisations": [(SESSIONS, EVERY_PLATFORM)]},
    "organisation.read": {
        "a-head-reads-the-organisation": by("head", "organisation"),
        "a-member-reads-the-organisation": by("member", "organisation"),
    },
    "organisation.edit": {"a-head-edits-the-organisation": by("head", "organisation")},
    "organisation.leave": {
        "a-head-leaves-the-organisation": by("head", "organisation"),
        "a-member-leaves-the-organisation": by("member", "organisation"),
    },
    **dataset_cells.TABLE,
    "survey.fly": {},  # this operation does not exist
    "": {},
}
PERMITTED: dict[tuple[str, str, str], str] = {
    (operation, viewer, thing): rule
    for operation, rules in TABLE.items()
    for rule, cells in rules.items()
    for viewers, things in cells
    for viewer in viewers
    for thing in things
}
# The scopes with which a token may do each operation.
SCOPES_OF: dict[str, set[str]] = {operation: set() for operation in TABLE} | {
    "survey.create": {"surveys:write"},
    "survey.list": {"surveys:read", "surveys:write"},
    "survey.read": {"surveys:read", "surveys:write"},
    "survey.edit": {"surveys:write"},
    "survey.publish": {"surveys:write"},
    "survey.pause": {"surveys:write"},
    "survey.close": {"surveys:write"},
    "survey.archive": {"surveys:write"},
    "survey.delete": {"surveys:write"},
    "survey.results": {"surveys:read", "surveys:write"},
    "survey.export": {"surveys:read", "surveys:write"},
    "evaluation.create": {"surveys:write"},
    "evaluation.list": {"surveys:read", "surveys:write"},
    "evaluation.read": {"surveys:read", "surveys:write"},
    "evaluation.cancel": {"surveys:write"},
    "evaluation.delete": {"surveys:write"},
    "report.bulk": {"reports:bulk"},
    **dataset_cells.SCOPES_OF,
}
# The operation by which a viewer knows that a thing exists; to all other signed-in viewers it must look missing.
KNOWING: dict[str, str] = {
    "survey": "survey.read",
    "evaluation": "evaluation.read",
    "token": "token.read",
    "job": "job.read",
    "person": "me.read",
    "organisation": "organisation.read",
    "release": "release.read",
    **dataset_cells.KNOWING,
}
