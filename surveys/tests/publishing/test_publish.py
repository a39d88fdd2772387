"""Publishing makes a version that is public, immutable and hashed, and that is served with its own page."""

from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from datahub.accounts.models import Person
from datahub.audit.models import Entry
from mechanisms.common.canonical import digest
from surveys import keys
from surveys.models import Bundle, Version
from surveys.publishing.built_page import files, hash_of
from surveys.tests.client import Visitor
from surveys.tests.conftest import PAGE
from surveys.tests.factories import a_survey, a_version, read

pytestmark = pytest.mark.django_db


def publish(ana: Person, survey_id: object) -> dict[str, object]:
    answer = Visitor(ana).post(f"surveys/{survey_id}/versions/", {})
    assert answer.status_code == 201
    published: dict[str, object] = answer.json()
    return published


def test_a_version_is_public_by_its_hash_and_behind_its_link(ana: Person) -> None:
    survey = a_survey(ana)
    published = publish(ana, survey.pk)
    assert (published["number"], published["link"]) == (1, f"/s/{survey.slug}/")
    version = Visitor().get(f"versions/{published['hash']}/").json()
    assert list(version) == ["hash", "state", "definition"]
    assert digest(version["definition"]) == version["hash"] == published["hash"]
    assert Visitor().get(f"links/{survey.slug}/").json() == version


def test_one_version_is_open_at_a_time(ana: Person) -> None:
    survey = a_survey(ana)
    first, second = publish(ana, survey.pk), publish(ana, survey.pk)
    states = {version.hash: version.state for version in Version.objects.all()}
    assert states == {first["hash"]: "closed", second["hash"]: "open"}
    assert Visitor().get(f"links/{survey.slug}/").json()["hash"] == second["hash"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.update(state="open", closed_at=None)


def test_a_closed_survey_stays_readable_behind_its_link(ana: Person) -> None:
    survey = a_survey(ana)
    publish(ana, survey.pk)
    closed = Visitor(ana).patch(f"surveys/{survey.pk}/versions/1/", {"state": "closed"})
    assert (closed.status_code, closed.json()["state"]) == (200, "closed")
    assert Visitor().get(f"links/{survey.slug}/").json()["state"] == "closed"
    again = Visitor(ana).patch(f"surveys/{survey.pk}/versions/1/", {"state": "closed"})
    assert (again.status_code, again.json()["code"]) == (409, "version_closed")
    assert Visitor(ana).patch(f"surveys/{survey.pk}/versions/1/", {"state": "open"}).status_code == 400
    assert [row["state"] for row in Visitor(ana).get(f"surveys/{survey.pk}/versions/").json()["results"]] == ["closed"]


def test_publishing_and_closing_are_logged_with_the_rule(ana: Person) -> None:
    survey = a_survey(ana)
    published = publish(ana, survey.pk)
    Visitor(ana).patch(f"surveys/{survey.pk}/versions/1/", {"state": "closed"})
    entries = Entry.objects.filter(subject=f"survey:{survey.pk}").order_by("number")
    entry_of = {entry.operation: (entry.reason, entry.detail) for entry in entries}
    detail = {"number": 1, "version": published["hash"]}
    assert entry_of["survey.publish"] == ("an-owner-publishes-the-survey", detail)
    assert entry_of["survey.close"] == ("an-owner-closes-the-survey", detail)


def test_a_version_has_its_secrets_in_files_of_their_owner_alone(ana: Person, key_folder: Path) -> None:
    version = a_version(ana)
    assert keys.kept_version_secrets() == [version.hash]
    assert list(keys.kept_batch_keys()) == [version.batch_keys.get().pk]
    assert {oct(path.stat().st_mode)[-3:] for path in key_folder.iterdir()} == {"600"}
    assert oct(key_folder.stat().st_mode)[-3:] == "700"


def test_the_definition_of_a_draft_that_changed_later_stays(ana: Person) -> None:
    version = a_version(ana)
    Visitor(ana).patch(f"surveys/{version.survey_id}/", {"title": "Sleep"})
    assert Version.objects.get().definition == version.definition
    assert read(version).title == "Health at work"


def test_refuses_to_publish_without_a_page(ana: Person, built_page: Path) -> None:
    (built_page / "respond.html").unlink()
    answer = Visitor(ana).post(f"surveys/{a_survey(ana).pk}/versions/", {})
    assert (answer.status_code, answer.json()["code"]) == (503, "page_not_built")
    assert Version.objects.count() == 0


def test_nobody_finds_what_was_not_published(ana: Person) -> None:
    survey = a_survey(ana)
    for path, code in ((f"versions/{'0' * 64}/", "unknown_version"), (f"links/{survey.slug}/", "unknown_link")):
        answer = Visitor().get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, code)
    assert Client().get(f"/s/{survey.slug}/").status_code == 404


def test_a_version_is_served_with_the_page_it_was_published_with(ana: Person, built_page: Path) -> None:
    version = a_version(ana)
    (built_page / "respond.html").write_bytes(b"<!doctype html>later")
    assert Client().get(f"/s/{version.survey.slug}/").content == PAGE
    publish(ana, version.survey_id)
    assert Client().get(f"/s/{version.survey.slug}/").content == b"<!doctype html>later"
    assert Bundle.objects.count() == 2


def test_who_still_has_an_earlier_page_open_gets_its_files(ana: Person, built_page: Path) -> None:
    version = a_version(ana)
    (built_page / "assets" / "respond-abcd1234.js").rename(built_page / "assets" / "respond-abcd5678.js")
    publish(ana, version.survey_id)
    for name in ("respond-abcd1234.js", "respond-abcd5678.js"):
        assert Client().get(f"/s/{version.survey.slug}/assets/{name}").content == b"export {};"


def test_the_page_may_run_its_own_scripts_and_talk_to_its_origin_and_no_more(ana: Person) -> None:
    slug = a_version(ana).survey.slug
    page = Client().get(f"/s/{slug}/")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'"
    )
    assert page.headers["Integrity-Policy"] == "blocked-destinations=(script)"
    assert page.headers["Connection-Allowlist"] == "(response-origin)"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Cache-Control"] == "no-cache"
    assert not page.cookies
    assert "Cookie" not in page.headers.get("Vary", "")
    script = Client().get(f"/s/{slug}/assets/respond-abcd1234.js")
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_the_words_of_a_language_are_served_like_the_script_and_are_part_of_the_hash(
    ana: Person, built_page: Path
) -> None:
    before = a_version(ana)
    (built_page / "assets" / "words-ar-abcd1234.json").write_bytes(b"[]")
    slug = a_version(ana, title="With words").survey.slug
    words = Client().get(f"/s/{slug}/assets/words-ar-abcd1234.json")
    assert words.content == b"[]"
    assert words.headers["Content-Type"] == "application/json; charset=utf-8"
    assert words.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Client().get(f"/s/{before.survey.slug}/assets/words-ar-abcd1234.json").status_code == 404
    assert Bundle.objects.count() == 2


def test_a_browser_that_reads_brotli_is_sent_the_file_as_the_build_compressed_it(ana: Person, built_page: Path) -> None:
    script = "assets/respond-abcd1234.js"
    hash_before = hash_of(files())
    (built_page / f"{script}.br").write_bytes(b"compressed")
    version = a_version(ana)
    assert version.bundle_id == hash_before  # The hash covers the uncompressed files only.
    address = f"/s/{version.survey.slug}/{script}"
    for coding in ("gzip, deflate, br", "BR", "br;q=0.5", "gzip;q=1.0, br;q=1"):
        packed = Client().get(address, headers={"Accept-Encoding": coding})
        assert (packed.content, packed.headers["Content-Encoding"]) == (b"compressed", "br")
        assert packed.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert packed.headers["Vary"] == "Accept-Encoding"
    for coding in ("", "gzip", "br;q=0", "gzip, br;q=0.0", "broken"):
        plain = Client().get(address, headers={"Accept-Encoding": coding})
        assert plain.content == b"export {};"
        assert "Content-Encoding" not in plain.headers
        assert plain.headers["Vary"] == "Accept-Encoding"
    assert Client().get(f"{address}.br").status_code == 404


def test_the_preview_may_be_framed_by_the_studio_alone(ana: Person) -> None:
    address = f"/preview/{a_survey(ana).pk}/"
    page = Client().get(address)
    assert page.content == PAGE
    assert page.headers["Content-Security-Policy"].endswith("frame-ancestors 'self'")
    assert page.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert Client().get(f"{address}assets/respond-abcd1234.js").status_code == 200


@pytest.mark.parametrize("name", ["..%2f..%2fsettings.py", "../../settings.py", "/etc/passwd", "assets", "nothing.js"])
def test_no_other_file_is_served(ana: Person, name: str) -> None:
    slug = a_version(ana).survey.slug
    assert Client().get(f"/s/{slug}/{name}").status_code == 404
    assert Client().get(f"/preview/{a_survey(ana).pk}/{name}").status_code == 404
