"""Every value that a process makes while it runs is listed here, with the reason why many threads may ask at once.

MADE_ONCE derives a key, opens a client, starts a thread or counts: one thread makes it, under a lock, and a test shows
it. PURE is worked out from public constants or its arguments alone: whoever comes too early works it out too, and gets
the same. Drawn once into a file, not kept in memory: the root and its passphrase (`vault.kms`), the platform's key
(`api.signing`), the secret of the settings (`environment`, before there is a second thread).
"""

from pathlib import Path

import pytest

from tests.architecture import lazily_made

ROOT = Path(__file__).resolve().parents[2]
ONCE = "datahub/api/tests/test_make_once.py::test_many_who_ask_at_once_get_the_value_that_was_made_once"
SIGHTINGS = "datahub/jobs/tests/test_sightings.py::test_threads_that_look_at_once_lose_no_sighting"
MADE_ONCE = {
    "mechanisms.common.aes_ctr_entropy:_forks": "mechanisms/tests/common/test_aes_ctr_entropy.py::"
    "test_no_process_repeats_what_another_draws_after_a_fork",
    "datahub.accounts.sealing:_lock": ONCE,
    "datahub.api.description.openapi:openapi": ONCE,
    "datahub.api.parameters:parameters_of": ONCE,
    "datahub.vault.store.mongo:client": ONCE,
    "datahub.api.operation.health:_migrated": "datahub/api/tests/test_make_once.py::"
    "test_threads_that_are_asked_first_whether_they_can_serve_read_the_migrations_once",
    "datahub.api.limits.day_salt:day_salt": "datahub/api/tests/test_day_salt.py::"
    "test_threads_of_one_process_share_one_salt",
    "datahub.api.limits.throttles:counts": "datahub/api/tests/test_make_once.py::"
    "test_requests_of_one_caller_at_once_are_all_counted",
    "datahub.vault.keys.derivation:_lock": "datahub/vault/tests/keys/test_derive_at_once.py::"
    "test_threads_that_ask_a_new_process_at_once_get_one_key",
    "datahub.vault.keys.kms:_adapters": "datahub/vault/tests/keys/test_derive_at_once.py::"
    "test_threads_that_ask_for_the_adapter_at_once_get_the_same",
    "datahub.vault.upkeep:_begun": SIGHTINGS,
    "surveys.running.forget:_without_rows": SIGHTINGS,
    "surveys.intake.reception:_slots": "surveys/tests/intake/test_send_report.py::"
    "test_says_busy_when_all_places_are_taken",
    "surveys.intake.reception:versions": "surveys/tests/intake/test_send_report.py::"
    "test_a_survey_that_has_just_opened_is_read_once_by_all_who_send",
    "surveys.intake.reception:commits": "surveys/tests/intake/test_group_commit.py::"
    "test_rows_that_come_first_and_at_once_start_one_thread",
    "surveys.intake.route:held_places": "surveys/tests/intake/test_send_report.py::"
    "test_one_network_that_sends_slowly_leaves_places_to_the_others",
}
PUBLISHED = "a model of published numbers; a lock keeps the table of them whole"
MEASUREMENT = "a measurement of OpenDP, which holds its scale and no state of a draw"
PURE = {
    "mechanisms.proofs:_kept": "a file of the package, read again",
    "mechanisms.central.gaussian:largest_rho": "a number of its two arguments",
    "mechanisms.central.samplers:_opendp": "the module that Python's own import lock makes once; its flag is only set",
    "mechanisms.central.samplers:_laplace": MEASUREMENT,
    "mechanisms.central.samplers:_gaussian": MEASUREMENT,
    "mechanisms.central.samplers:_noisy_maximum": MEASUREMENT,
    "surveys.publishing.blocks:choice_for": "advice that follows from its arguments",
    "surveys.publishing.sampling:_reports": "a number of its three arguments",
    "surveys.demonstration.people:everybody": "a file of the package, read again",
    "surveys.files.report.fonts:fonts_in": "files of the package and of a folder, read again",
    "surveys.results.page:_written": "a page of what its arguments say the database holds, none of it without noise",
    "surveys.results.model.selectors:_MODELS": PUBLISHED,
    "surveys.results.synthetic_rows.selectors:_KEPT": PUBLISHED,
}
PLANTED = {
    "value": "value = None\ndef read():\n    global value\n    value = object()\n",
    "client": "import functools\n@functools.cache\ndef client(url):\n    return object()\n",
    "pool": "from functools import lru_cache\n@lru_cache(maxsize=1)\ndef pool():\n    return object()\n",
    "Store.client": "from functools import cache\nclass Store:\n    @cache\n    def client(self): ...\n",
    "keys": "keys: dict[str, bytes] = {}\ndef key(name):\n    return keys.setdefault(name, b'')\n",
    "jobs": "from collections import deque\njobs = deque[int]()\ndef put(job):\n    jobs.append(job)\n",
    "rings": "rings = dict()\ndef ring(name):\n    rings[name] = 1\n",
    "counted": "from collections import Counter\ncounted = Counter()\ndef count(name):\n    counted[name] += 1\n",
    "link": "class Link:\n    def open(self):\n        self.socket = 1\nlink = Link()\n",
    "table": "class Table:\n    def put(self, at):\n        self.rows[at] = 1\ntable = Table()\n",
    "lens": "class Lens:\n    @functools.cached_property\n    def key(self): ...\nlens = Lens()\n",
}


def test_every_value_that_a_process_makes_lazily_is_listed() -> None:
    assert set(lazily_made.values(ROOT)) == {*MADE_ONCE, *PURE}


def test_what_is_kept_by_a_cache_alone_is_pure() -> None:
    """`cache` and `lru_cache` call again for each thread that comes before the first call has ended."""
    forms = lazily_made.values(ROOT)
    shared = {name for name, test in MADE_ONCE.items() if test == ONCE}
    assert {name for name, form in forms.items() if form in {"cache", "lru_cache"}} <= set(PURE)
    assert {name for name, form in forms.items() if form == "once"} == shared


@pytest.mark.parametrize("test", sorted(set(MADE_ONCE.values())))
def test_the_test_that_shows_it_exists(test: str) -> None:
    path, name = test.split("::")
    assert f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PLANTED)
def test_a_new_value_is_noticed(name: str, tmp_path: Path) -> None:
    path = tmp_path / "datahub" / "vault" / "planted.py"
    path.parent.mkdir(parents=True)
    path.write_text(PLANTED[name], encoding="utf-8")
    assert set(lazily_made.values(tmp_path)) == {f"datahub.vault.planted:{name}"}


def test_what_a_call_makes_for_itself_is_not_listed(tmp_path: Path) -> None:
    path = tmp_path / "datahub" / "planted.py"
    path.parent.mkdir()
    path.write_text(
        "from functools import cache\nNAMES = {}\ndef work():\n    rows = {}\n    rows['a'] = 1\n"
        "    @cache\n    def at(n): ...\n"
    )
    assert lazily_made.values(tmp_path) == {}
