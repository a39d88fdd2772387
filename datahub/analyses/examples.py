"""These are examples of the bodies of requests about analyses, for the OpenAPI document."""

from drf_spectacular.utils import OpenApiExample

ASK = OpenApiExample(
    "three candidates",
    {
        "version": 1,
        "plan": {
            "columns": [
                {"name": "name", "role": "identifying"},
                {
                    "name": "age",
                    "role": "quasi",
                    "hierarchy": {"kind": "intervals", "start": 0, "widths": [5, 10, 20], "top": 80},
                },
                {
                    "name": "country",
                    "role": "quasi",
                    "hierarchy": {"kind": "csv", "text": "France;Europe;*\nItaly;Europe;*\nJapan;Asia;*\n"},
                    "unlisted": "own branch",
                },
                {"name": "illness", "role": "sensitive"},
                {"name": "visits", "role": "insensitive"},
            ],
            "missing": "?",
        },
        "candidates": [
            {"models": [{"model": "k-anonymity", "k": 5}]},
            {"models": [{"model": "k-anonymity", "k": 10}]},
            {
                "models": [
                    {"model": "k-anonymity", "k": 5},
                    {"model": "t-closeness", "column": "illness", "distance": "equal", "t": "0.3"},
                ]
            },
        ],
    },
    request_only=True,
)
RELEASE = OpenApiExample(
    "for named recipients",
    {
        "candidate": 0,
        "title": "Visits of 2026, for the audit",
        "audience": "recipients",
        "licence": "CC BY 4.0",
        "citation": "Institute of Health (2026). Visits.",
    },
    request_only=True,
)
COUNT = OpenApiExample(
    "ages in intervals",
    {"column": "age", "hierarchy": {"kind": "intervals", "start": 0, "widths": [5, 10, 20], "top": 80}},
    request_only=True,
)
_MADE_OF = {
    "columns": [{"name": "age", "bins": 12}, {"name": "town"}, {"name": "income", "edges": ["1000", "5000", "20000"]}],
    "together": [["age", "town"]],
    "target": "income",
}
SYNTHESISE = OpenApiExample(
    "three columns",
    {"version": 1, "plan": {**_MADE_OF, "epsilon": "1", "delta": "0.000000001"}},
    request_only=True,
)
SYNTHESISE_NUMBERS = OpenApiExample(
    "numbers, divided by a choice",
    {
        "version": 1,
        "plan": {
            "engine": "gaussian",
            "columns": [{"name": "age"}, {"name": "income"}, {"name": "town"}],
            "divided_by": "town",
            "groups": [{"columns": ["age", "income"]}],
            "epsilon": "1",
            "delta": "0.000000001",
        },
    },
    request_only=True,
)
FORECAST = OpenApiExample(
    "for two budgets",
    {
        **_MADE_OF,
        "rows": 10000,
        "privacy": [{"epsilon": "0.5", "delta": "0.000000001"}, {"epsilon": "1", "delta": "0.000000001"}],
    },
    request_only=True,
)
RELEASE_ROWS = OpenApiExample(
    "for everybody",
    {
        "title": "Visits of 2026, synthetic",
        "audience": "public",
        "licence": "CC BY 4.0",
        "citation": "Institute of Health (2026). Visits, synthetic rows.",
        "rows": 5000,
    },
    request_only=True,
)
_MADE_OF_TWO = {
    "parents": {"key": "household", "columns": [{"name": "region"}, {"name": "tenure"}]},
    "children": {
        "data_set": "3b0c52a6-7a3f-4b0e-9c1d-2f5a8c1e4d77",
        "version": 1,
        "key": "household",
        "columns": [{"name": "age", "bins": 12}, {"name": "school"}],
    },
    "context": ["region"],
    "most": 4,
}
SYNTHESISE_TWO = OpenApiExample(
    "households and their members",
    {"version": 1, "plan": {**_MADE_OF_TWO, "epsilon": "2", "delta": "0.000000001"}},
    request_only=True,
)
FORECAST_OF_TWO = OpenApiExample(
    "for one budget",
    {
        **_MADE_OF_TWO,
        "parents_assumed": 5000,
        "children_assumed": 9000,
        "privacy": [{"epsilon": "2", "delta": "0.000000001"}],
    },
    request_only=True,
)
