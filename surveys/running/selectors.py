"""These selectors return the link of a survey, and its QR code."""

import io
from uuid import UUID

import segno

from surveys.models import Survey


def slug_of(survey_id: UUID) -> str:
    return str(Survey.objects.values_list("slug", flat=True).get(pk=survey_id))


def picture_of(link: str) -> bytes:
    """Returns a QR code as SVG, black on white with its quiet zone, so that it can be printed; error correction Q: a
    quarter may be dirty."""
    picture = io.BytesIO()
    segno.make(link, error="q", micro=False).save(
        picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", svgns=True, title=link
    )
    return picture.getvalue()
