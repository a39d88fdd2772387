"""docs/reference/settings.md says of a variable what stands above it in the settings."""

import ast

from scripts.parts import reference

SOURCE = """
PLAIN = 1
#: How many there may be,
#: at most.
MOST = environment.number("DATAHUB_MOST", 10)
BARE = environment.flag("DATAHUB_BARE", default=False)
""".lstrip()


def test_a_variable_has_the_lines_above_it_as_its_meaning() -> None:
    most, bare = ast.parse(SOURCE).body[1:]
    assert list(reference.variables_in(most)) == [("DATAHUB_MOST", "10")]
    assert reference.meaning_above(SOURCE.splitlines(), most.lineno) == "How many there may be, at most."
    assert list(reference.variables_in(bare)) == [("DATAHUB_BARE", "False")]
    assert reference.meaning_above(SOURCE.splitlines(), bare.lineno) == ""
