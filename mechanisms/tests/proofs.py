"""`python -m mechanisms.tests.proofs check | write REPORT`: keeps mechanisms/proofs.json as a run's report says.

A test that is marked `proof` notes in the report which mechanism it proves something of. Of each mechanism the file
counts what passed, by the kinds of mechanisms.proofs. A kind of proof of which a single test fails counts for nothing.
A report without a kind leaves what is written of it.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mechanisms.catalogue import OFFERED
from mechanisms.central.central_mechanism import CentralMechanism
from mechanisms.central.offered import CENTRAL
from mechanisms.ldp.local_mechanism import LocalMechanism
from mechanisms.proofs import KINDS

FILE = Path(__file__).resolve().parents[1] / "proofs.json"
DESCRIBED: tuple[type[LocalMechanism | CentralMechanism], ...] = (*OFFERED, *CENTRAL)
VERSIONS = {offered.slug: offered.version for offered in DESCRIBED}

Proofs = dict[str, dict[str, int]]


def proven_by(item: pytest.Item) -> Iterator[str]:
    """`slug kind` for each mechanism that the test is marked to prove something of."""
    for marker in item.iter_markers("proof"):
        (kind,) = marker.args
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is no kind of proof; there are {', '.join(KINDS)}")
        named = marker.kwargs.get("of")
        slugs = ({named} if named else set(_slugs_of(item))) - {marker.kwargs.get("but")}
        if not slugs <= set(VERSIONS) or not (slugs or kind == "faults" or "but" in marker.kwargs):
            raise ValueError(f"{item.nodeid} proves {kind} of {sorted(slugs)}; the catalogue has no such mechanism")
        yield from (f"{slug} {kind}" for slug in sorted(slugs))


def _slugs_of(item: pytest.Item) -> Iterator[str]:
    parameters: Mapping[str, object] = getattr(getattr(item, "callspec", None), "params", {})
    for name, value in parameters.items():
        if name == "slug":
            yield str(value)
        elif hasattr(value, "slug"):
            yield value.slug
        # A planted fault counts for the mechanism it is narrowed to, or for the only one in its file.
        elif hasattr(value, "only"):
            yield from ([value.only] if value.only in VERSIONS else _of_file(getattr(value, "path", "")))


def _of_file(path: str) -> list[str]:
    """Returns the only mechanism of a file; none where a file has two, as the tests may have covered the other."""
    module = "mechanisms." + path.removesuffix(".py").replace("/", ".")
    there = [offered.slug for offered in DESCRIBED if offered.__module__ == module]
    return there if len(there) == 1 else []


def proofs_in(report: Path) -> Proofs:
    """Returns what each mechanism passed, by kind of proof, from the JUnit report of a run."""
    passed: Counter[tuple[str, str]] = Counter()
    failed: set[tuple[str, str]] = set()
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - pytest has just written this file
        is_passed = all(case.find(fault) is None for fault in ("failure", "error", "skipped"))
        for noted in case.findall("properties/property[@name='proof']"):
            slug, kind = noted.attrib["value"].split()
            if is_passed:
                passed[slug, kind] += 1
            else:
                failed.add((slug, kind))
    return {
        kind: {slug: count for (slug, of), count in sorted(passed.items()) if of == kind and (slug, kind) not in failed}
        for kind in KINDS
        if any(of == kind for _, of in [*passed, *failed])
    }


def merged(kept: Proofs, proofs: Proofs) -> Proofs:
    """Returns the entries of the file for each mechanism, with new results in place of old ones of the same kind."""
    return {
        slug: {
            "version": version,
            **{
                kind: count
                for kind in KINDS
                if (count := proofs[kind].get(slug, 0) if kind in proofs else _still(kept.get(slug, {}), version, kind))
            },
        }
        for slug, version in VERSIONS.items()
    }


def _still(kept: Mapping[str, int], version: int, kind: str) -> int:
    return kept.get(kind, 0) if kept.get("version") == version else 0


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] not in {"check", "write"}:
        sys.exit("usage: python -m mechanisms.tests.proofs check | write REPORT")
    kept: Proofs = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    now = merged(kept, proofs_in(Path(arguments[1])))
    if arguments[0] == "write":
        FILE.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
        return 0
    for slug in sorted(set(now) | set(kept)):
        if now.get(slug) != kept.get(slug):
            message = f"mechanisms/proofs.json says {kept.get(slug)} of {slug}; this run shows {now.get(slug)}"
            sys.stdout.write(message + "\n")
    return int(now != kept)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
