"""This application belongs to the drill: in its processes a chunk of a file has few bytes."""

from importlib import import_module
from pathlib import Path

from django.apps import AppConfig

PIECE_BYTES = 256


class ShortPieces(AppConfig):
    name = "tests.faults.crowds.short_pieces"
    label = "short_pieces"
    path = str(Path(__file__).parent)

    def ready(self) -> None:
        upload = import_module("datahub.datasets.services.upload")  # This module needs loaded models.
        vars(upload)["CHUNK_BYTES"] = PIECE_BYTES
