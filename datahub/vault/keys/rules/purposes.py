"""The purposes say what keys are for, and what binds a wrapped key to its place. No purpose shares a key with
another."""

PURPOSES = ("rnd", "index", "range", "det", "ope", "mac", "names", "chunk", "multiset")

# Keys open only for actions that see or manage single values. Metadata stand in the SQL database and need no key.
OPENS = frozenset(
    {
        "dataset.query",
        "dataset.learn",
        "dataset.synthesise",
        "dataset.anonymise",
        "dataset.release",
        "dataset.run_algorithm",
        "dataset.see_rows",
        "dataset.administer",
        "release.read",  # a release has a key of its own
        "release.download",
    }
)
DESTROYS = frozenset({"dataset.administer"})


def context(*parts: str | int) -> bytes:
    """Returns the associated data of a wrapped key: each part with its length, so that no two lists of parts look the
    same."""
    encoded = [str(part).encode() for part in parts]
    return b"datahub-vault/1" + b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def of_data_set(ref: str) -> bytes:
    return context("data set", ref)


def of_field(ref: str, collection: str, field: str, purpose: str, number: int) -> bytes:
    return context("field", ref, collection, field, purpose, number)
