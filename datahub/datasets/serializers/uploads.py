"""This module describes the JSON of files on their way, and of the versions they become."""

from typing import Any

from rest_framework import serializers

from datahub.api.serializers import CodedReasonSerializer, StrictSerializer
from datahub.datasets.models import Upload, Version
from datahub.datasets.readers.delimited import DELIMITERS
from datahub.datasets.readers.lines import ENCODINGS
from datahub.datasets.readers.table import KINDS, VALUES
from datahub.datasets.readers.xlsx import MOST_ROWS
from datahub.datasets.serializers.datasets import FileColumnSerializer

SHA256 = r"^[0-9a-f]{64}$"


class NewUploadSerializer(StrictSerializer):
    name = serializers.CharField(max_length=200, help_text="Of the file.")
    size = serializers.IntegerField(min_value=1, help_text="In bytes.")
    sha256 = serializers.RegexField(
        SHA256, required=False, default="", allow_blank=True, help_text="Of the whole file, in hexadecimal, if known."
    )


class FormatSerializer(StrictSerializer):
    kind = serializers.ChoiceField(choices=KINDS, required=False)
    encoding = serializers.ChoiceField(choices=(*ENCODINGS, ""), required=False)
    delimiter = serializers.ChoiceField(choices=(*DELIMITERS, ""), required=False)
    sheet = serializers.CharField(max_length=200, allow_blank=True, required=False)
    values = serializers.ChoiceField(
        choices=(*VALUES, ""),
        required=False,
        help_text="Of SPSS, Stata and SAS: whether values with labels are read by these, which is proposed, or by "
        "their codes.",
    )
    header_row = serializers.IntegerField(
        min_value=0,
        max_value=MOST_ROWS,
        required=False,
        help_text="The line, or the row of a sheet, in which the header begins; nothing above it is read. 0: the one "
        "that is proposed.",
    )


class RefusalSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField()
    place = serializers.CharField()
    detail = serializers.CharField()
    reasons = CodedReasonSerializer(many=True, help_text="Place and detail in codes.")


class SignSerializer(serializers.Serializer[Any]):
    sign = serializers.CharField()
    rows = serializers.IntegerField()


class FoundSerializer(serializers.Serializer[Any]):
    rows = serializers.IntegerField()
    sheets = serializers.ListField(child=serializers.CharField())
    values = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="For each column the values that many rows have: for the owner to choose categories from.",
    )
    signs = serializers.ListField(
        child=SignSerializer(many=True), help_text="For each column the usual signs of missing values that stand there."
    )
    notations = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_blank=True)),
        help_text="For each column the notations in which every cell can be read, where they differ and nothing in the "
        "file decides; else none.",
    )
    ids = serializers.ListField(
        child=serializers.BooleanField(),
        help_text="For each column whether every text was seen in one row alone, as the name or number of a person is: "
        "such a column is proposed to be left out.",
    )


class CellsSerializer(serializers.Serializer[Any]):
    """These are the first cells of each column, read from the sealed pieces for this answer and kept nowhere."""

    columns = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="For each column of the file up to three different cells that are not empty; none of a large "
        "workbook or Parquet file.",
    )


class UploadSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    chunk_size = serializers.IntegerField(help_text="Bytes of a piece; the last one may have fewer.")
    chunks = serializers.IntegerField()
    received = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the pieces that are there."
    )
    state = serializers.ChoiceField(choices=Upload.State.choices)
    refusal = RefusalSerializer(allow_null=True)
    found = FoundSerializer(allow_null=True)


class FinishSerializer(StrictSerializer):
    state = serializers.ChoiceField(choices=["looking"])


class CountedSerializer(serializers.Serializer[Any]):
    read = serializers.IntegerField()
    kept = serializers.IntegerField()
    outside = serializers.ListField(child=serializers.IntegerField(), help_text="Cells outside the domain, by column.")
    missing = serializers.ListField(child=serializers.IntegerField())


class FileProgressSerializer(serializers.Serializer[Any]):
    state = serializers.CharField()
    error = serializers.CharField(allow_blank=True)
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class FileVersionSerializer(serializers.Serializer[Any]):
    """This is a version as whoever administers the data set sees it: rows, counts and checksum are made of the data."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Version.State.choices)
    format = FormatSerializer(allow_null=True)
    revision = serializers.IntegerField()
    columns = FileColumnSerializer(many=True)
    left_out = serializers.ListField(
        child=serializers.CharField(), help_text="Names in the file of the columns that are left out."
    )
    rows = serializers.IntegerField(allow_null=True)
    size = serializers.IntegerField(allow_null=True)
    sha256 = serializers.CharField(allow_blank=True)
    counted = CountedSerializer(
        allow_null=True, help_text="Of a draft: what a load would have lost that was not made for this reason."
    )
    created_at = serializers.DateTimeField()
    loaded_at = serializers.DateTimeField(allow_null=True)
    upload = UploadSerializer()
    progress = FileProgressSerializer(allow_null=True)


class LoadSerializer(StrictSerializer):
    """A change of a version either reads the file again as its owner says, or loads what is declared."""

    exactly_one = ("state", "format")
    state = serializers.ChoiceField(choices=["loading"], required=False)
    accepts_losses = serializers.BooleanField(
        required=False,
        help_text="Load it even if every cell of a column lies outside, or no row is kept. Without it such a load ends "
        "as a draft with its counts.",
    )
    format = FormatSerializer(required=False)
