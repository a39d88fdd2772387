"""These are examples of the bodies of requests and responses, for the OpenAPI document."""

from drf_spectacular.utils import OpenApiExample

VERDICT = OpenApiExample("approve", {"approved": True, "said": "Seen, with the report."}, request_only=True)
RECIPIENT = OpenApiExample(
    "two columns for a colleague",
    {
        "person": "7a0b5c1e-8a49-4d4e-9c0f-0b9f3f6f2f10",
        "columns": ["age", "income"],
        "expires_at": "2027-06-30T00:00:00Z",
    },
    request_only=True,
)
LINK = OpenApiExample("a week", {"columns": None, "expires_at": "2027-01-07T12:00:00Z"}, request_only=True)
FOLLOW = OpenApiExample(
    "download", {"secret": "w2xJ0e2mB0l7c0mT4gJq0o5nJw1H3kq8u5d2Y9vZc1A", "what": "csv"}, request_only=True
)
REPORT = OpenApiExample(
    "a report",
    {
        "state": "released",
        "rows": 48842,
        "guarantee": "5-anonymous, 2-diverse in occupation over {age, sex, country}",
        "promised": ["5-anonymous, 2-diverse in occupation over {age, sex, country}"],
        "not_promised": ["It says nothing about two releases together."],
        "risk": {
            "prosecutor_max": 0.2,
            "prosecutor_mean": 0.0421,
            "share_above_threshold": 0.0,
            "threshold": 0.2,
            "uniques": 0,
            "sensitive": [
                {
                    "column": "occupation",
                    "homogeneous_classes": 0,
                    "homogeneous_rows": 0.0,
                    "greatest_gain": 0.61,
                    "guess_before": 0.13,
                    "guess_after": 0.31,
                }
            ],
        },
        "utility": {
            "gcp": 0.031,
            "gcp_by_column": [{"column": "age", "gcp": 0.05}],
            "classes": 2056,
            "smallest_class": 5,
            "average_class_size": 4.75,
            "discernibility": 2100345,
            "suppressed": 0,
        },
        "before": None,
        "verified": [
            {
                "promise": "k-anonymity (k 5)",
                "outcome": "holds",
                "found": "5 in the worst class, of 5 rows; 0 of 2056 classes fail",
                "measured": "5",
                "class_rows": 5,
                "failing_classes": 0,
                "of": "model",
                "why": "worst",
                "about": {
                    "model": "k-anonymity",
                    "k": "5",
                    "measured": "5",
                    "rows": "5",
                    "failing": "0",
                    "classes": "2056",
                },
            }
        ],
    },
    response_only=True,
)
