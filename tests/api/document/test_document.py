"""The published document is up to date, and names every refusal in one shape."""

import pytest
from django.core.management import CommandError, call_command

from datahub.api.description.openapi import openapi
from datahub.api.management.commands import openapi as command


def test_the_description_in_the_docs_is_up_to_date_and_one_of_another_version_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call_command("openapi", "--check")
    monkeypatch.setattr(command, "openapi", lambda: openapi() | {"openapi": "3.0.0"})
    with pytest.raises(CommandError, match="is out of date"):
        call_command("openapi", "--check")


def test_every_operation_of_ours_names_its_refusals_in_one_shape() -> None:
    schema = openapi()
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            if not path.startswith("/api/v1/auth/"):
                missing = {"400", "401", "403", "404", "405", "409", "413", "415", "429"} - set(operation["responses"])
                assert not missing, (method, path)
    assert schema["components"]["responses"]["Problem429"]["headers"]["Retry-After"]
