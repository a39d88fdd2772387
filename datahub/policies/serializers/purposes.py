"""This module describes the purpose that a request carries."""

from typing import Any

from rest_framework import serializers

NAME = r"^[a-z][a-z0-9-]{0,39}$"


class NameField(serializers.RegexField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(NAME, **kwargs)


class PurposeField(NameField):
    """A purpose is one of those that the viewer's role lists (`purposes` of `/policies/explanations/`). Where it lists
    none, it can be left out."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = "For what: one of the purposes of the viewer's role. Where it has none, this can be left out."
        super().__init__(**{"required": False, "help_text": help_text, **kwargs})
