"""The database knows its data folder by a digest, so that no process works on another folder."""

from django.db import models


class DataFolder(models.Model):
    """A row says which folder belongs to this database: an HMAC under a key that stands in the folder alone. Whoever
    has a copy of the database learns nothing from it."""

    name = models.CharField(max_length=20, primary_key=True)
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name
