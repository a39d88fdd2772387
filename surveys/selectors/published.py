"""What everybody may see of a published version, and the files of its page."""

import json
from typing import Any

from django.utils import timezone

from surveys.built_page import PAGE
from surveys.errors import UnknownLink, UnknownVersion
from surveys.models import BundleFile, Version


def by_hash(hash: str) -> dict[str, Any]:
    version = Version.objects.filter(hash=hash).first()
    if version is None:
        raise UnknownVersion("No version with this hash was published here.")
    return _public(version)


def behind_link(slug: str) -> dict[str, Any]:
    return _public(_behind_link(slug))


def file_behind_link(slug: str, name: str) -> BundleFile | None:
    """Of the version now behind the link, or of an earlier one whose page somebody still has open."""
    files = BundleFile.objects.filter(name=name)
    current = _behind_link(slug)
    found = files.filter(bundle=current.bundle_id).first()
    if found is None and name != PAGE:
        earlier = current.survey.versions.order_by("-number").values("bundle")
        found = files.filter(bundle__in=earlier).first()
    return found


def _behind_link(slug: str) -> Version:
    """The open version, else the newest closed one."""
    version = Version.objects.filter(survey__slug=slug).order_by("-number").first()
    if version is None:
        raise UnknownLink("No survey stands behind this link.")
    return version


def _public(version: Version) -> dict[str, Any]:
    return {
        "hash": version.hash,
        "state": version.state_at(timezone.now()),
        "definition": json.loads(version.definition),
    }
