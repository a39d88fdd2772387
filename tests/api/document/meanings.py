"""Refusals of what the document allows: what they are about is in no JSON schema."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Meaning:
    operations: str
    texts: str  # The pattern matches the path of a field and its message.
    reason: str

    def covers(self, operation: str, text: str) -> bool:
        return re.search(self.operations, operation) is not None and re.search(self.texts, text) is not None


PLANS = r"POST /api/v1/datasets/\{id\}/(versions/\{number\}/)?(syntheses|anonymisations|counts)/|/measured-reports/"
POLICIES = r"POST /api/v1/policies/(tests/|explanations/)?$"
DRAFTS = r"(POST|PATCH) /api/v1/surveys/(\{id\}/|import/(surveyjs/)?)?$"
RESULTS = r"/api/v1/surveys/\{id\}/(results/|plan/)"
UNKNOWN = "is not known here"
MEANINGS = (
    Meaning("^GET ", "^This is no cursor of DataHub", "A cursor is opaque: only the server can tell one."),
    Meaning(
        "", rf"^(organisation|person|team|people\.\d+|teams\.\d+): .*{UNKNOWN}", "Who there is, is in the database."
    ),
    Meaning("", "data_set: .*no data set that you may|^population: It is no data set", "Whose data it is, too."),
    Meaning(
        "/results/weighted/$",
        "^margins: (Each question, and each answer|has no results|names other answers|does not add up)",
        "Distinct names, those of this survey's answers, and shares that add up.",
    ),
    Meaning("/datasets/", "organisation: is not named", "An audience of an organisation needs one."),
    Meaning("/uploads/$", "size: The file has", "The installation says how large."),
    Meaning("/deletion/$", "^confirm: is not the (name|title)", "The name of the very thing."),
    Meaning("", "^expires_at: .*(to come|has passed|at most|future)", "Whether a time has passed."),
    Meaning(
        "", "epsilon.*: is [0-9.]+; it is above 0|delta.*: is [0-9.]+; it is above 0", "A text has no least number."
    ),
    Meaning(
        "", "Ensure this value is (greater|less) than or equal to [0-9.E-]+", "A decimal text has no least number."
    ),
    Meaning("", "(is not greater than 0|does not lie between 0 and 1|No noise is worth so little)", "The same."),
    Meaning("limits/$", "The people's own account needs a limit", "Which account it is decides what it needs."),
    Meaning("limits/$", "account", "Accounts are in the database."),
    Meaning(
        "evaluations/$", "epsilons: |answers: |people: ", "The range of decimals in texts, and products of fields."
    ),
    Meaning("evaluations/$", "A (sample|law)|cannot be evaluated", "What a population needs."),
    Meaning("POST /api/v1/policies/explanations/|tests/", "A delta needs its epsilon", "One field needs another."),
    Meaning(POLICIES, "names one twice|->", "Distinct names of objects in a list, and no circles."),
    Meaning(
        POLICIES,
        rf"(groups|columns(\.\d+)?|mechanisms(\.\d+)?|role|value): .*({UNKNOWN}|is no )",
        "Names of this data set.",
    ),
    Meaning(
        POLICIES,
        "cannot be compared by|needs another type of value|is no (time|number)|needs a zone",
        "Types of attributes.",
    ),
    Meaning(
        POLICIES,
        "forbids, so it can have no limits|keeps no|cannot (be )?ke?pt?|is kept",
        "Limits follow the operation.",
    ),
    Meaning(
        "/policies/places/", f"role: .*({UNKNOWN}|no role|is not in the policy)|until|purpose", "Roles of this policy."
    ),
    Meaning("/alarms/", "seen: An alarm cannot be made unseen", "A state that is not undone."),
    Meaning("POST /api/v1/(invitations|roles)/$", f"role: {UNKNOWN}", "Each kind of subject has roles of its own."),
    Meaning("roles/explanation/", f"operation: {UNKNOWN}", "Each kind of subject has operations of its own."),
    Meaning("/anonymisations/{id}/releases/", "candidate: is none of them", "How many there are."),
    Meaning(
        PLANS, r"^(plan\.)?(columns|candidates|hierarchy|context|parents|children|missing)", "Columns of this version."
    ),
    Meaning(PLANS, "has no meaning for the engine|which is not installed here", "Parts follow the engine."),
    Meaning(
        PLANS, "not declared; declared are|is no column|is not a column|names? .* twice|is none of", "Columns of it."
    ),
    Meaning(
        PLANS,
        r"^(together|target|group|groups|impossible|divided_by|shares|population|boxes|rows|column)\b",
        "The same.",
    ),
    Meaning(PLANS, "squared_length", "At most the number of columns."),
    Meaning("versions/{number}/$", "^columns|^format", "Columns of the file, and what each type of them needs."),
    Meaning("/recipients/|/links/", "columns", "Columns of the release."),
    Meaning("access-requests/", "said: is empty|role|purpose", "What a step needs, and roles of this policy."),
    Meaning("surveys/import/surveyjs/$", "", "The form is SurveyJS's own; what is taken of it is told in words."),
    Meaning("surveys/import/form/$", "", "The file is another program's; what is taken of it is told in words."),
    Meaning("surveys/import/$", "", "The form of the file is /schemas/draft.json, published beside the document."),
    Meaning(DRAFTS, r"translations\..*(language tag|is text|at most|cannot be seen)", "Names of properties."),
    Meaning(DRAFTS, r"(opens_at|closes_at): is null or a time", "Days that no month has."),
    Meaning(
        DRAFTS,
        r"(cap_reports|aim\.people): is a whole number",
        "7609.0, an integer to a schema: a digest would tell it from 7609.",
    ),
    Meaning(DRAFTS, r"^questions|^pairs|^levels|\d+ entries", "What is asked, judged by rules.items."),
    Meaning(
        RESULTS, f"(question|rows|columns|a|b): {UNKNOWN}|what: is not in this version", "Questions of this version."
    ),
    Meaning(RESULTS, "mix|half_widths|reports|seed|epsilon", "Lists in one text."),
)


def is_of_meaning(operation: str, text: str) -> bool:
    return any(meaning.covers(operation, text) for meaning in MEANINGS)
